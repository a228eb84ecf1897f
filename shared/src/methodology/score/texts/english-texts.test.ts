import { describe, expect, test } from 'bun:test'
import { describeGrid, describePrice } from './sub-score-texts.ts'
import { advise, composeEverySentence } from './testing/every-sentence.ts'

const { all: english } = composeEverySentence('en')
const { all: french } = composeEverySentence('fr')

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
  expect(advise('Optimal', '2026-02-03T21:00:00Z', 'en')).toBe(
    'This is a good moment to use electricity (74\u00a0of 100): start your appliances now or, if nothing is urgent, at 22:00 (88\u00a0of 100), even if the price is not at its lowest.',
  )
  expect(advise('Acceptable', '2026-02-03T23:00:00Z', 'en')).toBe(
    'The moment is fair (55\u00a0of 100), but the price is its weak point: move what can wait to midnight (88\u00a0of 100).',
  )
  expect(advise('Unfavorable', '2026-02-04T03:00:00Z', 'en')).toBe(
    'Better wait (21\u00a0of 100), because electricity is expensive: put off until 04:00 tomorrow (88\u00a0of 100) what can wait.',
  )
})
