import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readCarbonRows } from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import { createStoredRowsSource } from '@hexawatt/svc-ingest/src/inputs/stored-rows-source.ts'
import { areas, listHours, type MadeMonth, madeRows, startMadeMonth, toParis } from './testing/made-month-fixture.ts'

/** Life-cycle factors, direct factors and yearly intensities as docs/methodology/carbon.md lists them, g/kWh. */
const factors: Readonly<Record<string, readonly [lifeCycle: number, direct: number]>> = {
  NUCLEAR: [3.7, 0],
  FOSSIL_GAS: [418, 429],
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: [6, 0],
  HYDRO_WATER_RESERVOIR: [6, 0],
  SOLAR: [43.9, 0],
  WIND_ONSHORE: [14.1, 0],
  BIOMASS: [230, 494],
}
const yearly: Readonly<Record<string, number>> = {
  BE: 117.58,
  CH: 36.72,
  DE: 342.06,
  ES: 146.15,
  GB: 215.79,
  IT: 287.75,
}
const colorNames = ['Bleu', 'Blanc', 'Rouge']

const october = listHours('2025-10-01', '2025-11-01')
/** Hours at the end of the month whose flows are published late. */
const withoutFlows = october.slice(-30)
/** With the week before, whose borders and types the first hours must have, and the colour that applies before 06:00 of the first day. */
const withWeekBefore = listHours('2025-09-24', '2025-11-01')

let made: MadeMonth
beforeAll(async () => {
  made = await startMadeMonth('2025-11-01T02:00:00')
  await made.publish('generation_by_type', madeRows.generation(withWeekBefore))
  await made.publish('physical_flows', madeRows.flows(withWeekBefore.filter((at) => !withoutFlows.includes(at))))
  await made.publish('exchange_schedules', madeRows.exchanges(withoutFlows))
  await made.publish('power_exchanges', madeRows.prices(october))
  await made.publish('tariff_calendar', madeRows.colors(withWeekBefore))
  await made.computeAll()
})
afterAll(() => made.stop())

type StoredMean = { feed: string; series: string; startMs: number; mean: number }

