import { describe, expect, test } from 'bun:test'
import { madeUpContracts, madeUpKva, toComparedContract } from '../testing/made-up-contracts.ts'
import { madeUpPrices } from '../testing/made-up-prices.ts'
import { makeColors, makeHours, makeSteps, toCurve, toMonths, toTable } from '../testing/made-up-year.ts'
import { computeStatement, type StatementInput } from './compute-statement.ts'

/** A file of hours from one midnight in Paris to another. */
function createInput(from: string, to: string): StatementInput {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  const plain = {
    fromMs,
    toMs,
    steps: makeSteps(from, to, 60, 31),
    hours: makeHours(fromMs, toMs, 32),
    market: { prices: madeUpPrices, colors: makeColors('2023-01-01', '2025-12-31', ['2024-01-17', '2024-01-18']) },
  }
  const contracts = madeUpContracts.map(toComparedContract)
  return { curve: toCurve(plain), months: toMonths(plain), table: toTable(madeUpPrices, madeUpKva), contracts }
}
const codesOf = (input: StatementInput): string[] => computeStatement(input).caveats.map(({ code }) => code)
const month = createInput('2024-01-10T00:00+01:00', '2024-02-09T00:00+01:00')

describe('caveats', () => {
  test('name a period of less than a year, and one without the whole season of red days', () => {
    expect(computeStatement(month).caveats).toEqual([
      { code: 'less-than-a-year', values: { days: 30 } },
      { code: 'red-days-incomplete', values: { days: 30, redDays: 2 } },
      { code: 'spot-hourly-means', values: {} },
    ])
    expect(codesOf({ ...month, contracts: month.contracts.slice(0, 2) })).toEqual(['less-than-a-year'])
  })

  test('call savings an upper bound only where a load could be moved', () => {
    const withLoad = (energyKwh: number) =>
      codesOf({ ...month, moved: { energyKwh, minutes: 60, usualStartMinute: 1_140, window: null } })
    expect([0.001, 1_000].map((energyKwh) => withLoad(energyKwh).includes('perfect-hindsight'))).toEqual([true, false])
  })

  test('are silent on a whole year, which a leap day makes longer', () => {
    const year = createInput('2023-11-01T00:00+01:00', '2024-11-01T00:00+01:00')
    expect(codesOf(year)).toEqual(['spot-hourly-means'])
    const dayLess = createInput('2023-11-01T00:00+01:00', '2024-10-31T00:00+01:00')
    expect(codesOf(dayLess)).toEqual(['less-than-a-year', 'spot-hourly-means'])
  })

  test('name months whose figures are estimated or may change, and energy fed into the grid', () => {
    const [january, february] = month.months
    if (january === undefined || february === undefined) throw new Error('no months')
    const estimated = { ...january, methodologyVersions: [{ carbon: 1, consumption: 2, hourCount: 5 }] }
    const unfinished = { ...february, complete: false }
    const curve = { ...month.curve, injectedKwh: 12.5 }
    const statement = computeStatement({ ...month, curve, months: [estimated, unfinished] })
    expect(statement.caveats.slice(-3)).toEqual([
      { code: 'estimated-consumption', values: { months: '2024-01' } },
      { code: 'months-incomplete', values: { months: '2024-02' } },
      { code: 'injection-not-counted', values: { kwh: 12.5 } },
    ])
    expect(statement.methodologyVersions).toEqual([
      { carbon: 1, consumption: 1, hourCount: february.hours.length },
      { carbon: 1, consumption: 2, hourCount: 5 },
    ])
    expect(statement.sources).toEqual([{ kind: 'generation', name: 'made up', license: null }])
  })
})
