import { expect, test } from 'bun:test'
import { nationalWeights, profiles } from '@hexawatt/shared/contract/profiles'
import {
  type ExportedHistoryPoint,
  HistoryPoint,
  type PointProvenance,
  ScoreHistoryResponse,
} from '@hexawatt/shared/contract/score-history'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import fc from 'fast-check'
import * as v from 'valibot'
import { startHistoryFixture } from './testing/history-fixture.ts'
import { sampleSeries } from './testing/sample-series.ts'
import { type SlowHistory, slowHistory } from './testing/slow-history.ts'

const now = '2025-11-03T09:12:34Z'
const series = sampleSeries()
const startMs = series[0]?.atMs ?? 0
const nowMs = Date.parse(now)

const fixture = stopAtEnd(await startHistoryFixture(now))
await fixture.addPoints(series)

type Asked = { fromMs: number; toMs: number; granularity: 'raw' | 'hourly' | null; profile: string | null }

/** As it is echoed: seconds, and the milliseconds that were asked for. */
const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')
const customWeights = { price: 0.123, carbon: 0.4567, grid: 0.3, adequacy: 0.1203 }

function pathOf({ fromMs, toMs, granularity, profile }: Asked): string {
  const query = new URLSearchParams({ from: iso(fromMs), to: iso(toMs) })
  if (granularity !== null) query.set('granularity', granularity)
  if (profile === 'custom') {
    const { price, carbon, grid, adequacy } = customWeights
    return `/v1/score/history?${query}&wPrice=${price}&wCarbon=${carbon}&wGrid=${grid}&wAdequacy=${adequacy}`
  }
  if (profile !== null) query.set('profile', profile)
  return `/v1/score/history?${query}`
}

const granularityInForce = ({ fromMs, toMs, granularity }: Asked): 'raw' | 'hourly' =>
  granularity ?? (toMs - fromMs <= 31 * 86_400_000 ? 'raw' : 'hourly')

function definedHistory(request: Asked): SlowHistory {
  const { fromMs, toMs, profile } = request
  const preset = profile === 'custom' ? customWeights : profiles.find(({ name }) => name === profile)?.weights
  const endMs = Math.min(toMs, nowMs)
  const granularity = granularityInForce(request)
  // Hourly, a window holds the hours that begin in it.
  const firstMs = granularity === 'hourly' ? Math.ceil(fromMs / 3_600_000) * 3_600_000 : fromMs
  const points = series.filter(({ atMs }) => atMs >= firstMs && atMs < endMs)
  return slowHistory(points, granularity, preset ?? nationalWeights)
}

/** Points as CSV and NDJSON have them. */
function exported(request: Asked): ExportedHistoryPoint[] {
  const { points, provenances } = definedHistory(request)
  return points.map((point, index) => ({ ...point, provenance: provenances[index] ?? 'live' }))
}

/** The whole answer by the definition. */
function expected(request: Asked): ScoreHistoryResponse {
  const { fromMs, toMs, profile } = request
  const effectiveFromMs = Math.min(Math.max(fromMs, startMs), toMs)
  const { methodologyBreakdown, points } = definedHistory(request)
  const first = (key: 'production' | 'consumption') => iso(series.find((point) => point[key] !== null)?.atMs ?? 0)
  return {
    from: iso(fromMs),
    to: iso(toMs),
    effectiveFrom: iso(effectiveFromMs),
    truncated: effectiveFromMs > fromMs,
    maxHistoryDays: 3_660,
    granularity: granularityInForce(request),
    profileApplied: profile,
    seriesStart: iso(startMs),
    carbonSeriesStart: first('production'),
    consumptionSeriesStart: first('consumption'),
    sampleCount: points.length,
    methodologyBreakdown,
    points,
  }
}

const stepMs = fc.constantFrom(1, 1_000, 60_000, 600_000, 3_600_000, 86_400_000)
const instantMs = (first: number, last: number) =>
  fc.tuple(fc.integer({ min: first, max: last }), stepMs).map(([ms, step]) => Math.floor(ms / step) * step)
const asked: fc.Arbitrary<Asked> = fc
  .record({
    fromMs: instantMs(startMs - 5 * 86_400_000, nowMs),
    lengthMs: fc.oneof(
      fc.integer({ min: 1, max: 2_000 }),
      fc.integer({ min: 1, max: 7_200 }).map((seconds) => 1_000 * seconds),
      fc.integer({ min: 1, max: 40 * 86_400_000 }),
      fc.integer({ min: 200 * 86_400, max: 230 * 86_400 }).map((seconds) => 1_000 * seconds),
    ),
    granularity: fc.constantFrom('raw', 'hourly', null),
    profile: fc.constantFrom(null, 'national', 'carbon', 'grid', 'custom'),
  })
  .map(({ fromMs, lengthMs, granularity, profile }) => ({
    fromMs,
    toMs: fromMs + lengthMs,
    granularity,
    profile,
  }))

test('the history equals its definition on any window, granularity and weighting', async () => {
  await fc.assert(
    fc.asyncProperty(asked, async (request) => {
      const response = await fixture.ask(pathOf(request))
      expect(response.status).toBe(200)
      expect(v.parse(ScoreHistoryResponse, await response.json())).toEqual(expected(request))
    }),
    { numRuns: 250 },
  )
})

test('CSV and NDJSON have the same points as JSON, with the program that made each as last column', async () => {
  const columns = [...Object.keys(HistoryPoint.entries), 'provenance']
  const seen = new Set<PointProvenance>()
  await fc.assert(
    fc.asyncProperty(asked, async (request) => {
      const points = exported(request)
      points.forEach(({ provenance }) => void seen.add(provenance))
      const csv = await fixture.ask(pathOf(request), 'scale', { headers: { accept: 'text/csv' } })
      const rows = points.map((point) =>
        columns.map((column) => point[column as keyof ExportedHistoryPoint] ?? '').join(','),
      )
      expect(await csv.text()).toBe([columns.join(','), ...rows, ''].join('\r\n'))
      const ndjson = await fixture.ask(pathOf(request), 'scale', { headers: { accept: 'application/x-ndjson' } })
      expect(await ndjson.text()).toBe(points.map((point) => `${JSON.stringify(point)}\n`).join(''))
    }),
    { numRuns: 60 },
  )
  expect([...seen].sort()).toEqual(['backfilled', 'live', 'mixed'])
})

test('the text has the contract’s keys in order, byte for byte', async () => {
  const request: Asked = { fromMs: startMs - 1_000, toMs: startMs + 86_400_000, granularity: 'raw', profile: 'carbon' }
  expect(await (await fixture.ask(pathOf(request))).text()).toBe(JSON.stringify(expected(request)))
})