/** Newest stored version of each value, averaged over its hour, by plain SQL. */
async function readMeans(): Promise<Map<string, StoredMean[]>> {
  const rows = await made.sql<StoredMean[]>`
    with newest as (
      select distinct on (feed, series, slot_start) feed, series, slot_start, value from feed_values
      order by feed, series, slot_start, known_from desc)
    select feed, series, extract(epoch from date_trunc('hour', slot_start, 'UTC'))::float8 * 1000 as start_ms, avg(value) as mean
    from newest where feed <> 'tariff_calendar' group by 1, 2, 3`
  return Map.groupBy(rows, ({ feed, startMs }) => `${feed} ${startMs}`)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const round2 = (value: number): number => Math.round(value * 100) / 100

/** What the API must say of an hour, by plain arithmetic. */
function calculate(means: ReadonlyMap<string, readonly StoredMean[]>, startMs: number) {
  const rowsOf = (feed: string) => means.get(`${feed} ${startMs}`) ?? []
  const mix = rowsOf('generation_by_type')
  const totalMw = sum(mix.map(({ mean }) => mean))
  const grams = (which: 0 | 1) => sum(mix.map(({ series, mean }) => mean * (factors[series]?.[which] ?? Number.NaN)))
  const flows = rowsOf('physical_flows')
  const borders = flows.length > 0 ? flows : rowsOf('exchange_schedules')
  const imports = Object.entries(areas).map(([country, area]) => {
    const inflow = sum(borders.filter(({ series }) => series.includes(`${area}>`)).map(({ mean }) => mean))
    const outflow = sum(borders.filter(({ series }) => series.endsWith(`>${area}`)).map(({ mean }) => mean))
    return { mw: Math.max(0, inflow - outflow), gPerKwh: yearly[country] ?? Number.NaN }
  })
  const importedMw = sum(imports.map(({ mw }) => mw))
  const importedGrams = sum(imports.map(({ mw, gPerKwh }) => mw * gPerKwh))
  return {
    production: round2(grams(0) / totalMw),
    consumption: round2((grams(0) + importedGrams) / (totalMw + importedMw)),
    direct: round2(grams(1) / totalMw),
    price: round2(rowsOf('power_exchanges')[0]?.mean ?? Number.NaN),
  }
}

async function expectMonthToBeCalculated(): Promise<void> {
  const [body, means] = [await made.readMonth('2025-10'), await readMeans()]
  const expected = october.map((startMs) => calculate(means, startMs))
  expect(body.productionGCo2PerKwh).toEqual(expected.map(({ production }) => production))
  expect(body.consumptionGCo2PerKwh).toEqual(expected.map(({ consumption }) => consumption))
  expect(body.directGCo2PerKwh).toEqual(expected.map(({ direct }) => direct))
  expect(body.eurPerMwh).toEqual(expected.map(({ price }) => price))
}

describe('a month with a clock change', () => {
  test('the hours of October are 745 consecutive hours from Paris midnight to Paris midnight', async () => {
    const body = await made.readMonth('2025-10')
    expect([body.from, body.to, body.hours.length]).toEqual(['2025-09-30T22:00:00Z', '2025-10-31T23:00:00Z', 745])
    expect(body.hours.map((text) => Date.parse(text))).toEqual(october)
  })

  test('intensities and prices equal an independent calculation from the newest stored rows, in every hour', async () => {
    await expectMonthToBeCalculated()
  })

  test('the colour of an hour is that of its tariff day, from 06:00 to 06:00 in Paris, also around the clock change', async () => {
    const { tempoColor } = await made.readMonth('2025-10')
    const firstDay = Temporal.PlainDate.from('2025-09-24')
    const expected = october.map((startMs) => {
      const paris = toParis(startMs)
      const day = paris.hour < 6 ? paris.toPlainDate().subtract({ days: 1 }) : paris.toPlainDate()
      return colorNames[firstDay.until(day, { largestUnit: 'days' }).days % 3]
    })
    expect(tempoColor).toEqual(expected as typeof tempoColor)
  })

  test('the newest hour has the values of the live carbon assessment', async () => {
    const at = Temporal.Instant.from('2025-10-31T23:30:00Z')
    const { assessment } = await readCarbonRows(
      createStoredRowsSource(made.sql, at.add({ hours: 3 })),
      at.add({ hours: 3 }),
    )
    const body = await made.readMonth('2025-10')
    expect(assessment?.slotStart).toBe(body.hours.at(-1) ?? '')
    expect(body.productionGCo2PerKwh.at(-1)).toBe(round2(assessment?.productionGCo2eqPerKwh ?? Number.NaN))
    expect(body.consumptionGCo2PerKwh.at(-1)).toBe(round2(assessment?.consumptionGCo2eqPerKwh ?? Number.NaN))
  })

  test('versions show that hours estimated by exchanges are mixed with measured ones, and the month is not final', async () => {
    const body = await made.readMonth('2025-10')
    expect(body.methodologyVersions).toEqual([
      { carbon: 1, consumption: 1, hourCount: 715 },
      { carbon: 1, consumption: 2, hourCount: 30 },
    ])
    expect(body.sources.map(({ kind, name }) => `${kind}: ${name}`)).toEqual([
      'generation: RTE Data API',
      'imports: RTE Data API',
      'price: RTE Data API',
      'tariffColors: RTE Data API',
      'emissionFactors: ADEME Base Carbone V23.6',
      'directFactors: RTE, éCO2mix: direct emission factors by production type',
      'countryIntensities: Ember, yearly electricity data, release 2025-08',
    ])
    made.moveTo('2025-11-10T00:00:00')
    expect((await made.readMonth('2025-10')).complete).toBe(false)
  })

  test('flows that come later replace the estimates, and the month is then final', async () => {
    await made.publish('physical_flows', madeRows.flows(withoutFlows))
    expect((await made.readMonth('2025-10')).complete).toBe(false)
    expect(await made.computeAll()).toBe(30)
    await expectMonthToBeCalculated()
    const body = await made.readMonth('2025-10')
    expect(body.methodologyVersions).toEqual([{ carbon: 1, consumption: 1, hourCount: 745 }])
    expect(body.complete).toBe(true)
    expect((await made.askHours('2025-10')).maxAgeSeconds).toBe(86_400)
  })

  test('the March with 23 hours in a day has 743 hours, of which only ended ones are served', async () => {
    made.moveTo('2026-04-01T12:00:00')
    const march = listHours('2026-03-01', '2026-04-01')
    await made.publish('power_exchanges', madeRows.prices([...march, ...listHours('2026-04-01', '2026-04-03')]))
    await made.computeAll()
    const body = await made.readMonth('2026-03')
    expect([body.hours.length, body.eurPerMwh.filter((price) => price !== null).length]).toEqual([743, 743])
    expect(body.complete).toBe(false)
    expect((await made.readMonth('2026-04')).hours.at(-1)).toBe('2026-04-01T11:00:00Z')
  })
})

describe('a correction of the publisher', () => {
  const corrected = october[400] ?? 0
  const correct = (value: number) =>
    made.publish('generation_by_type', [{ series: 'FOSSIL_GAS', startMs: corrected, minutes: 60, value }])

  test('a correction that came weeks later replaces the values of its hour only, and changes the tag', async () => {
    const before = await made.askHours('2025-10')
    made.moveTo('2026-04-02T12:00:00')
    await correct(9_000)
    expect(await made.computeAll()).toBe(1)
    await expectMonthToBeCalculated()
    const after = await made.askHours('2025-10')
    expect(after.validators.etag).not.toBe(before.validators.etag)
  })

  test('computing the same hours again changes nothing', async () => {
    const stored = await made.readStored()
    made.moveTo('2026-04-03T12:00:00')
    await made.sql`insert into hour_requests (first_hour, last_hour, known_from) values ('-infinity', 'infinity', 'epoch')`
    expect(await made.computeAll()).toBe(0)
    expect(await made.readStored()).toBe(stored)
  })

  test('a computation that fails keeps its request, and a later one does the work', async () => {
    await correct(9_500)
    await made.sql`alter table hour_values add constraint refused check (production_g_co2eq_per_kwh < 0) not valid`
    await expect(made.computeAll()).rejects.toThrow('refused')
    await made.sql`alter table hour_values drop constraint refused`
    expect(await made.computeAll()).toBe(1)
    await expectMonthToBeCalculated()
  })

  test('new emission factors are applied to every stored hour', async () => {
    const { productionGCo2PerKwh: before } = await made.readMonth('2025-10')
    await made.sql`
      insert into emission_factor_sets (source, license, database_version, factors, known_from, last_synced_at)
      select source, license, 'V24', replace(factors::text, '"gCo2eqPerKwh": 418', '"gCo2eqPerKwh": 500')::jsonb,
        '2026-04-03T00:00:00Z', '2026-04-03T00:00:00Z' from emission_factor_sets`
    await made.computeAll()
    const body = await made.readMonth('2025-10')
    expect(body.productionGCo2PerKwh.every((value, index) => (value ?? 0) > (before[index] ?? 0))).toBe(true)
    expect(body.sources.find(({ kind }) => kind === 'emissionFactors')?.name).toBe('ADEME Base Carbone V24')
  })

  test('a type that is first seen on a past day is expected of the seven days after it: those hours are computed again', async () => {
    const from = 100
    const count = (column: readonly (number | null)[]) => column.filter((value) => value === null).length
    const oil = { series: 'FOSSIL_OIL', startMs: october[from] ?? 0, minutes: 60, value: 50 }
    await made.publish('generation_by_type', [oil])
    expect(await made.computeAll()).toBe(7 * 24)
    const body = await made.readMonth('2025-10')
    expect([count(body.productionGCo2PerKwh), count(body.productionGCo2PerKwh.slice(from + 1, from + 7 * 24))]).toEqual(
      [7 * 24 - 1, 7 * 24 - 1],
    )
  })

  test('rows that are removed take no value with them', async () => {
    const before = await made.readMonth('2025-10')
    await made.sql`delete from feed_values`
    await made.sql`insert into hour_requests (first_hour, last_hour, known_from)
      values ('2025-10-01T00:00:00Z', '2025-10-30T00:00:00Z', 'epoch')`
    await made.computeAll()
    expect(await made.readMonth('2025-10')).toEqual(before)
  })
})
