import { describe, expect, test } from 'bun:test'
import { computeExample } from '../example/made-up-household.ts'
import { describeResult, type ShownResult } from '../result/shown-result.ts'
import { french } from '../texts/french.ts'
import { renderContractParts, renderParts } from './content.ts'
import { createView } from './view.ts'

const view = createView('fr', french)
const example = describeResult(computeExample(), 'fr')
const plain = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .trim()

function read(result: ShownResult, current: string) {
  const shown = { result, isExample: false, tariff: current as 'base', sharePercent: 20 }
  const { verdict, costs, shift } = renderContractParts(shown, view)
  return { verdict: plain(verdict.markup), costs: plain(costs.markup), shift: plain(shift.markup) }
}

/** The result with other caveats, and other comparisons. */
function change(
  caveats: ShownResult['sentences']['caveats'],
  changeComparison: (comparison: NonNullable<ShownResult['statement']['comparison']>) => object = () => ({}),
): ShownResult {
  const byCurrent = Object.fromEntries(
    Object.entries(example.byCurrent).map(([key, one]) => {
      const { comparison } = one
      return [key, { ...one, comparison: comparison && { ...comparison, ...changeComparison(comparison) } }]
    }),
  )
  const statement = { ...example.statement, caveats: caveats.map(({ code }) => ({ code, values: {} })) }
  return { ...example, statement, byCurrent, sentences: { ...example.sentences, caveats } }
}

describe('the answer of the page', () => {
  test('says what the cheapest contract saves in a year, as the difference of the costs that are shown', () => {
    const { verdict, costs } = read(example, 'base')
    const [, saved, best, current] = /vous coûterait (\S+) € .*: ([\d ]+) € au lieu de ([\d ]+) €/.exec(verdict) ?? []
    const toNumber = (text = '') => Number(text.replaceAll(' ', ''))
    expect(verdict).toStartWith('Tempo vous coûterait')
    expect(toNumber(saved)).toBe(toNumber(current) - toNumber(best))
    expect(costs).toContain(`${best} €`)
    expect(costs).toContain(`−${saved} €`)
  })

  test('amounts in its sentences are those of the shown costs, under every own contract', () => {
    for (const current of Object.keys(example.byCurrent)) {
      const { costs } = read(example, current)
      const costOf = (name: string) =>
        Number(new RegExp(`${name} (?:★? ?[a-zé ]+ )?(\\d[\\d ]*) €`).exec(costs)?.[1]?.replaceAll(' ', ''))
      const said = /« Heures creuses » aurait coûté (\d+) € de moins que « Base »/.exec(costs)?.[1]
      expect([current, Number(said)]).toEqual([current, costOf('Base') - costOf('Heures creuses')])
    }
  })

  test('of a shorter period speaks of the period only, and says what is missing', () => {
    const text = 'La période compte 90 jours, moins d’un an.'
    const { verdict, shift } = read(change([{ code: 'less-than-a-year', text }]), 'base')
    expect(verdict).toStartWith('Tempo vous aurait coûté')
    expect(verdict).toContain(text)
    expect(`${verdict} ${shift}`).not.toMatch(/par an/)
  })

  test('of a year with hours that are not recorded speaks of the period only, and counts them', () => {
    const { statement } = example
    const total = { ...statement.total, coveredMinutes: statement.total.coveredMinutes - 72 * 60 }
    const { verdict } = read({ ...example, statement: { ...statement, total } }, 'base')
    expect(verdict).toStartWith('Tempo vous aurait coûté')
    expect(verdict).toContain('72 heures ne sont pas relevées : elles ne sont ni estimées ni comptées')
  })

  test('figures that were not measured are announced before everything else', () => {
    const shown = describeResult(computeExample(), 'fr', ['demo'])
    const { source } = renderParts({ result: shown, isExample: false, tariff: 'base', sharePercent: 20 }, view)
    expect(plain(source.markup)).toStartWith('DONNÉES DE DÉMONSTRATION')
  })

  test('the own contract is the cheapest, or no other one saves an amount that can be shown', () => {
    expect(read(example, 'tempo').verdict).toMatch(/^Tempo est déjà votre contrat le moins cher Pour .* le suivant\.$/)
    const alike = change([], ({ contracts }) => ({
      contracts: contracts.map((one, index) => ({ ...one, comparedEur: 1_000.1 + index / 1_000 })),
    }))
    expect(read(alike, 'base').verdict).toStartWith('Base est déjà votre contrat le moins cher')
  })

  test('without a known price of the own contract it names the cheapest, and without any price it says so', () => {
    expect(read(example, 'not compared').verdict).toStartWith('Tempo est le moins cher des contrats comparés')
    const none = { ...example, byCurrent: { '': { comparison: null, tempoBreakEvens: [] } } }
    expect(read(none, 'base').verdict).toStartWith('Aucun contrat n’a de prix connu')
  })

  test('says that subscriptions are not counted, in the answer and above the costs', () => {
    const energy = change([], ({ contracts }) => ({
      basis: 'energy',
      contracts: contracts.map((one) => ({ ...one, comparedEur: one.energyEur })),
    }))
    const { verdict, costs } = read(energy, 'base')
    expect(verdict).toContain('Abonnements non comptés')
    expect(costs).toStartWith('365 jours de relevés, toutes taxes comprises, sans les abonnements.')
  })
})

test('the masses of the months add up to the mass of the sentence above them', () => {
  const { emissions } = renderParts({ result: example, isExample: true, tariff: 'base', sharePercent: 20 }, view)
  const [, total] = /(\d+) kg/.exec(plain(emissions.markup)) ?? []
  const bars = [...emissions.markup.matchAll(/<text [^>]*>(\d+)<\/text>/g)].map(([, figure]) => Number(figure))
  expect([bars.length, bars.reduce((sum, figure) => sum + figure, 0)]).toEqual([12, Number(total)])
})
