import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { type ScoreLevel, scoreLevels } from '@hexawatt/shared/contract/score'
import {
  computeComposite,
  type RatedSlot,
  toGlobalScore,
  toScoreLevel,
} from '@hexawatt/shared/methodology/score/composite'
import { toParisTime } from '@hexawatt/shared/time/paris'

/** Dimensions with a distribution: no grid signal was recorded, so the grid score equals the adequacy score. */
export const distributedDimensions = ['price', 'carbon', 'adequacy'] as const

const seasons: readonly { name: string; months: readonly number[] }[] = [
  { name: 'all', months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
  { name: 'Dec–Feb', months: [12, 1, 2] },
  { name: 'Mar–May', months: [3, 4, 5] },
  { name: 'Jun–Aug', months: [6, 7, 8] },
  { name: 'Sep–Nov', months: [9, 10, 11] },
]

/** Spread of the sub-scores and levels of one season. */
export type SeasonDistribution = {
  name: string
  hours: number
  subScores: Record<(typeof distributedDimensions)[number], ValueDistribution>
  /** Share of each level of the national weighting, 0–1. */
  levelShares: Record<ScoreLevel, number>
}

/** The spread over all hours and over each season of Paris months. */
export function computeSeasonDistributions(byHour: ReadonlyMap<number, RatedSlot>): SeasonDistribution[] {
  const hours = [...byHour].map(([startMs, slot]) => ({ month: toParisMonth(startMs), slot }))
  return seasons.map(({ name, months }) =>
    computeSeasonDistribution(
      name,
      hours.filter(({ month }) => months.includes(month)).map(({ slot }) => slot),
    ),
  )
}

function computeSeasonDistribution(name: string, hours: readonly RatedSlot[]): SeasonDistribution {
  const levels = hours.map(({ values, known }) =>
    toScoreLevel(toGlobalScore(computeComposite(values, known, nationalWeights))),
  )
  const spread = (dimension: (typeof distributedDimensions)[number]): ValueDistribution =>
    computeDistribution(hours.map(({ values }) => values[dimension]))
  const share = (level: ScoreLevel): number =>
    levels.filter((other) => other === level).length / Math.max(1, hours.length)
  return {
    name,
    hours: hours.length,
    subScores: { price: spread('price'), carbon: spread('carbon'), adequacy: spread('adequacy') },
    levelShares: recordFromEntries(scoreLevels, (level) => share(level)),
  }
}

function toParisMonth(startMs: number): number {
  return toParisTime(Temporal.Instant.fromEpochMilliseconds(startMs)).month
}

/** Upper ends of the bands between the two ends of the scale. */
const bandEnds = [20, 40, 60, 80] as const

/** Names of the bands, in order: the ends of the scale by themselves, each other band with its lower end. */
export const bandNames = ['0', '0–20', '20–40', '40–60', '60–80', '80–100', '100'] as const

/** How the values of a sub-score are spread. Shares are 0–1. */
export type ValueDistribution = {
  /** Share of each of {@link bandNames}. */
  bandShares: number[]
  /** The most frequent value (values have one decimal), of equals the lowest; null without values. */
  mode: number | null
  modeShare: number
}

/** Distribution of sub-scores of 0–100. */
export function computeDistribution(values: readonly number[]): ValueDistribution {
  const counts = bandNames.map(() => 0)
  for (const value of values) {
    const band = findBand(value)
    counts[band] = (counts[band] ?? 0) + 1
  }
  const [mode, modeCount] = findMostFrequent(values)
  return {
    bandShares: counts.map((count) => count / Math.max(1, values.length)),
    mode,
    modeShare: modeCount / Math.max(1, values.length),
  }
}

function findBand(value: number): number {
  if (value <= 0) return 0
  if (value >= 100) return bandNames.length - 1
  return 1 + bandEnds.filter((end) => value >= end).length
}

function findMostFrequent(values: readonly number[]): [mode: number | null, count: number] {
  const groups = [...Map.groupBy(values, (value) => value)].map(([value, equal]) => [value, equal.length] as const)
  return groups.reduce<[number | null, number]>(
    ([mode, most], [value, count]) =>
      count > most || (count === most && mode !== null && value < mode) ? [value, count] : [mode, most],
    [null, 0],
  )
}
