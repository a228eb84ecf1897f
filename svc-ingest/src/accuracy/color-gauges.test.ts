import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TariffColor, tariffColorCodes } from '@hexawatt/shared/grid/public-signals'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { addColorIssue } from '../colors/color-issue-store.ts'
import { type ComputeFixture, createComputeFixture } from '../testing/compute-fixture.ts'
import { addColorGauges } from './color-gauges.ts'

let fixture: ComputeFixture
let metrics: ReturnType<typeof createMetrics>
beforeEach(async () => {
  fixture = await createComputeFixture('2026-01-31T12:00:00')
  metrics = createMetrics('test')
  addColorGauges({ ...fixture.deps, metrics })
})
afterEach(() => fixture.stop())

const firstDay = Temporal.PlainDate.from('2025-12-31')
const colorOf = (day: Temporal.PlainDate): TariffColor => (day.day % 2 === 0 ? 'RED' : 'BLUE')

/** Publishes red on even days and blue on odd ones. */
async function publish(): Promise<void> {
  const measurements = Array.from({ length: 32 }, (_, days) => {
    const day = firstDay.add({ days })
    const [slotStart, slotEnd] = [day, day.add({ days: 1 })].map((at) => at.toZonedDateTime(parisTimeZone).toInstant())
    if (slotStart === undefined || slotEnd === undefined) throw new Error('a day has a start and an end')
    return { series: 'COLOR', slotStart, slotEnd, value: tariffColorCodes[colorOf(day)], updatedAt: null }
  })
  await fixture.bring('tariff_calendar', { measurements })
}

/** An outlook of each of the last days: the two days after it get a red probability of 0.6 and 0.8, the third one the colour for certain. */
async function issueDaily(days: number, leads = [1, 2, 3]): Promise<void> {
  for (let ago = days; ago >= 1; ago -= 1) {
    const today = Temporal.PlainDate.from('2026-01-31').subtract({ days: ago })
    const ahead = leads.map((lead) => {
      const date = today.add({ days: lead })
      const red = lead >= 3 ? Number(colorOf(date) === 'RED' && lead === 3) : 0.4 + 0.2 * lead
      return { date: date.toString(), color: null, probabilities: { blue: 1 - red, white: 0, red } }
    })
    const at = today.toZonedDateTime({ timeZone: parisTimeZone, plainTime: '10:00' }).toInstant()
    await addColorIssue(fixture.sql, { variant: 'B', stock: { red: 9, white: 21 }, days: ahead }, at)
  }
}

async function gaugeOf(name: string, labels = ''): Promise<number | null> {
  const line = (await metrics.text()).split('\n').find((text) => text.startsWith(`${name}{${labels}`))
  return line === undefined ? null : Number(line.split(' ').at(-1))
}

test('few judged days show no accuracy, and without an outlook there is no age', async () => {
  expect(await gaugeOf('ingest_newest_color_issue_age_seconds')).toBeNull()
  await publish()
  await issueDaily(20)
  expect(await gaugeOf('ingest_color_brier_score')).toBeNull()
  expect(await gaugeOf('ingest_color_red_recall_ratio')).toBeNull()
  expect(await gaugeOf('ingest_newest_color_issue_age_seconds')).toBe(27 * 3_600)
})

test('the outlooks of 30 days are judged by class of lead time, next to a forecast that repeats the colour of its day of issue', async () => {
  await publish()
  await issueDaily(30)
  const brier = (forecaster: string) =>
    gaugeOf('ingest_color_brier_score', `lead_days="1-3",forecaster="${forecaster}"`)
  // Leads 1 and 2 have 30 and 29 days, of which 15 and 14 came red; lead 3 has 28 and is always right.
  const squaredErrors = 15 * 2 * 0.4 ** 2 + 15 * 2 * 0.6 ** 2 + 14 * 2 * 0.2 ** 2 + 15 * 2 * 0.8 ** 2
  expect(await brier('hexawatt')).toBeCloseTo(squaredErrors / 87, 6)
  // An odd lead is always wrong, an even one always right.
  expect(await brier('persistence')).toBeCloseTo((2 * 58) / 87, 6)
  expect(await gaugeOf('ingest_color_red_recall_ratio', 'lead_days="1-3"')).toBe(1)
  expect(await gaugeOf('ingest_color_red_precision_ratio', 'lead_days="1-3"')).toBeCloseTo(43 / 73, 6)
  expect(await gaugeOf('ingest_color_brier_score', 'lead_days="4-6"')).toBeNull()
})

test('outlooks that reach nine days are judged in a class of their own', async () => {
  await publish()
  await issueDaily(30, [7, 8, 9])
  expect(await gaugeOf('ingest_color_brier_score', 'lead_days="7-9",forecaster="hexawatt"')).toBeGreaterThan(0)
  expect(await gaugeOf('ingest_color_brier_score', 'lead_days="4-6"')).toBeNull()
})
