import { describe, expect, test } from 'bun:test'
import { computeStatement } from '../../statement/compute-statement.ts'
import type { BreakEvenAnswer, Caveat, Statement } from '../../statement/statement.ts'
import { madeUpContracts, madeUpKva, toComparedContract } from '../../testing/made-up-contracts.ts'
import { madeUpPrices } from '../../testing/made-up-prices.ts'
import { toCurve, toMonths, toTable } from '../../testing/made-up-year.ts'
import { vectorCases } from '../../testing/vector-inputs.ts'
import { listBreakEvenSentences, listMovedSentences } from './describe-changes.ts'
import { describeBest, listCaveatSentences, listUnknownSentences } from './describe-statement.ts'
import { english } from './english.ts'
import { french } from './french.ts'

/** The statement of a vector: 0 spring, 1 autumn with unknown figures, 2 winter with a gap. */
function stateVector(index: number): Statement {
  const found = vectorCases[index]
  if (found === undefined) throw new Error('no vector')
  const { input, question } = found
  const { kwh, minutes, usualStartMinute, window } = question.load
  return computeStatement({
    curve: toCurve(input),
    months: toMonths(input),
    table: toTable(madeUpPrices, madeUpKva),
    contracts: madeUpContracts.map(toComparedContract),
    current: question.current,
    moved: { energyKwh: kwh, minutes, usualStartMinute, window },
  })
}
const plain = (text: string | null): string => (text ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')
const plainAll = (texts: readonly string[]): string[] => texts.map(plain)
const [, autumn, winter] = [stateVector(0), stateVector(1), stateVector(2)]

const withTempo = (answer: BreakEvenAnswer, redDays = 2): Statement => ({
  ...winter,
  breakEvens: {
    tempo: [
      {
        key: 'tempo',
        reference: 'base',
        basis: 'total',
        redDays,
        redPeakKwh: 20,
        intoRedOffPeak: answer,
        intoBlueOffPeak: answer,
      },
    ],
    offPeak: [],
  },
})

describe('sentences on a statement', () => {
  test('name what is unknown with its energy, hours and reason', () => {
    expect(plainAll(listUnknownSentences(autumn, 'fr'))).toEqual([
      'Périmètre consommation (cycle de vie, avec les importations) : valeur inconnue pour 0,5 kWh (1 h), car l’intensité carbone de ces heures n’est pas connue.',
      'Coût avec « made up tempo » : valeur inconnue pour 18,1 kWh (24 h), car la couleur Tempo du jour n’est pas connue.',
      'Coût avec « Prix dynamique » : valeur inconnue pour 2,3 kWh (3 h), car le prix de marché de ces heures n’est pas connu.',
    ])
  })

  test('name figures that lack the same energy for the same reasons together', () => {
    const [consumption] = autumn.unknown
    if (consumption === undefined) throw new Error('nothing unknown')
    const production = { ...consumption, figure: { intensity: 'production' as const } }
    expect(plainAll(listUnknownSentences({ ...autumn, unknown: [production, consumption] }, 'en'))).toEqual([
      'Production boundary (life cycle) and consumption boundary (life cycle, with imports): unknown for 0.5 kWh (1 h), because the carbon intensity of these hours is not known.',
    ])
  })

  test('name the cheapest contract and what it saves against the current one', () => {
    expect(plain(describeBest(winter, 'fr'))).toBe(
      'Sur cette période, le contrat « Prix dynamique » aurait coûté 1,20 € de moins que votre contrat actuel, « made up base ».',
    )
    expect(plain(describeBest({ ...winter, comparison: null }, 'fr'))).toBe('')
  })

  test('say how many kWh have to leave the red peak hours of each red day, rounded up', () => {
    expect(plainAll(listBreakEvenSentences(winter, 'fr'))).toEqual([
      'Le contrat « made up tempo » devient plus avantageux que « made up base » si, chaque jour rouge, vous décalez 8,6 kWh des heures pleines vers les heures creuses, ou 8,2 kWh vers les heures creuses d’un jour bleu.',
      'Le contrat « made up hphc » devient plus avantageux que « made up base » à partir de 33 % de consommation en heures creuses (27 % aujourd’hui), soit 0,9 kWh à décaler chaque jour.',
    ])
    expect(plainAll(listBreakEvenSentences(withTempo({ state: 'possible', kwhPerDay: 4 }), 'en'))).toEqual([
      '“made up tempo” pays against “made up base” if, on each red day, you move 4 kWh out of the peak hours into the off-peak hours.',
    ])
  })

  test('do not say twice that Tempo is cheaper than the current contract', () => {
    const { comparison } = winter
    if (comparison === null) throw new Error('the vector compares contracts')
    const best = { ...comparison, best: 'tempo', current: 'base', basis: 'total' as const }
    const of = (answer: BreakEvenAnswer) => listBreakEvenSentences({ ...withTempo(answer), comparison: best }, 'fr')
    expect(of({ state: 'already', marginEur: 118.4 })).toEqual([])
    expect(of({ state: 'possible', kwhPerDay: 4 })).toHaveLength(1)
  })

  test('say when a contract already pays, never would, or has no red day to change', () => {
    const sentence = (answer: BreakEvenAnswer, redDays?: number) =>
      plainAll(listBreakEvenSentences(withTempo(answer, redDays), 'fr'))[0]
    expect(sentence({ state: 'already', marginEur: 118.4 })).toBe(
      'Le contrat « made up tempo » aurait coûté 118 € de moins que « made up base », sans rien changer à vos habitudes.',
    )
    expect(sentence({ state: 'already', marginEur: 0 })).toBe(
      'Le contrat « made up tempo » aurait coûté autant que « made up base ».',
    )
    expect(sentence({ state: 'never', missingEur: 34.25 })).toBe(
      'Le contrat « made up tempo » coûte plus cher que « made up base » : même en décalant toute la consommation des heures pleines rouges, il resterait un écart de 34 €.',
    )
    expect(sentence({ state: 'never', missingEur: 34.25 }, 0)).toContain('aucun jour rouge')
  })

  test('say whether subscriptions count where one of them is unknown', () => {
    const answer: BreakEvenAnswer = { state: 'already', marginEur: 12 }
    const [tempo] = withTempo(answer).breakEvens.tempo
    if (tempo === undefined || winter.comparison === null) throw new Error('no comparison')
    const comparison = { ...winter.comparison, basis: 'energy' as const }
    const breakEvens = { tempo: [{ ...tempo, basis: 'energy' as const }], offPeak: [] }
    expect(plain(describeBest({ ...winter, comparison }, 'fr'))).toContain('« made up base » (hors abonnement).')
    expect(plainAll(listBreakEvenSentences({ ...winter, breakEvens }, 'fr'))).toEqual([
      'Le contrat « made up tempo » aurait coûté 12 € de moins que « made up base » (hors abonnement), sans rien changer à vos habitudes.',
    ])
    const both = { tempo: [tempo], offPeak: [] }
    expect(plainAll(listBreakEvenSentences({ ...winter, comparison, breakEvens: both }, 'fr'))).toEqual([
      'Le contrat « made up tempo » aurait coûté 12 € de moins que « made up base » (abonnement compris), sans rien changer à vos habitudes.',
    ])
  })

  test('call the savings of a moved load a maximum, and say when cheaper emits more', () => {
    const sentences = plainAll(listMovedSentences(stateVector(0), 'fr'))
    expect(sentences.length).toBe(4)
    for (const sentence of sentences) expect(sentence).toContain('au plus')
    expect(sentences[2]).toContain('mais émis 2 g de CO₂ de plus')
    expect(plainAll(listCaveatSentences(stateVector(0), 'fr')).at(-1)).toContain('ces gains sont un maximum')
  })

  test('name months in words, three in a row as a range, and contracts by their names', () => {
    const caveats: Caveat[] = [
      { code: 'months-missing', values: { months: '2023-11, 2023-12, 2024-01, 2024-04, 2024-05' } },
      { code: 'energy-only', values: { contracts: 'base, spot' } },
      { code: 'comparison-partial', values: { percent: 99.96 } },
      { code: 'red-days-incomplete', values: { days: 30, redDays: 1 } },
    ]
    expect(plainAll(listCaveatSentences({ ...winter, caveats }, 'fr'))).toEqual([
      'Aucun chiffre du réseau n’est connu : novembre 2023 – janvier 2024, avril 2024 et mai 2024.',
      'La comparaison porte sur l’énergie seule, car l’abonnement n’est pas connu pour « made up base » et « Prix dynamique ».',
      'Les contrats sont comparés sur 99,9 % de l’énergie, aux heures où tous les prix sont connus.',
      'Les jours rouges de Tempo tombent entre novembre et mars : la période couvre 30 de ces 151 jours, dont 1 rouge.',
    ])
  })

  test('exist for every code in both languages', () => {
    const values = { days: '1', redDays: '1', percent: '1', contracts: 'x', months: 'x', kwh: '1' }
    const written = [french, english].map(({ caveats }) => Object.values(caveats).map((write) => write(values)))
    expect(written[0]?.length).toBe(written[1]?.length ?? 0)
    for (const text of written.flat()) expect(text).toMatch(/^\p{L}.+\.$/u)
  })
})
