import type { EnergyScore } from '../contract/score.ts'
import type { Weighting } from '../http/weighting-query.ts'
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
  const values = valuesOfSubScores(snapshot.subScores)
  const score = globalScore(composite(values, weights))
  const level = scoreLevel(score)
  const worst = worstDimension(values, weights)
  const betterHour = nextBetterHour(values, hours, weights, now)
  return {
    computedAt: snapshot.computedAt,
    globalScore: score,
    level,
    recommendation: knownAdvice({ level, globalScore: score, worst, betterHour, now }),
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
