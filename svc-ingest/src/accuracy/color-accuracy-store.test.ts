import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type ColorSums, composeAccuracyBody } from '@hexawatt/shared/answers/accuracy-body'
import type { TariffColor } from '@hexawatt/shared/grid/public-signals'
import { tariffColorCodes } from '@hexawatt/shared/grid/public-signals'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { addColorIssue } from '../colors/color-issue-store.ts'
import { type ComputeFixture, createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { readColorSums } from './color-accuracy-store.ts'

let fixture: ComputeFixture
beforeEach(async () => {
  fixture = await createComputeFixture('2026-01-20T12:00:00')
})
afterEach(() => fixture.stop())

/** Colours from a day on. */
async function publish(from: string, ...colors: TariffColor[]): Promise<void> {
  const measurements = colors.map((color, index) => {
    const day = Temporal.PlainDate.from(from).add({ days: index })
    const [slotStart, slotEnd] = [
      day.toZonedDateTime(parisTimeZone),
      day.add({ days: 1 }).toZonedDateTime(parisTimeZone),
    ]
    const value = tariffColorCodes[color]
    return { series: 'COLOR', slotStart: slotStart.toInstant(), slotEnd: slotEnd.toInstant(), value, updatedAt: null }
  })
  await fixture.bring('tariff_calendar', { measurements })
}

/** An outlook that gives the day the same probability of red and of white as is given here, unless its colour is published. */
const issue = (at: string, date: string, red: number, white: number, color: TariffColor | null = null) =>
  addColorIssue(
    fixture.sql,
    {
      variant: 'A',
      stock: { red: 9, white: 21 },
      days: [{ date, color, probabilities: { blue: 1 - red - white, white, red } }],
    },
    utc(at),
  )

test('a day is judged by the last outlook of each lead time before its colour was published', async () => {
  await publish('2026-01-11', 'BLUE', 'BLUE', 'RED', 'BLUE', 'BLUE')
  // Lead 2: the later issue of the same tariff day counts. Lead 1: a published colour is no forecast.
  await issue('2026-01-11T08:00:00', '2026-01-13', 0.1, 0)
  await issue('2026-01-12T04:59:00', '2026-01-13', 0.6, 0.2)
  await issue('2026-01-12T08:00:00', '2026-01-13', 0.8, 0.1)
  await issue('2026-01-12T10:00:00', '2026-01-13', 1, 0, 'RED')
  await issue('2026-01-13T08:00:00', '2026-01-14', 0.5, 0.5)
  const sums = (await readColorSums(fixture.sql, utc('2026-01-20T12:00:00'))).filter(({ days }) => days === 30)
  const byLead = new Map(sums.map((sum) => [sum.leadDays, sum]))
  expect([...byLead.keys()].sort()).toEqual([1, 2])
  expect(byLead.get(2)).toMatchObject({
    samples: 1,
    redDays: 1,
    redAlarms: 1,
    redHits: 1,
    persistenceSquaredErrorSum: 2,
  })
  expect(byLead.get(2)?.squaredErrorSum).toBeCloseTo(0.2 ** 2 + 0.2 ** 2 + 0.4 ** 2, 9)
  // Of the 13th and the 14th: an alarm that came, and one at exactly 50 % that did not.
  expect(byLead.get(1)).toMatchObject({
    samples: 2,
    redDays: 1,
    redAlarms: 2,
    redHits: 1,
    persistenceSquaredErrorSum: 4,
  })
  expect(byLead.get(1)?.squaredErrorSum).toBeCloseTo(0.1 ** 2 + 0.1 ** 2 + 0.2 ** 2 + 1 + 0.25 + 0.25, 9)
})

test('a day whose colour is unknown is not judged', async () => {
  await publish('2026-01-11', 'BLUE')
  await issue('2026-01-11T08:00:00', '2026-01-12', 0.5, 0)
  expect(await readColorSums(fixture.sql, utc('2026-01-20T12:00:00'))).toEqual([])
})

test('the scoreboard lists every period and lead time, with null figures for fewer than 200 days', () => {
  const head = { computedAt: null, measuredSince: null, methodologyVersion: null }
  const sums: ColorSums = {
    days: 365,
    leadDays: 2,
    samples: 250,
    squaredErrorSum: 32.5,
    persistenceSquaredErrorSum: 60,
    redDays: 20,
    redAlarms: 16,
    redHits: 12,
  }
  const { tariffColors } = composeAccuracyBody(head, [], [sums, { ...sums, leadDays: 3, samples: 199 }])
  expect(tariffColors).toHaveLength(27)
  const of = (lead: number) => tariffColors.find(({ days, leadDays }) => days === 365 && leadDays === lead)
  const figures = { brier: 0.13, persistenceBrier: 0.24, redRecallPct: 60, redPrecisionPct: 75 }
  expect(of(2)).toMatchObject({ samples: 250, ...figures })
  expect(of(3)).toEqual({
    days: 365,
    leadDays: 3,
    samples: 199,
    brier: null,
    persistenceBrier: null,
    redRecallPct: null,
    redPrecisionPct: null,
  })
})
