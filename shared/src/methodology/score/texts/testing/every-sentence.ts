import { dimensions } from '../../../../contract/dimensions.ts'
import { type ScoreLevel, scoreLevels } from '../../../../contract/score.ts'
import type { Language } from '../../../../contract/values/languages.ts'
import { toMs } from '../../testing/sample-inputs.ts'
import { composeRecommendation, findSignalSentence } from '../advice-texts.ts'
import { describeAdequacy, describeCarbon, describeGrid, describePrice } from '../sub-score-texts.ts'

/** 21:20 in Paris: a better hour may be today, at midnight, tomorrow, or none. */
export const now = Temporal.Instant.from('2026-02-03T20:20:00Z')
export const betterHours = ['2026-02-03T21:00:00Z', '2026-02-03T23:00:00Z', '2026-02-04T03:00:00Z', null] as const
export const scoreOf = { Optimal: 74, Acceptable: 55, Unfavorable: 21 }

/** The recommendation of a level for a better hour, or for none, in a language. */
export function advise(
  level: ScoreLevel,
  start: string | null,
  language: Language,
  worst: (typeof dimensions)[number] = 'price',
): string {
  const betterHour = start === null ? null : { startMs: toMs(start), globalScore: 88 }
  return composeRecommendation({ level, globalScore: scoreOf[level], worst, betterHour, now }, language)
}

/** Every kind of sentence in a language, in one order. */
export function composeEverySentence(language: Language) {
  const values = [100, 55, 5]
  const details = [
    ...(['day_ahead', 'peak_estimate', 'off_peak_estimate', 'median'] as const).flatMap((kind) =>
      [-134.94, -0.01, 0, 58.52, 2_987.78].flatMap((eurPerMwh) =>
        values.map((value) => describePrice({ value, basis: { kind, eurPerMwh } }, language)),
      ),
    ),
    ...(['realised', 'projected', 'same_hour_mean', 'median'] as const).flatMap((kind) =>
      [12.04, 35, 88].flatMap((gCo2eqPerKwh) =>
        values.map((value) => describeCarbon({ value, basis: { kind, gCo2eqPerKwh } }, language)),
      ),
    ),
    ...[0, 1, 2, 3].flatMap((level) =>
      [0, 0.04, 1, 1.94, 2, 20].map((imbalancePoints) =>
        describeGrid({ value: 50, basis: { kind: 'signal', level, imbalancePoints } }, language),
      ),
    ),
    describeGrid({ value: 61.3, basis: { kind: 'adequacy' } }, language),
    ...[-0.35, -0.004, 0, 0.004, 0.5, 1.42].map((margin) =>
      describeAdequacy({ value: 50, basis: { kind: 'margin', margin } }, language),
    ),
    ...(['consumption', 'median'] as const).map((kind) =>
      describeAdequacy({ value: 50, basis: { kind, consumptionMw: 47_400 } }, language),
    ),
  ]
  const advices = scoreLevels.flatMap((level) =>
    dimensions.flatMap((worst) => betterHours.map((start) => advise(level, start, language, worst))),
  )
  const messages = [1, 2, 3].map((level) => findSignalSentence(level, language))
  return { advices, all: [...details, ...advices, ...messages] }
}
