import type { EnergyScore } from '../contract/score.ts'
import type { Weighting } from '../http/weighting-query.ts'
import type { Advice } from '../methodology/score/advice-texts.ts'
import { nextBetterHour } from '../methodology/score/better-hour.ts'
import { composite, globalScore, scoreLevel, worstDimension } from '../methodology/score/composite.ts'
import { scoreStatus } from '../methodology/score/score-confidence.ts'
import { methodologyVersions } from '../methodology/versions.ts'
import type { ScoreSnapshot } from '../snapshot/score-snapshot.ts'
import { knownAdvice } from './known-advice.ts'
import { type RatedHour, valuesOfSubScores } from './rated-hours.ts'

/**
 * The live score under one weighting, as the interface serves it.
 *
 * @param hours forecast hours ascending, for the advice; empty when there is no forecast
 * @param now decides only which hours lie ahead and which day is tomorrow
 */
export function energyScore(
  snapshot: ScoreSnapshot,
  hours: readonly RatedHour[],
  { weights, profileApplied }: Weighting,
  now: Temporal.Instant,
): EnergyScore {
  const advice = scoreAdvice(snapshot, hours, { weights }, now)
  return {
    computedAt: snapshot.computedAt,
    globalScore: advice.globalScore,
    level: advice.level,
    recommendation: knownAdvice(advice),
    subScores: snapshot.subScores,
    confidence: snapshot.confidence,
    status: scoreStatus(snapshot.confidence),
    sourceAvailability: snapshot.sourceAvailability,
    weightsApplied: weights,
    profileApplied,
    spotPriceEurPerMWh: snapshot.spotPriceEurPerMWh,
    gridSignalStatus: snapshot.gridSignalStatus,
    methodologyVersions: methodologyVersions(false),
  }
}

/** What the recommendation of that score is made of; the parameters are the same. */
export function scoreAdvice(
  { subScores }: ScoreSnapshot,
  hours: readonly RatedHour[],
  { weights }: Pick<Weighting, 'weights'>,
  now: Temporal.Instant,
): Advice {
  const values = valuesOfSubScores(subScores)
  const score = globalScore(composite(values, weights))
  return {
    level: scoreLevel(score),
    globalScore: score,
    worst: worstDimension(values, weights),
    betterHour: nextBetterHour(values, hours, weights, now),
    now,
  }
}
