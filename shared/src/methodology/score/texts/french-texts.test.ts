import { describe, expect, test } from 'bun:test'
import { dimensions } from '../../../contract/dimensions.ts'
import { scoreLevels } from '../../../contract/score.ts'
import { toMs } from '../testing/sample-inputs.ts'
import { chooseSignalMessage, composeRecommendation } from './advice-texts.ts'
import { describeAdequacy, describeCarbon, describeGrid, describePrice } from './sub-score-texts.ts'
import { advise, betterHours, composeEverySentence, now } from './testing/every-sentence.ts'

const { advices, all: sentences } = composeEverySentence('fr')

describe('every French sentence', () => {
  test('begins with a capital, ends with one full stop, and is one sentence', () => {
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}[^.]*\.$/u)
  })

  test('contains a figure', () => {
    for (const sentence of sentences) expect(sentence).toMatch(/\d/)
  })

  test('has a unit after a figure: €/MWh, g, GW, %, points, or the scale of the score', () => {
    for (const sentence of sentences) {
      expect(sentence).toMatch(/\d\u00a0(?:€\/MWh|g d’équivalent CO₂ par kWh|GW|%|points?|sur [13])/)
    }
  })

  test('has no plain space before a colon, semicolon, exclamation or question mark, percent or euro sign', () => {
    for (const sentence of sentences) expect(sentence).not.toMatch(/ [:;!?%€»]/)
  })

  test('has a no-break space between a number and the next word, and no double space', () => {
    for (const sentence of sentences) {
      expect(sentence).not.toMatch(/\d \p{L}/u)
      expect(sentence).not.toMatch(/\s\s/)
    }
  })

  test('uses the typographic apostrophe, minus sign and comma', () => {
    for (const sentence of sentences) expect(sentence).not.toMatch(/'|"|-\d|\d\.\d|NaN|undefined|null/)
  })

  test('has one colon at most', () => {
    for (const sentence of sentences) expect(sentence.split(':').length).toBeLessThanOrEqual(2)
  })
})

describe('sub-score details', () => {
  const price = (value: number, eurPerMwh: number) => describePrice({ value, basis: { kind: 'day_ahead', eurPerMwh } })

  test('name a price by its level, with the same bounds', () => {
    const words = [70, 69.9, 40, 39.9].map((value) => price(value, 50).match(/est (\p{L}+)/u)?.[1])
    expect(words).toEqual(['bas', 'moyen', 'moyen', 'élevé'])
  })

  test('call a price negative exactly when the shown figure is', () => {
    expect(price(100, -0.05)).toBe('Le prix de marché est négatif\u00a0: −0,1\u00a0€/MWh pour cette heure.')
    expect(price(97, -0.04)).toBe('Le prix de marché est bas\u00a0: 0,0\u00a0€/MWh pour cette heure.')
  })

  test('say that an estimated price is not known, and what the estimate uses', () => {
    expect(describePrice({ value: 28, basis: { kind: 'peak_estimate', eurPerMwh: 84.26 } })).toBe(
      'Le prix de cette heure n’est pas connu\u00a0: il est estimé à 84,3\u00a0€/MWh d’après les heures chères des 14\u00a0derniers jours.',
    )
  })

  test('distinguish realised from projected emissions', () => {
    const carbon = (kind: 'realised' | 'projected') =>
      describeCarbon({ value: 82.5, basis: { kind, gCo2eqPerKwh: 20 } })
    expect(carbon('realised')).toContain(' émet peu')
    expect(carbon('projected')).toContain(' devrait émettre peu')
  })

  test('name the points that a shortage costs, in the singular below 2', () => {
    const grid = (level: number, imbalancePoints: number) =>
      describeGrid({ value: 50, basis: { kind: 'signal', level, imbalancePoints } })
    expect(grid(1, 16.64)).toEndWith(', mais le système électrique manque d’énergie en ce moment (−16,6\u00a0points).')
    expect(grid(1, 1.94)).toEndWith('(−1,9\u00a0point).')
    expect(grid(1, 1.95)).toEndWith('(−2,0\u00a0points).')
    expect(grid(1, 0.04)).toEndWith('au niveau 1\u00a0sur 3.')
  })

  test('do not mention a shortage when the score is 0 anyway', () => {
    expect(describeGrid({ value: 0, basis: { kind: 'signal', level: 3, imbalancePoints: 20 } })).not.toContain('point')
  })

  test('describe a margin by its sign; one that rounds to 0 is neither above nor below', () => {
    const margin = (share: number) => describeAdequacy({ value: 50, basis: { kind: 'margin', margin: share } })
    expect(margin(0.448)).toBe('Les moyens de production disponibles dépassent de 45\u00a0% la consommation attendue.')
    expect(margin(-0.051)).toBe(
      'Les moyens de production disponibles sont inférieurs de 5\u00a0% à la consommation attendue.',
    )
    expect(margin(-0.004)).toBe(margin(0.004))
    expect(margin(0)).toContain('tout juste')
  })
})

