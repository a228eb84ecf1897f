import { describe, expect, test } from 'bun:test'
import { dimensions } from '@hexawatt/shared/contract/dimensions'
import { nationalWeights, profiles } from '@hexawatt/shared/contract/profiles'
import { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import fc from 'fast-check'
import * as v from 'valibot'
import { startHistoryFixture } from './testing/history-fixture.ts'
import { sampleSeries } from './testing/sample-series.ts'
import { slowAnalytics } from './testing/slow-analytics.ts'

const now = '2025-11-04T09:12:34Z'
const series = sampleSeries()
const seriesStartMs = series[0]?.atMs ?? 0

const fixture = stopAtEnd(await startHistoryFixture(now))
await fixture.addPoints(series)

const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')

type Asked = {
  fromMs: number
  toMs: number
  granularity: 'raw' | 'hourly' | null
  timeZone: string | null
  profile: string | null
  weights: ScoreWeights | null
}

function queryOf({ fromMs, toMs, granularity, timeZone, profile, weights }: Asked): string {
  const query = new URLSearchParams({ from: iso(fromMs), to: iso(toMs) })
  if (granularity !== null) query.set('granularity', granularity)
  if (timeZone !== null) query.set('timezone', timeZone)
  if (profile !== null) query.set('profile', profile)
  for (const dimension of weights === null ? [] : dimensions) {
    query.set(`w${dimension[0]?.toUpperCase()}${dimension.slice(1)}`, String(weights?.[dimension]))
  }
  return query.toString()
}

async function ask(asked: Asked): Promise<ScoreAnalyticsResponse> {
  const response = await fixture.ask(`/v1/score/analytics?${queryOf(asked)}`)
  return v.parse(ScoreAnalyticsResponse, await response.json())
}

/** The whole answer by the definition. */
function expected({ fromMs, toMs, granularity, timeZone, profile, weights }: Asked): ScoreAnalyticsResponse {
  const inForce = granularity ?? (toMs - fromMs <= 31 * 86_400_000 ? 'raw' : 'hourly')
  const preset = profiles.find(({ name }) => name === profile)
  const effectiveFromMs = Math.min(Math.max(fromMs, seriesStartMs), toMs)
  // Hourly, a window holds the hours that begin in it.
  const firstMs = inForce === 'hourly' ? Math.ceil(fromMs / hourMs) * hourMs : fromMs
  const first = (key: 'production' | 'consumption'): string =>
    iso(series.find((point) => point[key] !== null)?.atMs ?? 0)
  return {
    from: iso(fromMs),
    to: iso(toMs),
    effectiveFrom: iso(effectiveFromMs),
    truncated: effectiveFromMs > fromMs,
    maxHistoryDays: 3_660,
    granularity: inForce,
    profileApplied: weights === null ? profile : 'custom',
    seriesStart: iso(seriesStartMs),
    carbonSeriesStart: first('production'),
    consumptionSeriesStart: first('consumption'),
    timeZone: timeZone ?? 'UTC',
    ...slowAnalytics({
      points: series.filter(({ atMs }) => atMs >= firstMs && atMs < toMs),
      granularity: inForce,
      weights: weights ?? preset?.weights ?? nationalWeights,
      timeZone: timeZone ?? 'UTC',
    }),
  }
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const bounds = { first: seriesStartMs - 30 * hourMs, last: Date.parse(now) }
const steps = [1, 1_000, minuteMs, 10 * minuteMs, hourMs, 24 * hourMs]

/** An instant about the series: on a millisecond, a whole second, a ten-minute tick, an hour or a day. */
const instantMs = fc
  .tuple(fc.integer({ min: 0, max: bounds.last - bounds.first }), fc.constantFrom(...steps))
  .map(([offset, step]) => Math.floor((bounds.first + offset) / step) * step)

/** Short windows are cut by both edges, long ones rest on the sums. */
const window = fc
  .oneof(
    fc.tuple(instantMs, instantMs),
    fc.tuple(instantMs, fc.integer({ min: 1, max: 300 })).map(([from, minutes]) => [from, from + minutes * minuteMs]),
  )
  .map(([one = 0, other = 0]) => ({ fromMs: Math.min(one, other), toMs: Math.max(one, other) }))
  .filter(({ fromMs, toMs }) => fromMs < toMs)

/** Four shares of a whole number of parts: weights of two to four decimals that sum to 1. */
const weights = fc
  .tuple(fc.constantFrom(4, 10, 100, 1_000, 10_000), fc.array(fc.nat(10_000), { minLength: 3, maxLength: 3 }))
  .map(([parts, cuts]): ScoreWeights => {
    const [one = 0, two = 0, three = 0] = cuts.map((cut) => cut % (parts + 1)).sort((a, b) => a - b)
    return {
      price: one / parts,
      carbon: (two - one) / parts,
      grid: (three - two) / parts,
      adequacy: (parts - three) / parts,
    }
  })

const weighting = fc.oneof(
  fc.constant({ profile: null, weights: null }),
  fc.constantFrom(...profiles.map(({ name }) => name)).map((profile) => ({ profile, weights: null })),
  weights.map((custom) => ({ profile: null, weights: custom })),
)

const zones = [
  null,
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'Africa/Casablanca',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
] as const

const request = fc
  .tuple(window, weighting, fc.constantFrom('raw', 'hourly', null), fc.constantFrom(...zones))
  .map(([asked, weighed, granularity, timeZone]): Asked => ({ ...asked, ...weighed, granularity, timeZone }))

describe('analytics are what their definition makes of the raw points', () => {
  test('analytics equal their definition on random windows, weights, zones and granularities', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        expect(await ask(asked)).toEqual(expected(asked))
      }),
      { numRuns: 300 },
    )
  })

  test('analytics equal their definition over the whole series, in every zone, at both granularities', async () => {
    const whole = { fromMs: bounds.first, toMs: bounds.last, profile: null }
    for (const granularity of ['raw', 'hourly'] as const) {
      for (const timeZone of zones) {
        const asked = {
          ...whole,
          granularity,
          timeZone,
          weights: { price: 0.2, carbon: 0.5, grid: 0.05, adequacy: 0.25 },
        }
        const answer = await ask(asked)
        expect(answer).toEqual(expected(asked))
        expect(answer.bestHours).toHaveLength(5)
      }
    }
  })

  test('the Paris hour that repeats in autumn has the points of both, the hour skipped in spring has none', async () => {
    const paris = { granularity: 'raw', timeZone: 'Europe/Paris', profile: null, weights: null } as const
    const samplesByHour = async (from: string, to: string) => {
      const { bestHours } = await ask({ ...paris, fromMs: Date.parse(from), toMs: Date.parse(to) })
      return Object.fromEntries(bestHours.map(({ hour, sampleCount }) => [hour, sampleCount]))
    }
    const stored = (from: string, to: string) =>
      series.filter(({ atMs }) => atMs >= Date.parse(from) && atMs < Date.parse(to)).length
    expect(await samplesByHour('2025-10-25T23:00:00Z', '2025-10-26T03:00:00Z')).toEqual({
      1: stored('2025-10-25T23:00:00Z', '2025-10-26T00:00:00Z'),
      2: stored('2025-10-26T00:00:00Z', '2025-10-26T02:00:00Z'),
      3: stored('2025-10-26T02:00:00Z', '2025-10-26T03:00:00Z'),
    })
    expect(await samplesByHour('2025-03-30T00:00:00Z', '2025-03-30T02:00:00Z')).toEqual({
      1: stored('2025-03-30T00:00:00Z', '2025-03-30T01:00:00Z'),
      3: stored('2025-03-30T01:00:00Z', '2025-03-30T02:00:00Z'),
    })
  })

  test('the sample contains every case that can go wrong', () => {
    const sets = new Set(series.map(({ versions }) => versions.join('.')))
    expect(sets.size).toBe(4)
    expect(series.some(({ production }) => production === null)).toBe(true)
    expect(series.length).toBeGreaterThan(5_000)
  })
})
