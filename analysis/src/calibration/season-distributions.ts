import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { type ScoreLevel, scoreLevels } from '@hexawatt/shared/contract/score'
import { composite, globalScore, scoreLevel } from '@hexawatt/shared/methodology/score/composite'
import type { SubScoreValues } from '@hexawatt/shared/methodology/score/sub-scores'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { distributionOf, type ValueDistribution } from './value-distribution.ts'

/** Dimensions whose spread is told: no signal was recorded, so that grid is adequacy. */
export const toldDimensions = ['price', 'carbon', 'adequacy'] as const

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
  subScores: Record<(typeof toldDimensions)[number], ValueDistribution>
  /** Share of each level of the national weighting, 0–1. */
  levelShares: Record<ScoreLevel, number>
}

/** The spread over all hours and over each season of Paris months. */
export function seasonDistributions(byHour: ReadonlyMap<number, SubScoreValues>): SeasonDistribution[] {
  const hours = [...byHour].map(([startMs, values]) => ({ month: parisMonth(startMs), values }))
  return seasons.map(({ name, months }) =>
    seasonDistribution(
      name,
      hours.filter(({ month }) => months.includes(month)).map(({ values }) => values),
    ),
  )
}

function seasonDistribution(name: string, hours: readonly SubScoreValues[]): SeasonDistribution {
  const levels = hours.map((values) => scoreLevel(globalScore(composite(values, nationalWeights))))
  const spread = (dimension: (typeof toldDimensions)[number]): ValueDistribution =>
    distributionOf(hours.map((values) => values[dimension]))
  const share = (level: ScoreLevel): number =>
    levels.filter((other) => other === level).length / Math.max(1, hours.length)
  return {
    name,
    hours: hours.length,
    subScores: { price: spread('price'), carbon: spread('carbon'), adequacy: spread('adequacy') },
    levelShares: Object.fromEntries(scoreLevels.map((level) => [level, share(level)])) as Record<ScoreLevel, number>,
  }
}

function parisMonth(startMs: number): number {
  return Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(parisTimeZone).month
}
