import { describe, expect, test } from 'bun:test'
import { dimensions } from '../../contract/dimensions.ts'
import { scoreLevels } from '../../contract/score.ts'
import type { Language } from '../../contract/values/languages.ts'
import { toMs } from './testing/sample-inputs.ts'
import { composeRecommendation, findSignalSentence } from './texts/advice-texts.ts'
import { describeAdequacy, describeCarbon, describeGrid, describePrice } from './texts/sub-score-texts.ts'

/** 21:20 in Paris: a better hour may be today, at midnight, tomorrow, or none. */
const now = Temporal.Instant.from('2026-02-03T20:20:00Z')
const betterHours = ['2026-02-03T21:00:00Z', '2026-02-03T23:00:00Z', '2026-02-04T03:00:00Z', null].map((start) =>
  start === null ? null : { startMs: toMs(start), globalScore: 88 },
)
const scoreOf = { Optimal: 74, Acceptable: 55, Unfavorable: 21 }

/** Every kind of sentence in a language, in one order. */
function sentencesIn(language: Language): string[] {
  const values = [100, 55, 5]
  return [
    ...(['day_ahead', 'peak_estimate', 'off_peak_estimate', 'median'] as const).flatMap((kind) =>
      [-134.94, 0, 2_987.78].flatMap((eurPerMwh) =>
        values.map((value) => describePrice({ value, basis: { kind, eurPerMwh } }, language)),
      ),
    ),
    ...(['realised', 'projected', 'same_hour_mean', 'median'] as const).flatMap((kind) =>
      values.map((value) => describeCarbon({ value, basis: { kind, gCo2eqPerKwh: 35.04 } }, language)),
    ),
    ...[0, 1, 2, 3].flatMap((level) =>
      [0, 1, 1.94, 20].map((imbalancePoints) =>
        describeGrid({ value: 50, basis: { kind: 'signal', level, imbalancePoints } }, language),
      ),
    ),
    describeGrid({ value: 61.3, basis: { kind: 'adequacy' } }, language),
    ...[-0.35, 0, 0.5].map((margin) => describeAdequacy({ value: 50, basis: { kind: 'margin', margin } }, language)),
    ...(['consumption', 'median'] as const).map((kind) =>
      describeAdequacy({ value: 50, basis: { kind, consumptionMw: 47_400 } }, language),
    ),
    ...scoreLevels.flatMap((level) =>
      dimensions.flatMap((worst) =>
        betterHours.map((betterHour) =>
          composeRecommendation({ level, globalScore: scoreOf[level], worst, betterHour, now }, language),
        ),
      ),
    ),
    ...[1, 2, 3].map((level) => findSignalSentence(level, language)),
  ]
}

const english = sentencesIn('en')
const french = sentencesIn('fr')

/** The figures of a sentence but those of hours, written one way. */
const figuresOf = (sentence: string): string[] =>
  [...sentence.replaceAll(/\d+(?::00|\u00a0h\b)/g, '').matchAll(/[−\d][\d.,\u202f]*/g)].map(([figure]) =>
    figure
      .replaceAll(/[\u202f]|,(?=\d{3}\b)/g, '')
      .replace(',', '.')
      .replace(/\.$/, ''),
  )

describe('every English sentence', () => {
  test('is one sentence without French words', () => {
    for (const sentence of english) {
      expect(sentence).toMatch(/^\p{Lu}(?:[^.]|\.(?=\d))*\.$/u)
      expect(sentence).not.toMatch(/[àâçéèêîôû’]|\b(?:le|la|les|des|du|est|une|sur|pour|à)\b/i)
      expect(sentence).not.toMatch(/undefined|null|NaN|\s\s|,\.| :/)
    }
  })

  test('has the same figures as the French sentence', () => {
    expect(english.map(figuresOf)).toEqual(french.map(figuresOf))
  })

  test('differs from the others where the French sentence does', () => {
    expect(new Set(english).size).toBe(new Set(french).size)
  })
})

test('English sentences read naturally', () => {
  expect(describePrice({ value: 28, basis: { kind: 'peak_estimate', eurPerMwh: 84.26 } }, 'en')).toBe(
    'The price of this hour is not known: it is estimated at 84.3\u00a0€/MWh from the expensive hours of the last 14 days.',
  )
  expect(describeGrid({ value: 50, basis: { kind: 'signal', level: 1, imbalancePoints: 16.64 } }, 'en')).toBe(
    'The grid is not tense: signal at level 1\u00a0of 3, but the power system is short of energy at the moment (−16.6\u00a0points).',
  )
  const advise = (level: keyof typeof scoreOf, start: string | null) =>
    composeRecommendation(
      {
        level,
        globalScore: scoreOf[level],
        worst: 'price',
        betterHour: start === null ? null : { startMs: toMs(start), globalScore: 88 },
        now,
      },
      'en',
    )
  expect(advise('Optimal', '2026-02-03T21:00:00Z')).toBe(
    'This is a good moment to use electricity (74\u00a0of 100): start your appliances now or, if nothing is urgent, at 22:00 (88\u00a0of 100), even if the price is not at its lowest.',
  )
  expect(advise('Acceptable', '2026-02-03T23:00:00Z')).toBe(
    'The moment is fair (55\u00a0of 100), but the price is its weak point: move what can wait to midnight (88\u00a0of 100).',
  )
  expect(advise('Unfavorable', '2026-02-04T03:00:00Z')).toBe(
    'Better wait (21\u00a0of 100), because electricity is expensive: put off until 04:00 tomorrow (88\u00a0of 100) what can wait.',
  )
})
