import type { ScoreWeights } from '../../contract/score.ts'
import { hourMs } from '../../time/instant.ts'
import type { BetterHour } from './advice-texts.ts'
import { composite, globalScore } from './composite.ts'
import type { SubScoreValues } from './sub-scores.ts'

/** So far ahead an hour is proposed. */
const searchHours = 12
/** Points that make waiting worthwhile. */
const minGain = 10

/**
 * The next hour within 12 h whose composite is at least 10 points above the present one; null when there is none.
 *
 * @param hours forecast hours, ascending
 */
export function nextBetterHour(
  present: SubScoreValues,
  hours: readonly { startMs: number; values: SubScoreValues }[],
  weights: ScoreWeights,
  now: Temporal.Instant,
): BetterHour | null {
  const from = now.epochMilliseconds
  const threshold = composite(present, weights) + minGain
  const better = hours.find(
    ({ startMs, values }) =>
      startMs > from && startMs <= from + searchHours * hourMs && composite(values, weights) >= threshold,
  )
  return better === undefined
    ? null
    : { startMs: better.startMs, globalScore: globalScore(composite(better.values, weights)) }
}