describe('the recommendation', () => {
  test('differs for every level, worst dimension and better hour', () => {
    expect(new Set(advices).size).toBe(scoreLevels.length * dimensions.length * betterHours.length)
  })

  test('gives the score first, and the score of the better hour', () => {
    for (const advice of advices) expect(advice).toMatch(/^[^(]+\((?:74|55|21)\u00a0sur 100\)/)
    expect(advices.filter((advice) => advice.includes('(88\u00a0sur 100)'))).toHaveLength(36)
  })

  test('reads naturally', () => {
    expect(advise('Optimal', null, 'fr')).toBe(
      'C’est un bon moment pour consommer (74\u00a0sur 100)\u00a0: lancez vos appareils maintenant, même si le prix n’est pas au plus bas.',
    )
    expect(advise('Optimal', '2026-02-03T21:00:00Z', 'fr')).toBe(
      'C’est un bon moment pour consommer (74\u00a0sur 100)\u00a0: lancez vos appareils maintenant ou, si rien ne presse, à 22\u00a0h (88\u00a0sur 100), même si le prix n’est pas au plus bas.',
    )
    expect(advise('Acceptable', '2026-02-03T23:00:00Z', 'fr')).toBe(
      'Le moment est correct (55\u00a0sur 100), mais le prix en est le point faible\u00a0: décalez à minuit (88\u00a0sur 100) ce qui peut attendre.',
    )
    expect(advise('Unfavorable', '2026-02-04T03:00:00Z', 'fr')).toBe(
      'Mieux vaut attendre (21\u00a0sur 100), car l’électricité est chère\u00a0: reportez à demain 4\u00a0h (88\u00a0sur 100) ce qui peut attendre.',
    )
    expect(advise('Unfavorable', null, 'fr')).toBe(
      'Mieux vaut attendre (21\u00a0sur 100), car l’électricité est chère\u00a0: reportez tout ce qui peut attendre.',
    )
  })

  test('names no weak point when the score is 100', () => {
    const full = composeRecommendation({ level: 'Optimal', globalScore: 100, worst: 'price', betterHour: null, now })
    expect(full).toBe('C’est un bon moment pour consommer (100\u00a0sur 100)\u00a0: lancez vos appareils maintenant.')
  })

  test('names the hour by the Paris clock, also when the day is another in UTC', () => {
    const summer = Temporal.Instant.from('2024-07-14T21:30:00Z')
    const at = (start: string) =>
      composeRecommendation({
        level: 'Unfavorable',
        globalScore: 20,
        worst: 'grid',
        betterHour: { startMs: toMs(start), globalScore: 60 },
        now: summer,
      })
    expect(at('2024-07-14T22:00:00Z')).toContain(' à minuit ')
    expect(at('2024-07-14T23:00:00Z')).toContain(' à demain 1\u00a0h ')
  })
})

describe('the message of a day’s grid signal', () => {
  test('is the publisher’s own text without surrounding spaces', () => {
    expect(chooseSignalMessage(' Pas d’alerte : tout va bien. ', 2)).toBe('Pas d’alerte : tout va bien.')
  })

  test('is made from the level when the publisher gives none', () => {
    expect([1, 2, 3].map((level) => chooseSignalMessage('', level))).toEqual([
      'Aucune tension n’est prévue sur le réseau\u00a0: niveau 1\u00a0sur 3.',
      'Le réseau est tendu, niveau 2\u00a0sur 3\u00a0: décalez ou réduisez votre consommation.',
      'Le réseau est très tendu, niveau 3\u00a0sur 3\u00a0: sans baisse de la consommation, des coupures sont inévitables.',
    ])
  })
})
