import { round1, round2, roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { MethodologyBreakdownEntry, ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { toGlobalScore } from '@hexawatt/shared/methodology/score/composite'
import { type SamplePoint, slowComposite } from './sample-series.ts'

/** Input of the definition: the raw points of the window. */
export type SlowQuery = {
  points: readonly SamplePoint[]
  granularity: 'raw' | 'hourly'
  weights: ScoreWeights
  timeZone: string
}

type Aggregates = Omit<
  ScoreAnalyticsResponse,
  | 'from'
  | 'to'
  | 'effectiveFrom'
  | 'truncated'
  | 'maxHistoryDays'
  | 'granularity'
  | 'profileApplied'
  | 'seriesStart'
  | 'carbonSeriesStart'
  | 'consumptionSeriesStart'
  | 'timeZone'
>

/** The definition of analytics, point by point, without any sum that is kept: slow, and plain to read. */
export function slowAnalytics({ points, granularity, weights, timeZone }: SlowQuery): Aggregates {
  const samples = granularity === 'raw' ? points.map((point) => [point]) : [...byHour(points).values()]
  const carbon = points.filter(({ production }) => production !== null)
  const consumption = points.filter((point) => point.consumption !== null)
  const hours = hoursOfDay(points, weights, timeZone)
  return {
    sampleCount: samples.length,
    carbonSampleCount: samples.filter((sample) => sample.some(({ production }) => production !== null)).length,
    consumptionSampleCount: samples.filter((sample) => sample.some((point) => point.consumption !== null)).length,
    avgGlobalScore: points.length === 0 ? null : round1(slowComposite(points, weights)),
    optimalPct:
      samples.length === 0
        ? null
        : round2((100 * samples.filter((sample) => isOptimal(sample, weights)).length) / samples.length),
    bestHours: hours
      .toSorted((one, other) => other.avgGlobalScore - one.avgGlobalScore || one.hour - other.hour)
      .slice(0, 5),
    worstHours: hours
      .toSorted((one, other) => one.avgGlobalScore - other.avgGlobalScore || one.hour - other.hour)
      .slice(0, 5),
    avgCarbonIntensityGco2Kwh: servedMean(carbon.map(({ production }) => round2(production ?? 0))),
    avgLowCarbonPct: servedMean(carbon.map(({ lowCarbon }) => round2(lowCarbon ?? 0))),
    avgCarbonIntensityConsumptionGco2Kwh: servedMean(consumption.map((point) => round2(point.consumption ?? 0))),
    avgConsumptionBoundaryDelta: meanDelta(carbon, consumption),
    methodologyBreakdown: breakdown(samples),
  }
}

/** Of the two means where all points have both values, otherwise the mean of the differences of the points with both values. */
function meanDelta(carbon: readonly SamplePoint[], consumption: readonly SamplePoint[]): number | null {
  const [before, after] = [
    servedMean(carbon.map(({ production }) => round2(production ?? 0))),
    servedMean(consumption.map((point) => round2(point.consumption ?? 0))),
  ]
  if (carbon.length === consumption.length) return before === null || after === null ? null : round2(after - before)
  return servedMean(consumption.map((point) => round2(round2(point.consumption ?? 0) - round2(point.production ?? 0))))
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
/** Sums of binary numbers are off by some 10⁻¹⁴: cut off before a half is looked for. */
const withoutNoise = (value: number): number => roundHalfAwayFromZero(value, 9)
const servedMean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : round2(withoutNoise(mean(values)))

/** Points by UTC hour. */
function byHour(points: readonly SamplePoint[]): Map<number, SamplePoint[]> {
  return Map.groupBy(points, ({ atMs }) => Math.floor(atMs / 3_600_000))
}

function isOptimal(points: readonly SamplePoint[], weights: ScoreWeights): boolean {
  return toGlobalScore(slowComposite(points, weights)) >= 70
}

type HourOfDay = ScoreAnalyticsResponse['bestHours'][number]

function hoursOfDay(points: readonly SamplePoint[], weights: ScoreWeights, timeZone: string): HourOfDay[] {
  const hourOf = localHours(timeZone)
  const groups = Map.groupBy(points, ({ atMs }) => hourOf(atMs))
  return [...groups].map(([hour, group]) => ({
    hour,
    avgGlobalScore: round1(slowComposite(group, weights)),
    sampleCount: group.length,
  }))
}

const hoursByZone = new Map<string, Map<number, number>>()

/** Hour of the day as the zone's own calendar says it, remembered because it is asked for again and again. */
function localHours(timeZone: string): (atMs: number) => number {
  const known = hoursByZone.get(timeZone) ?? new Map<number, number>()
  hoursByZone.set(timeZone, known)
  return (atMs) => {
    const hour = known.get(atMs) ?? Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).hour
    known.set(atMs, hour)
    return hour
  }
}

type Versions = SamplePoint['versions']

function breakdown(samples: readonly SamplePoint[][]): MethodologyBreakdownEntry[] {
  const groups = Map.groupBy(samples.map(prevailing), (versions) => versions.join('.'))
  return [...groups.values()]
    .map((group) => ({ versions: group[0] ?? [0, 0, 0, null], sampleCount: group.length }))
    .sort((one, other) => other.sampleCount - one.sampleCount || newerFirst(one.versions, other.versions))
    .map(({ versions: [score, carbon, confidence, consumption], sampleCount }) => ({
      methodologyVersions: { score, carbon, confidence, consumption },
      sampleCount,
    }))
}

/** The set of most points of a sample; of two with as many, the newer. */
function prevailing(sample: readonly SamplePoint[]): Versions {
  const groups = [...Map.groupBy(sample, ({ versions }) => versions.join('.')).values()]
  const sets = groups.map((group) => ({ versions: group[0]?.versions ?? [0, 0, 0, null], count: group.length }))
  const [first] = sets.sort((one, other) => other.count - one.count || newerFirst(one.versions, other.versions))
  return (first?.versions ?? [0, 0, 0, null]) as Versions
}

function newerFirst(one: readonly (number | null)[], other: readonly (number | null)[]): number {
  const differences = one.map((version, index) => (other[index] ?? 0) - (version ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}
