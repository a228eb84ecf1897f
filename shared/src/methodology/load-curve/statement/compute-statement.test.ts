import { describe, expect, test } from 'bun:test'
import { calculateComparison } from '../testing/independent/plain-comparison.ts'
import { calculateStatement, type PlainInput } from '../testing/independent/plain-statement.ts'
import { madeUpContracts, madeUpKva, toComparedContract } from '../testing/made-up-contracts.ts'
import { madeUpPrices } from '../testing/made-up-prices.ts'
import { makeColors, makeHours, makeSteps, toCurve, toMonths, toTable } from '../testing/made-up-year.ts'
import { computeStatement, type StatementInput } from './compute-statement.ts'

/** Days of winter that are red in the made-up year; the first one began in the year before. */
const redDays = [
  '2023-12-31',
  '2024-01-09',
  '2024-01-10',
  '2024-02-16',
  '2024-02-17',
  '2024-02-29',
  '2024-11-27',
  '2024-12-10',
  '2024-12-31',
]

const fromMs = Date.parse('2024-01-01T00:00+01:00')
const toMs = Date.parse('2025-01-01T00:00+01:00')

/** The leap year 2024 with steps of 5 to 60 minutes, some across full hours, and two gaps, one of whole days. */
const year: PlainInput = {
  fromMs,
  toMs,
  steps: [
    ...makeSteps('2024-01-01T00:00+01:00', '2024-02-29T00:30+01:00', 30, 1),
    ...makeSteps('2024-02-29T00:30+01:00', '2024-03-11T00:30+01:00', 60, 2),
    ...makeSteps('2024-03-11T00:30+01:00', '2024-05-10T03:30+02:00', 15, 3),
    ...makeSteps('2024-05-10T11:10+02:00', '2024-08-12T00:00+02:00', 10, 4),
    ...makeSteps('2024-08-14T00:00+02:00', '2024-10-27T01:00+02:00', 60, 5),
    ...makeSteps('2024-10-27T01:00+02:00', '2024-10-29T00:00+01:00', 5, 6),
    ...makeSteps('2024-10-29T00:00+01:00', '2025-01-01T00:00+01:00', 30, 7),
  ],
  hours: makeHours(fromMs, toMs, 8),
  market: { prices: madeUpPrices, colors: makeColors('2023-12-31', '2024-12-31', redDays) },
  contracts: madeUpContracts,
}

const toInput = (plain: PlainInput): StatementInput => ({
  curve: toCurve(plain),
  months: toMonths(plain),
  table: toTable(plain.market.prices, madeUpKva),
  contracts: plain.contracts.map(toComparedContract),
})

describe('a statement of a leap year equals the independent calculation', () => {
  const statement = computeStatement({ ...toInput(year), current: 'base' })
  const expected = calculateStatement(year)
  const periods = [
    { name: 'year', shown: statement.total, sums: expected.total },
    ...statement.months.map((shown) => ({ name: shown.month, shown, sums: expected.months.get(shown.month) })),
  ]

  test('in days, energy and coverage of every month', () => {
    expect(statement.months.map(({ month }) => month)).toEqual([...expected.months.keys()])
    for (const { name, shown, sums } of periods) {
      expect([name, shown.days, shown.coveredMinutes]).toEqual([name, sums?.days ?? 0, sums?.coveredMinutes ?? 0])
      expect(shown.energyKwh).toBeCloseTo(sums?.energyKwh ?? Number.NaN, 6)
    }
    expect(statement.total.periodMinutes).toBe(366 * 1_440)
    expect(statement.gaps).toEqual([
      { from: '2024-05-10T01:30:00Z', to: '2024-05-10T09:10:00Z' },
      { from: '2024-08-11T22:00:00Z', to: '2024-08-13T22:00:00Z' },
    ])
  })

  test('to a cent in energy, subscription and total of every month, under four contracts', () => {
    for (const { shown, sums } of periods) {
      shown.costs.forEach((cost, index) => {
        const plain = sums?.costs[index]
        if (plain === undefined) throw new Error('no contract')
        expect(plain.unknownMinutes).toBe(0)
        // Far closer than a cent: both add the same products.
        expect(cost.energyEur).toBeCloseTo(plain.eur, 5)
        expect(cost.subscriptionEur).toBeCloseTo(plain.subscriptionEur, 5)
        expect(cost.totalEur).toBeCloseTo(plain.eur + plain.subscriptionEur, 5)
      })
    }
  })

  test('to a gram in the emissions of every month, by three intensities', () => {
    for (const { shown, sums } of periods) {
      for (const kind of ['production', 'consumption', 'direct'] as const) {
        const plain = sums?.emissions[kind]
        if (plain === undefined) throw new Error('no month')
        expect(shown.emissions[kind].kgCo2eq).toBeCloseTo(plain.kg, 5)
        expect(shown.emissions[kind].gCo2eqPerKwh).toBeCloseTo((1_000 * plain.kg) / plain.knownKwh, 5)
        expect(shown.emissions[kind].gridGCo2eqPerKwh).toBeCloseTo(plain.gramMinutes / plain.knownMinutes, 5)
      }
    }
  })

  test('in the comparison of the contracts, which leaves out the subscription of days without a value', () => {
    const plain = calculateComparison(year)
    expect(statement.comparison?.basis).toBe('total')
    expect(statement.comparison?.comparedHours).toBeCloseTo(plain.minutes / 60, 6)
    statement.comparison?.contracts.forEach((contract, index) => {
      expect(contract.comparedEur).toBeCloseTo(plain.comparedEur[index] ?? Number.NaN, 5)
    })
    const least = Math.min(...plain.comparedEur)
    expect(statement.comparison?.best).toBe(madeUpContracts[plain.comparedEur.indexOf(least)]?.key ?? '')
  })
})

test('every column of the sheet of formulas names the function of the independent calculation that fills it', async () => {
  const folder = new URL('../testing/independent/', import.meta.url)
  const sheet = await Bun.file(new URL('statement-columns.tsv', folder)).text()
  const rows = sheet
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'))
  expect(rows.map(([column]) => column).join('')).toBe('ABCDEFGHIJKLMNOP')
  for (const [, , , , place = ''] of rows) {
    const [file = '', name = ''] = place.split(' ')
    const text = await Bun.file(new URL(file, folder)).text()
    expect([place, text.includes(`export function ${name}(`)]).toEqual([place, true])
    expect([place, !/from '\.\.\//.test(text)]).toEqual([place, true])
  }
})
