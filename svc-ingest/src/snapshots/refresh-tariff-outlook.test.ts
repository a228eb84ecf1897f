import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { seedFactorSet } from '@hexawatt/shared/methodology/emission-factors'
import { tariffOutlookSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { seedFactors } from '../references/factor-set-store.ts'
import type { Measurement } from '../sources/definition/content.ts'
import { type ComputeFixture, createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { addPastHours, addRun } from '../weather/weather-store.ts'
import { createTariffOutlookRefresh } from './refresh-tariff-outlook.ts'

let fixture: ComputeFixture
let refresh: () => Promise<void>
beforeEach(async () => {
  fixture = await createComputeFixture('2025-11-20T09:00:00')
  const refreshOutlook = createTariffOutlookRefresh(fixture.sql)
  refresh = () => refreshOutlook(fixture.deps)
})
afterEach(() => fixture.stop())

const outlook = () => fixture.snapshot(tariffOutlookSnapshot)

/** Colours (by number) of the days from one date to another, both included. */
async function publish(from: string, to: string, color: number): Promise<void> {
  const measurements: Measurement[] = []
  for (let date = Temporal.PlainDate.from(from); date.toString() <= to; date = date.add({ days: 1 })) {
    const [slotStart, slotEnd] = [date, date.add({ days: 1 })].map((day) =>
      day.toZonedDateTime(parisTimeZone).toInstant(),
    )
    if (slotStart && slotEnd) measurements.push({ series: 'COLOR', slotStart, slotEnd, value: color, updatedAt: null })
  }
  await fixture.bring('tariff_calendar', { measurements, newestSlotEnd: measurements.at(-1)?.slotEnd ?? null })
}

const hoursFrom = (instant: Temporal.Instant, hours: number, value: (hour: number) => number) =>
  Array.from({ length: hours }, (_, index) => value(instant.epochMilliseconds / 3_600_000 + index))

/** −1 … 1: varies over a week. */
const waveOf = (hour: number) => Math.sin((2 * Math.PI * hour) / 170)

/** Weather of 100 days before an hour and eleven days from it on, which the wind below follows. */
async function bringWeather(hour: string): Promise<void> {
  const now = utc(hour)
  const run = (first: Temporal.Instant, hours: number) => ({
    model: 'ecmwf_ifs025' as const,
    knownFrom: now,
    firstHourMs: first.epochMilliseconds,
    isWindFrom10m: false,
    values: {
      radiationWattsPerM2: hoursFrom(first, hours, () => 100),
      temperatureCelsius: hoursFrom(first, hours, (hour) => 8 + 3 * waveOf(hour / 2)),
      windFeature6: hoursFrom(first, hours, (hour) => 0.4 + 0.2 * waveOf(hour)),
      windFeature8p5: hoursFrom(first, hours, (hour) => 0.2 + 0.1 * waveOf(hour)),
      windFeature11: hoursFrom(first, hours, (hour) => 0.1 + 0.05 * waveOf(hour)),
    },
  })
  await fixture.sql.begin(async (tx) => {
    await addPastHours(tx, run(now.subtract({ hours: 100 * 24 }), 100 * 24))
    await addRun(tx, run(now, 11 * 24), '1')
  })
}

/** Hours of 40 days: realised generation and load, and the published load to the end of today. */
async function bringNetLoad(at: string): Promise<void> {
  const now = utc(at)
  const firstHour = now.subtract({ hours: 40 * 24 })
  const hourly = (series: string, hours: number, mw: (hour: number) => number): Measurement[] =>
    hoursFrom(firstHour, hours, mw).map((value, index) => {
      const slotStart = firstHour.add({ hours: index })
      return { series, slotStart, slotEnd: slotStart.add({ hours: 1 }), value, updatedAt: null }
    })
  const loadMw = (hour: number) => 55_000 - 2_000 * waveOf(hour / 2)
  const steady = ['NUCLEAR', 'FOSSIL_GAS', 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 'HYDRO_WATER_RESERVOIR']
  await fixture.bring('generation_by_type', {
    measurements: [
      ...steady.flatMap((type) => hourly(type, 40 * 24, () => 9_000)),
      ...hourly('WIND_ONSHORE', 40 * 24, (hour) => 6_000 + 3_000 * waveOf(hour)),
      ...hourly('SOLAR', 40 * 24, () => 1_000),
    ],
  })
  await fixture.bring('consumption', {
    measurements: [...hourly('REALISED', 40 * 24, loadMw), ...hourly('D-1', 40 * 24 + 14, loadMw)],
  })
}

describe('the outlook of the colours', () => {
  test('reaches nine days while the weather is young enough, and six without', async () => {
    await seedFactors(fixture.sql, seedFactorSet)
    await publish('2025-09-01', '2025-11-20', 1)
    await bringWeather('2025-11-20T08:00:00')
    await refresh()
    expect((await outlook())?.outlook).toMatchObject({ variant: 'C' })
    expect((await outlook())?.outlook?.days.at(-1)?.date).toBe('2025-11-29')
    fixture.moveTo('2025-11-21T08:00:01')
    await publish('2025-11-21', '2025-11-21', 1)
    await refresh()
    expect((await outlook())?.outlook?.days.at(-1)?.date).toBe('2025-11-27')
  })

  test('of an installation that has known the grid for forty days rests on forecasts by the weather', async () => {
    await seedFactors(fixture.sql, seedFactorSet)
    await publish('2025-09-01', '2025-11-20', 1)
    await bringNetLoad('2025-11-20T08:00:00')
    await refresh()
    const without = (await outlook())?.outlook
    await bringWeather('2025-11-20T08:00:00')
    fixture.moveTo('2025-11-20T10:00:00')
    await refresh()
    const { variant, days } = (await outlook())?.outlook ?? {}
    expect([variant, days?.length]).toEqual(['A', 10])
    expect(days?.[4]?.probabilities).not.toEqual(without?.days[4]?.probabilities)
    const [archived] = await fixture.sql<{ lead: number }[]>`select max(lead_days)::int as lead from color_issue_days`
    expect(archived?.lead).toBe(9)
  })

  test('covers today and six days, from the colours only where no net load is known', async () => {
    await publish('2025-09-01', '2025-11-19', 1)
    await publish('2025-11-20', '2025-11-20', 3)
    await refresh()
    const written = await outlook()
    expect(written).toMatchObject({ mode: 'demo', issuedAt: '2025-11-20T09:00:00Z' })
    expect(written?.outlook).toMatchObject({ variant: 'C', stock: { red: 21, white: 43 } })
    expect(written?.outlook?.days.map(({ date, color }) => `${date} ${color}`)).toEqual([
      '2025-11-20 RED',
      ...['21', '22', '23', '24', '25', '26'].map((day) => `2025-11-${day} null`),
    ])
    // A Sunday is blue.
    expect(written?.outlook?.days[3]?.probabilities).toEqual({ blue: 1, white: 0, red: 0 })
  })

  test('is unavailable while one past colour of the season is unknown, and available once that arrives', async () => {
    await publish('2025-09-01', '2025-10-08', 1)
    await publish('2025-10-10', '2025-11-20', 1)
    await refresh()
    expect(await outlook()).toMatchObject({ issuedAt: '2025-11-20T09:00:00Z', outlook: null })
    fixture.moveTo('2025-11-20T09:12:00')
    await publish('2025-10-09', '2025-10-09', 1)
    await refresh()
    expect((await outlook())?.outlook?.days).toHaveLength(7)
  })

  test('is issued again for a published colour, at every full hour and for the next tariff day, and not in between', async () => {
    await publish('2025-09-01', '2025-11-20', 1)
    const issuedAt = async (now: string) => {
      fixture.moveTo(now)
      await refresh()
      return (await outlook())?.issuedAt
    }
    expect(await issuedAt('2025-11-20T09:00:00')).toBe('2025-11-20T09:00:00Z')
    expect(await issuedAt('2025-11-20T09:30:00')).toBe('2025-11-20T09:00:00Z')
    fixture.moveTo('2025-11-20T09:40:00')
    await publish('2025-11-21', '2025-11-21', 2)
    expect(await issuedAt('2025-11-20T09:41:00')).toBe('2025-11-20T09:41:00Z')
    expect((await outlook())?.outlook).toMatchObject({ stock: { red: 22, white: 42 } })
    expect(await issuedAt('2025-11-20T10:00:00')).toBe('2025-11-20T10:00:00Z')
    expect(await issuedAt('2025-11-21T05:00:00')).toBe('2025-11-21T05:00:00Z')
    expect((await outlook())?.outlook?.days[0]).toMatchObject({ date: '2025-11-21', color: 'WHITE' })
  })

  test('is archived when its content changes, and takes a white day from the stock when five days expected white came blue', async () => {
    await publish('2025-09-01', '2025-11-20', 1)
    await refresh()
    const archived = async () => {
      const [row] = await fixture.sql<{ count: number }[]>`select count(*)::int as count from color_issues`
      return row?.count
    }
    expect(await archived()).toBe(1)
    fixture.moveTo('2025-11-20T10:00:00')
    await refresh()
    expect(await archived()).toBe(1)
    await fixture.sql`
      insert into color_issue_days (issued_at, day, lead_days, blue, white, red)
      select ${'2025-11-20T09:00:00Z'}, day, 1, 0.05, 0.95, 0 from generate_series('2025-11-05'::date, '2025-11-09', '1 day') as day`
    fixture.moveTo('2025-11-20T11:00:00')
    await refresh()
    expect((await outlook())?.outlook?.stock).toEqual({ red: 22, white: 42 })
    expect(await archived()).toBe(2)
  })

  test('before 06:00 on 1 September belongs to the season that ends', async () => {
    fixture.moveTo('2026-09-01T03:30:00')
    await publish('2025-09-01', '2026-08-31', 1)
    await refresh()
    expect((await outlook())?.outlook?.days.map(({ date }) => date)).toEqual(['2026-08-31'])
  })
})
