import { createBoundedMap } from '../bounds/bounded-map.ts'
import { type Advice, recommendation } from '../methodology/score/advice-texts.ts'
import { hourMs } from '../time/instant.ts'

/** Sentences that are kept: a score has 101 values, and what differs beside it changes with the hour. */
const maxSentences = 1_000

const sentences = createBoundedMap<string>(maxSentences)

/**
 * The recommendation, written once: of thousands of weightings most come to the same sentence, and its typography costs more than all the
 * arithmetic of a score.
 */
export function knownAdvice(advice: Advice): string {
  const { globalScore, level, worst, betterHour, now } = advice
  // Of the instant only the Paris day counts, and that changes with an hour.
  const clockHour = Math.floor(now.epochMilliseconds / hourMs)
  const key = `${globalScore} ${level} ${worst} ${betterHour?.startMs} ${betterHour?.globalScore} ${clockHour}`
  const known = sentences.get(key)
  if (known !== undefined) return known
  const sentence = recommendation(advice)
  sentences.set(key, sentence)
  return sentence
}
