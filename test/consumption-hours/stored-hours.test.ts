import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { NeighbourCountry } from '@hexawatt/shared/grid/borders'
import type { StoredConsumptionHour } from '@hexawatt/shared/stored-hours/consumption-hour-store'
import { recomputeConsumption } from '@hexawatt/shared/stored-hours/recompute-consumption'
import { until } from '@hexawatt/shared/testing/until'
import { startHours } from '@hexawatt/svc-ingest/src/hours/start-hours.ts'
import {
  countries,
  hourMs,
  listHoursBetween,
  type MadeImports,
  makeMix,
  makeNetImportMw,
  startMadeImports,
  toMs,
} from './testing/made-imports-fixture.ts'
import { addUp, calculate, expectCalculated, frenchMix, germanYearly, sum } from './testing/plain-imports.ts'

const basisOf = (stored: StoredConsumptionHour | undefined, country: string) =>
  stored?.borders.find((border) => border.country === country)

const warmUp = listHoursBetween('2025-10-01T00:00', '2025-10-08T00:00')
const week = listHoursBetween('2025-10-08T00:00', '2025-10-15T00:00')
const lateFlows = listHoursBetween('2025-10-15T00:00', '2025-10-15T03:00')

let made: MadeImports
beforeAll(async () => {
  made = await startMadeImports('2025-10-15T04:00:00')
  await made.publishMixes([...warmUp, ...week, ...lateFlows])
  await made.publishFrance([...warmUp, ...week, ...lateFlows])
  await made.publishFlows([...warmUp, ...week])
  await made.computeAll()
})
afterAll(() => made.stop())

describe('an hour with its imports', () => {
  test('has the values of an independent calculation, in every hour, by both emission rules', async () => {
    const stored = await made.readHours(week)
    expect(stored.map(({ startMs }) => startMs)).toEqual(week)
    for (const hour of stored) expectCalculated(hour)
    expect(new Set(stored.flatMap(({ borders }) => borders.map(({ basis }) => basis)))).toEqual(new Set(['hour']))
  })

  test('keeps the value with yearly intensities, its version and how final the French mix is', async () => {
    const { hours, consumptionGCo2PerKwh } = await made.readMonth('2025-10')
    const stored = new Map((await made.readHours(week)).map((hour) => [hour.startMs, hour]))
    for (const [index, text] of hours.entries()) {
      const hour = stored.get(Date.parse(text))
      if (hour !== undefined) expect(hour.yearlyGCo2eqPerKwh).toBeCloseTo(consumptionGCo2PerKwh[index] ?? Number.NaN, 2)
    }
    expect(
      [...stored.values()].map(({ mixSource, mixFinality, methodologyVersion }) => [
        mixSource,
        mixFinality,
        methodologyVersion,
      ]),
    ).toEqual(week.map(() => ['generation_by_type', 1, 1]))
  })

  test('without flows has no value and no exports, but the production and the intensities of all neighbours', async () => {
    const [hour] = await made.readHours(lateFlows)
    expect([hour?.intensity, hour?.importMw, hour?.exportsMw, hour?.domesticShare]).toEqual([
      { lifeCycle: null, direct: null },
      null,
      null,
      null,
    ])
    expect(hour?.borders.map(({ netImportMw, basis }) => [netImportMw, basis])).toEqual(
      countries.map(() => [null, 'hour']),
    )
    expect(hour?.productionMw).toBeCloseTo(addUp(frenchMix(lateFlows[0] ?? 0)).mw, 9)
  })

  test('with one unknown border keeps the others: flows that come in two parts give two versions', async () => {
    made.moveTo('2025-10-15T05:00:00')
    await made.publishFlows(lateFlows, countries.slice(1))
    await made.computeAll()
    const [partly] = await made.readHours(lateFlows)
    expect([partly?.intensity.lifeCycle, partly?.exportsMw, basisOf(partly, 'BE')?.netImportMw]).toEqual([
      null,
      null,
      null,
    ])
    expect(basisOf(partly, 'DE')?.netImportMw).toBeCloseTo(makeNetImportMw('DE', lateFlows[0] ?? 0), 9)
    made.moveTo('2025-10-15T06:00:00')
    await made.publishFlows(lateFlows, ['BE'])
    await made.computeAll()
    for (const hour of await made.readHours(lateFlows)) expectCalculated(hour)
  })

  test('as it was known at an instant is the version of then', async () => {
    const [before, between, after] = await Promise.all(
      ['04:30', '05:30', '06:30'].map((time) =>
        made.readHours(lateFlows, Temporal.Instant.from(`2025-10-15T${time}:00Z`)),
      ),
    )
    const knownBorders = (hours: StoredConsumptionHour[] | undefined) =>
      hours?.map(({ borders }) => borders.filter(({ netImportMw }) => netImportMw !== null).length)
    expect([before, between, after].map(knownBorders)).toEqual([
      [0, 0, 0],
      [5, 5, 5],
      [6, 6, 6],
    ])
    expect(await made.readHours(lateFlows, Temporal.Instant.from('2025-10-15T03:59:59Z'))).toEqual([])
  })
})

