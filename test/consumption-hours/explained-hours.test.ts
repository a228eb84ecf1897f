import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { explainHour } from '@hexawatt/shared/answers/consumption/explain-hour'
import { ExplainedHour } from '@hexawatt/shared/contract/explanation/explained-imports'
import { CarbonExplainResponse } from '@hexawatt/shared/contract/explanation/explanation'
import { recomputeConsumption } from '@hexawatt/shared/stored-hours/recompute-consumption'
import { fillPoints } from '@hexawatt/svc-ingest/src/points/fill-points.ts'
import * as v from 'valibot'
import { type History, openHistory } from '../explain/testing/explain-fixture.ts'
import {
  countries,
  listHoursBetween,
  type MadeImports,
  startMadeImports,
  toMs,
} from './testing/made-imports-fixture.ts'

const instant = Temporal.Instant.from
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Adds up a mix by plain arithmetic and expects the sums of the answer. */
function addUp({ terms, ...sums }: ExplainedHour['production']): { lifeCycle: number; direct: number } {
  const mw = sum(terms.map(({ powerMW }) => powerMW))
  const kg = sum(terms.map(({ powerMW, gCo2PerKwh }) => powerMW * gCo2PerKwh))
  const directKg = sum(terms.map(({ powerMW, directGCo2PerKwh }) => powerMW * directGCo2PerKwh))
  expect(sums.sumPowerMW).toBeCloseTo(mw, 6)
  expect(sums.sumEmissionsKg).toBeCloseTo(kg, 6)
  expect(sums.sumDirectEmissionsKg).toBeCloseTo(directKg, 6)
  return { lifeCycle: kg / mw, direct: directKg / mw }
}

/** Computes the hour from the answer alone, by plain arithmetic. */
function expectToAddUp(hour: ExplainedHour): void {
  const home = addUp(hour.production)
  const imports = hour.borders.map(({ countedMW, mix, gCo2PerKwh, directGCo2PerKwh }) => {
    const ofMix = mix === null ? null : addUp(mix)
    if (ofMix !== null) {
      expect(gCo2PerKwh ?? Number.NaN).toBeCloseTo(ofMix.lifeCycle, 9)
      expect(directGCo2PerKwh ?? Number.NaN).toBeCloseTo(ofMix.direct, 9)
    }
    return { mw: countedMW ?? Number.NaN, lifeCycle: gCo2PerKwh ?? 0, direct: directGCo2PerKwh ?? 0 }
  })
  const importedMw = sum(imports.map(({ mw }) => mw))
  const of = (rule: 'lifeCycle' | 'direct') => {
    const importedKg = sum(imports.map((border) => border.mw * border[rule]))
    return (home[rule] * hour.production.sumPowerMW + importedKg) / (hour.production.sumPowerMW + importedMw)
  }
  expect(hour.importedMW ?? Number.NaN).toBeCloseTo(importedMw, 6)
  expect(hour.unroundedGCo2PerKwh ?? Number.NaN).toBeCloseTo(of('lifeCycle'), 9)
  expect(hour.unroundedDirectGCo2PerKwh ?? Number.NaN).toBeCloseTo(of('direct'), 9)
  expect(hour.gCo2PerKwh).toBe(Math.round(of('lifeCycle') * 100) / 100)
}

const all = listHoursBetween('2025-10-01T00:00', '2025-10-23T08:00')
let made: MadeImports
let history: History
beforeAll(async () => {
  made = await startMadeImports('2025-10-23T09:30:00')
  // Germany has an archive of more than 30 days and then falls silent, Spain since three days, Belgium was never heard of.
  await made.publishMixes(listHoursBetween('2025-08-20T00:00', '2025-10-10T00:00'), ['DE'])
  await made.publishMixes(listHoursBetween('2025-10-01T00:00', '2025-10-20T00:00'), ['ES'])
  await made.publishMixes(all, ['CH', 'GB', 'IT'])
  await made.publishFrance(all)
  await made.publishFlows(all.slice(0, -1))
  await made.computeAll()
  history = await openHistory(made.databaseUrl, made.deps.clock)
})
afterAll(async () => {
  await history.close()
  await made.stop()
})

async function explain(startMs: number): Promise<ExplainedHour> {
  const [stored] = await made.readHours([startMs])
  const recomputed = stored && (await recomputeConsumption(made.sql, stored))
  if (stored === undefined || !recomputed) throw new Error('the hour is not stored, or its rows do not give it')
  return v.parse(ExplainedHour, explainHour(stored, recomputed))
}

