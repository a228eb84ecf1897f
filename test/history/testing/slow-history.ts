import { round2, roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { HistoryPoint, MethodologyBreakdownEntry, PointProvenance } from '@hexawatt/shared/contract/score-history'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { toGlobalScore, toScoreLevel } from '@hexawatt/shared/methodology/score/composite'
import { type SamplePoint, slowComposite } from './sample-series.ts'

export type SlowHistory = {
  methodologyBreakdown: MethodologyBreakdownEntry[]
  points: HistoryPoint[]
  /** Provenance of each point. */
  provenances: PointProvenance[]
}

const hourMs = 3_600_000

/** The definition of the history, point by point: what it must be, told a second time and without any speed. */
export function slowHistory(
  points: readonly SamplePoint[],
  granularity: 'raw' | 'hourly',
  weights: ScoreWeights,
): SlowHistory {
  const samples =
    granularity === 'raw'
      ? points.map((point): Sample => ({ atMs: point.atMs, points: [point] }))
      : [...Map.groupBy(points, ({ atMs }) => Math.floor(atMs / hourMs) * hourMs)].map(
          ([atMs, ofHour]): Sample => ({ atMs, points: ofHour }),
        )
  return {
    methodologyBreakdown: breakdown(samples),
    points: samples.map((sample) => served(sample, weights)),
    provenances: samples.map(provenanceOf),
  }
}

function provenanceOf({ points }: Sample): PointProvenance {
  const [first, ...others] = new Set(points.map(({ provenance = 'backfilled' }) => provenance))
  return others.length > 0 || first === undefined ? 'mixed' : first
}

type Sample = { atMs: number; points: readonly SamplePoint[] }

function served({ atMs, points }: Sample, weights: ScoreWeights): HistoryPoint {
  const score = toGlobalScore(slowComposite(points, weights))
  const slots = points.map(({ carbonSlotStartMs }) => carbonSlotStartMs).filter((slot) => slot !== null)
  return {
    timestamp: iso(atMs),
    globalScore: score,
    level: toScoreLevel(score),
    confidence: roundHalfAwayFromZero(mean(points.map(({ confidence }) => confidence)), 0),
    carbonSlotStart: slots.length === 0 ? null : iso(Math.max(...slots)),
    carbonIntensityGco2Kwh: meanOfKnown(points.map(({ production }) => production)),
    carbonIntensityConsumptionGco2Kwh: meanOfKnown(points.map(({ consumption }) => consumption)),
    lowCarbonPct: meanOfKnown(points.map(({ lowCarbon }) => lowCarbon)),
    spotPriceEurPerMWh: meanOfKnown(points.map(({ spotPrice }) => spotPrice)),
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The mean of the values as they are served, to two decimals; exact in whole hundredths. */
function meanOfKnown(values: readonly (number | null)[]): number | null {
  const hundredths = values.filter((value) => value !== null).map((value) => Math.round(round2(value) * 100))
  return hundredths.length === 0 ? null : roundHalfAwayFromZero(mean(hundredths), 0) / 100
}

function breakdown(samples: readonly Sample[]): MethodologyBreakdownEntry[] {
  const bySet = Map.groupBy(samples, ({ points }) => prevailing(points).join())
  return [...bySet]
    .map(([text, ofSet]) => ({ set: text.split(',').map(Number), sampleCount: ofSet.length }))
    .toSorted((one, other) => other.sampleCount - one.sampleCount || compare(other.set, one.set))
    .map(({ set: [score = 0, carbon = 0, confidence = 0, consumption = 0], sampleCount }) => ({
      methodologyVersions: { score, carbon, confidence, consumption: consumption === 0 ? null : consumption },
      sampleCount,
    }))
}

/** The versions of most of the points; of two with as many, the newer. */
function prevailing(points: readonly SamplePoint[]): number[] {
  const bySet = Map.groupBy(points, ({ versions }) => versions.map((version) => version ?? 0).join())
  const [first] = [...bySet]
    .map(([text, ofSet]) => ({ set: text.split(',').map(Number), count: ofSet.length }))
    .toSorted((one, other) => other.count - one.count || compare(other.set, one.set))
  return first?.set ?? []
}

const compare = (one: readonly number[], other: readonly number[]): number =>
  one.map((value, index) => value - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0

const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')