describe('a neighbour that is not heard of', () => {
  const silent = listHoursBetween('2025-10-15T03:00', '2025-10-24T00:00')

  beforeAll(async () => {
    made.moveTo('2025-10-24T02:00:00')
    await made.publishFrance(silent)
    await made.publishFlows(silent)
    await made.publishMixes(
      silent,
      countries.filter((country) => country !== 'DE'),
    )
    await made.computeAll()
  })

  test('counts with the same UTC hour of its newest day for a week, then with its yearly value', async () => {
    const stored = await made.readHours(silent)
    expect(stored).toHaveLength(silent.length)
    const lastMixMs = toMs('2025-10-15T02:00')
    for (const hour of stored) {
      const sameHours = [1, 2, 3, 4, 5, 6, 7].map((days) => hour.startMs - days * 24 * hourMs)
      const sourceMs = sameHours.find((startMs) => startMs <= lastMixMs) ?? null
      const { basis, sourceStartMs } = basisOf(hour, 'DE') ?? {}
      expect([basis, sourceStartMs]).toEqual([sourceMs === null ? 'year' : 'week', sourceMs])
      const german: [number, number] =
        sourceMs === null ? [germanYearly, germanYearly] : addUp(makeMix('DE', sourceMs)).intensity
      expectCalculated(
        hour,
        calculate(hour.startMs, (country) =>
          country === 'DE' ? german : addUp(makeMix(country, hour.startMs)).intensity,
        ),
      )
    }
    expect(stored.filter((hour) => basisOf(hour, 'DE')?.basis === 'year')).toHaveLength(45)
  })

  test('whose archive holds thirty days counts with the mean of the archive, by each rule', async () => {
    made.moveTo('2025-10-24T03:00:00')
    await made.publishMixes(listHoursBetween('2025-09-05T00:00', '2025-10-01T00:00'), ['DE'])
    const hour = toMs('2025-10-23T12:00')
    await made.sql`insert into hour_requests (first_hour, last_hour, known_from) values (to_timestamp(${hour / 1000}), to_timestamp(${hour / 1000}), 'epoch')`
    await made.computeAll()
    const [stored] = await made.readHours([hour])
    const archive = listHoursBetween('2025-09-05T00:00', '2025-10-15T03:00').map(
      (startMs) => addUp(makeMix('DE', startMs)).intensity,
    )
    const mean = [0, 1].map((rule) => sum(archive.map((intensity) => intensity[rule as 0 | 1])) / archive.length) as [
      number,
      number,
    ]
    expect(basisOf(stored, 'DE')?.basis).toBe('year')
    expect(basisOf(stored, 'DE')?.gCo2PerKwhByRule.lifeCycle).toBeCloseTo(mean[0], 9)
    expectCalculated(
      stored,
      calculate(hour, (country) => (country === 'DE' ? mean : addUp(makeMix(country, hour)).intensity)),
    )
  })

  test('that is heard of again counts with its own hours', async () => {
    made.moveTo('2025-10-24T04:00:00')
    await made.publishMixes(silent, ['DE'])
    await made.computeAll()
    for (const hour of await made.readHours(silent)) expectCalculated(hour)
  })
})