describe('an explained hour', () => {
  test('follows by plain arithmetic from the explanation alone, whatever the origin of an intensity', async () => {
    const hours = await Promise.all(all.slice(-30, -1).map(explain))
    hours.forEach(expectToAddUp)
    const origins = new Set(
      hours.flatMap(({ borders }) => borders.map(({ country, origin }) => `${country} ${origin}`)),
    )
    expect([...origins].sort()).toEqual([
      'BE published_year',
      'CH mix',
      'DE archive_mean',
      'ES mix',
      'GB mix',
      'IT mix',
    ])
  })

  test('names the hour of each mix, the year and release of a yearly value, and the payloads', async () => {
    const hour = await explain(toMs('2025-10-22T12:00'))
    const of = (country: string) => hour.borders.find((border) => border.country === country)
    expect([of('GB')?.mixHour, of('ES')?.mixHour, of('DE')?.mixHour]).toEqual([
      '2025-10-22T12:00:00Z',
      '2025-10-19T12:00:00Z',
      null,
    ])
    expect(of('BE')).toMatchObject({ basis: 'year', year: 2024, vintage: '2025-08', gCo2PerKwh: 117.58, mix: null })
    expect(hour.sources.map(({ content, payloadId }) => `${content} ${payloadId}`)).toEqual([
      'generation_by_type 1',
      'physical_flows 1',
      ...['CH', 'ES', 'GB', 'IT'].map((country) => `neighbour_generation/${country} 7`),
    ])
  })

  test('with unknown borders has no sums, but every mix', async () => {
    const hour = await explain(toMs('2025-10-23T07:00'))
    expect([hour.importedMW, hour.unroundedGCo2PerKwh, hour.gCo2PerKwh, hour.domesticShare]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(hour.borders.map(({ country, netImportMW }) => [country, netImportMW])).toEqual(
      countries.map((country) => [country, null]),
    )
    addUp(hour.production)
  })
})

describe('GET /v1/carbon/explain about the past', () => {
  const ask = async (at: string) => {
    const response = await history.get(`/v1/carbon/explain?at=${at}`)
    expect([at, response.status]).toEqual([at, 200])
    return { headers: response.headers, body: v.parse(CarbonExplainResponse, await response.json()) }
  }

  beforeAll(async () => {
    const window = { start: instant('2025-10-22T03:00:00Z'), end: instant('2025-10-22T06:00:00Z') }
    await fillPoints(made.deps, window, { stopping: new AbortController().signal })
  })

  test('explains the hour that GET /v1/carbon/consumption answers for the same instant, next to the point', async () => {
    const { body } = await ask('2025-10-22T05:35:00Z')
    const served = Object(await (await history.get('/v1/carbon/consumption?at=2025-10-22T05:35:00Z')).json())
    const { consumption } = body
    expect([body.computedFor, consumption?.slotStart]).toEqual(['2025-10-22T05:30:00Z', '2025-10-22T05:00:00Z'])
    expect({ ...consumption }).toMatchObject({
      gCo2PerKwh: served.gCo2PerKwh,
      directGCo2PerKwh: served.directGCo2PerKwh,
      issuedAt: served.issuedAt,
    })
    expect(body.consumptionMissing).toBeNull()
  })

  test('may be cached for an hour once the hour is a day old, and has the newest version', async () => {
    const before = (await ask('2025-10-22T05:35:00Z')).headers
    expect(before.get('cache-control')).toBe('private, max-age=3600')
    made.moveTo('2025-10-23T10:00:00')
    await made.publishMixes(all.slice(-40), ['BE'])
    await made.computeAll()
    const { body } = await ask('2025-10-22T05:35:00Z')
    expect(body.consumption?.issuedAt).toBe('2025-10-23T10:00:00Z')
    expect(body.consumption?.borders[0]).toMatchObject({ country: 'BE', basis: 'hour', origin: 'mix' })
    // A client that compares instants alone gets the new version too.
    const since = { 'if-modified-since': before.get('last-modified') ?? '' }
    expect((await history.get('/v1/carbon/explain?at=2025-10-22T05:35:00Z', 'scale', since)).status).toBe(200)
  })

  test('explains no other figure where the stored rows no longer give the hour, and still explains the point', async () => {
    await made.sql`delete from neighbour_generation where country = 'GB'`
    await history.close()
    history = await openHistory(made.databaseUrl, made.deps.clock)
    const { body } = await ask('2025-10-22T05:35:00Z')
    expect([body.consumption, body.carbon === null]).toEqual([null, false])
    expect(body.consumptionMissing).toContain('the stored rows no longer give it')
  })
})
