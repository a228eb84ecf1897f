import { expect, test } from 'bun:test'
import { english } from '../texts/english.ts'
import { french } from '../texts/french.ts'
import { createView } from '../texts/view.ts'
import { writeMoment } from './moment-words.ts'

const views = { fr: createView('fr', french), en: createView('en', english) }
const say = (at: string, now: string, language: 'fr' | 'en' = 'fr') =>
  writeMoment(Date.parse(at), Date.parse(now), views[language]).replaceAll('\u00a0', ' ')

/** A Friday in winter, 18:20 in Paris. */
const evening = '2026-11-27T17:20:00Z'

test.each([
  ['2026-11-27T17:30:00Z', 'maintenant', 'now'],
  ['2026-11-27T21:00:00Z', 'ce soir à 22 h', 'this evening at 22:00'],
  ['2026-11-27T23:00:00Z', 'cette nuit à minuit', 'tonight at midnight'],
  ['2026-11-28T02:15:00Z', 'cette nuit à 3 h 15', 'tonight at 03:15'],
  ['2026-11-28T05:00:00Z', 'demain à 6 h', 'tomorrow at 06:00'],
  ['2026-11-28T11:00:00Z', 'demain à midi', 'tomorrow at noon'],
  ['2026-11-29T08:00:00Z', 'dimanche à 9 h', 'Sunday at 09:00'],
])('%s on a Friday evening is told as %p', (at, inFrench, inEnglish) => {
  expect([say(at, evening), say(at, evening, 'en')]).toEqual([inFrench, inEnglish])
})

test('within a day, morning, noon, afternoon and the rest of the night have their names', () => {
  const night = '2026-11-27T00:10:00Z'
  const hours = ['02:00', '08:00', '11:00', '14:00', '19:00'].map((time) => say(`2026-11-27T${time}:00Z`, night))
  expect(hours).toEqual(['cette nuit à 3 h', 'ce matin à 9 h', 'à midi', 'cet après-midi à 15 h', 'ce soir à 20 h'])
  // The night after the one in progress is not "this night".
  expect(say('2026-11-28T02:00:00Z', night)).toBe('demain à 3 h')
})

test('days are days of Paris, also when a clock changes', () => {
  expect(say('2026-03-29T01:00:00Z', '2026-03-28T20:00:00Z')).toBe('cette nuit à 3 h')
  expect(say('2026-10-25T01:00:00Z', '2026-10-24T20:00:00Z')).toBe('cette nuit à 2 h')
  expect(say('2026-07-14T22:30:00Z', '2026-07-14T16:00:00Z')).toBe('cette nuit à 0 h 30')
})