describe('versions', () => {
  test('computing every hour again adds none', async () => {
    const before = await made.readVersions()
    made.moveTo('2025-10-25T00:00:00')
    await made.sql`insert into hour_requests (first_hour, last_hour, known_from) values ('-infinity', 'infinity', 'epoch')`
    await made.computeAll()
    expect(await made.readVersions()).toEqual(before)
  })

  test('a computation that fails stores nothing and keeps its request', async () => {
    const hour = week[5] ?? 0
    await made.publish('generation_by_type', [{ series: 'FOSSIL_GAS', startMs: hour, minutes: 60, value: 9_000 }])
    const before = await made.readVersions()
    await made.sql`alter table consumption_hours add constraint refused check (production_mw < 0) not valid`
    await expect(made.computeAll()).rejects.toThrow('refused')
    expect(await made.readVersions()).toEqual(before)
    await made.sql`alter table consumption_hours drop constraint refused`
    await made.computeAll()
    expect(await made.readVersions()).toHaveLength(before.length + 1)
  })

  test('each is computed again from the stored rows that were known then, to the last bit', async () => {
    const ofInstants = [...Map.groupBy(await made.readVersions(), ({ knownFromMs }) => knownFromMs).values()]
    expect(ofInstants.length).toBeGreaterThan(6)
    const every = ofInstants.flatMap((versions) => [...versions.slice(0, 3), ...versions.slice(3).slice(-3)])
    for (const version of every) {
      const { hour } = (await recomputeConsumption(made.sql, version)) ?? {}
      expect({ ...hour, knownFromMs: version.knownFromMs }).toEqual(version)
    }
  })

  test('no good value is lost with rows that are removed', async () => {
    const before = await made.readVersions()
    await made.sql`delete from neighbour_generation where country = 'DE'`
    await made.sql`delete from feed_values where feed = 'physical_flows' and slot_start > '2025-10-20'`
    made.moveTo('2025-10-25T01:00:00')
    await made.sql`insert into hour_requests (first_hour, last_hour, known_from) values ('-infinity', 'infinity', 'epoch')`
    await made.computeAll()
    expect(await made.readVersions()).toEqual(before)
  })

  test('after an upgrade, the hours that a former program computed get theirs', async () => {
    const newest = await made.readHours(week)
    await made.publishMixes([...warmUp, ...week], ['DE'])
    await made.computeAll()
    // As a former program leaves them.
    await made.sql`delete from consumption_hours`
    await made.sql`update hour_values set mix_finality = null`
    made.moveTo('2025-10-25T02:00:00')
    await made.computeAll()
    const again = await made.readHours(week)
    expect(again.map(({ intensity }) => intensity)).toEqual(newest.map(({ intensity }) => intensity))
  })

  test('a mix whose request a former program has worked off is noticed in the background', async () => {
    made.moveTo('2025-10-25T03:00:00')
    const revised = week.slice(-30)
    const moreGas = (country: NeighbourCountry, startMs: number) => ({
      ...makeMix(country, startMs),
      FOSSIL_GAS: 9_999,
    })
    await made.publishMixes(revised, ['BE'], moreGas)
    await made.sql`delete from hour_requests`
    const hours = startHours({ ...made.deps, stopping: new AbortController().signal })
    hours.runNow()
    const expected = revised.map((startMs) => addUp(moreGas('BE', startMs)).intensity[0])
    await until('the hours have the revised mix', async () => {
      const known = (await made.readHours(revised)).map((hour) => basisOf(hour, 'BE')?.gCo2PerKwhByRule.lifeCycle ?? 0)
      return known.every((gCo2PerKwh, index) => Math.abs(gCo2PerKwh - (expected[index] ?? Number.NaN)) < 1e-9)
    })
    await hours.stop()
  })
})
