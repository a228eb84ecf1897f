import { describe, expect, test } from 'bun:test'
import { madeUpContracts, madeUpKva, toComparedContract } from '../testing/made-up-contracts.ts'
import { madeUpPrices } from '../testing/made-up-prices.ts'
import { makeColors, makeHours, makeSteps, toCurve, toMonths, toTable } from '../testing/made-up-year.ts'
import { computeStatement, type StatementInput } from './compute-statement.ts'
import { divideShare } from './period-figures.ts'

const span = { fromMs: Date.parse('2024-01-30T00:00+01:00'), toMs: Date.parse('2024-02-03T00:00+01:00') }
const plain = {
  ...span,
  steps: makeSteps('2024-01-30T00:00+01:00', '2024-02-03T00:00+01:00', 30, 1),
  hours: makeHours(span.fromMs, span.toMs, 2),
  market: { prices: madeUpPrices, colors: makeColors('2024-01-29', '2024-02-03', ['2024-02-01']) },
  contracts: madeUpContracts,
}
const createInput = (): StatementInput => ({
  curve: toCurve(plain),
  months: toMonths(plain),
  table: toTable(madeUpPrices, madeUpKva),
  contracts: madeUpContracts.map(toComparedContract),
})
const firstPrices = madeUpPrices.slice(0, 1).map((prices) => ({ ...prices, from: '2024-02-01' }))
const sumKwh = (from: string, to: string): number =>
  plain.steps
    .filter(({ startMs }) => startMs >= Date.parse(from) && startMs < Date.parse(to))
    .reduce((sum, { kwh }) => sum + kwh, 0)
const reasonsOf = (input: StatementInput, key: string) =>
  computeStatement(input)
    .unknown.find(({ figure }) => 'contract' in figure && figure.contract === key)
    ?.ranges.map(({ from, to, reason }) => [from, to, reason])

describe('what is unknown', () => {
  test('in a month that was not given has neither emissions nor a market price, and is listed with its energy and hours', () => {
    const input = createInput()
    const statement = computeStatement({ ...input, months: input.months.filter(({ month }) => month === '2024-01') })
    const [january, february] = statement.months
    expect(january?.emissions.production.knownShare).toBe(1)
    expect(february?.emissions.production).toEqual({
      kgCo2eq: null,
      knownKwh: 0,
      knownShare: 0,
      gCo2eqPerKwh: null,
      gridGCo2eqPerKwh: null,
    })
    expect(february?.costs.map(({ energyEur }) => energyEur === null)).toEqual([false, false, true, true])
    const production = statement.unknown.find(
      ({ figure }) => 'intensity' in figure && figure.intensity === 'production',
    )
    expect(production?.hours).toBe(48)
    expect(production?.energyKwh).toBeCloseTo(sumKwh('2024-02-01T00:00+01:00', '2024-02-03T00:00+01:00'), 6)
    expect(production?.ranges).toMatchObject([
      { from: '2024-01-31T23:00:00Z', to: '2024-02-02T23:00:00Z', reason: 'no-month' },
    ])
    expect(statement.comparison).toMatchObject({ comparedHours: 48 })
    expect(statement.caveats).toContainEqual({ code: 'months-missing', values: { months: '2024-02' } })
    expect(statement.total.costs.find(({ key }) => key === 'spot')).toMatchObject({ totalEur: null })
  })

  test('of a colour is unknown from 06:00 to 06:00 under Tempo only', () => {
    const colors = new Map(plain.market.colors)
    colors.delete('2024-01-31')
    const months = toMonths({ ...plain, market: { ...plain.market, colors } })
    expect(reasonsOf({ ...createInput(), months }, 'tempo')).toEqual([
      ['2024-01-31T05:00:00Z', '2024-02-01T05:00:00Z', 'no-color'],
    ])
    expect(reasonsOf({ ...createInput(), months }, 'hphc')).toBeUndefined()
  })

  test('of a price before the first version of the table, for another power, or without off-peak hours', () => {
    const input = createInput()
    const table = toTable(firstPrices, madeUpKva)
    const late: [string, string, string] = ['2024-01-29T23:00:00Z', '2024-01-31T23:00:00Z', 'no-price']
    expect(reasonsOf({ ...input, table }, 'base')).toEqual([late])
    expect(computeStatement({ ...input, table }).total.costs[0]).toMatchObject({
      subscriptionEur: null,
      totalEur: null,
    })
    expect(computeStatement({ ...input, table }).comparison).toMatchObject({ basis: 'total', comparedHours: 48 })

    const unknownHours = {
      key: 'mine',
      tariff: { kind: 'contract' as const, id: 'hphc', customer: { subscribedKva: 9, offPeak: null } },
    }
    expect(reasonsOf({ ...input, contracts: [unknownHours] }, 'mine')?.[0]?.[2]).toBe('no-off-peak-hours')
    const unknownContract = {
      key: 'mine',
      tariff: { kind: 'contract' as const, id: 'none', customer: { subscribedKva: 9, offPeak: null } },
    }
    expect(reasonsOf({ ...input, contracts: [unknownContract] }, 'mine')?.[0]?.[2]).toBe('no-price')
  })

  test('of a subscription leaves a comparison of energy only, which says for which contract', () => {
    const input = createInput()
    const otherPower = {
      key: 'tempo',
      tariff: { kind: 'contract' as const, id: 'tempo', customer: { subscribedKva: 12, offPeak: null } },
    }
    const contracts = input.contracts.map((contract) => (contract.key === 'tempo' ? otherPower : contract))
    const { comparison, total, caveats } = computeStatement({ ...input, contracts })
    expect(comparison).toMatchObject({ basis: 'energy', withoutSubscription: ['tempo'] })
    expect(comparison?.contracts.map(({ energyEur, comparedEur }) => energyEur === comparedEur)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(total.costs.map(({ totalEur }) => totalEur === null)).toEqual([false, false, true, false])
    expect(caveats).toContainEqual({ code: 'energy-only', values: { contracts: 'tempo' } })
  })
})

describe('coverage', () => {
  test('counts the bounds that the file states, lists its gaps, and names hours that are covered in part', () => {
    const input = createInput()
    const steps = plain.steps.filter((_, index) => index !== 10 && index < 150)
    const { total, gaps, unlistedGaps } = computeStatement({ ...input, curve: toCurve({ ...plain, steps }) })
    expect(gaps).toEqual([
      { from: '2024-01-30T04:00:00Z', to: '2024-01-30T04:30:00Z' },
      { from: '2024-02-02T02:00:00Z', to: '2024-02-02T23:00:00Z' },
    ])
    expect(unlistedGaps).toBe(0)
    expect(total).toMatchObject({ days: 4, periodMinutes: 5_760, coveredMinutes: 149 * 30, partlyCoveredHours: 1 })
  })

  test('lists at most 100 gaps, and counts the rest', () => {
    const steps = makeSteps('2024-01-30T00:00+01:00', '2024-02-03T00:00+01:00', 10, 1).filter(
      (_, index) => index % 2 === 0,
    )
    const { gaps, unlistedGaps } = computeStatement({ ...createInput(), curve: toCurve({ ...plain, steps }) })
    expect([gaps.length, unlistedGaps]).toEqual([100, 188])
  })
})

describe('a question that cannot be answered', () => {
  test('is refused: no step, equal keys, an unknown current contract, a load longer than its window', () => {
    const input = createInput()
    const [first] = input.contracts
    const moved = { energyKwh: 1, minutes: 300, usualStartMinute: 0, window: { fromMinute: 60, toMinute: 120 } }
    const empty = toCurve({ ...plain, steps: [] })
    expect(() => computeStatement({ ...input, curve: empty })).toThrow('at least one step')
    expect(() => computeStatement({ ...input, contracts: first ? [first, first] : [] })).toThrow('different keys')
    expect(() => computeStatement({ ...input, current: 'none' })).toThrow('not among the contracts')
    expect(() => computeStatement({ ...input, moved })).toThrow('longer than its window')
  })

  test('about contracts leaves emissions, without a comparison', () => {
    const statement = computeStatement({ ...createInput(), contracts: [] })
    expect(statement.comparison).toBeNull()
    expect(statement.breakEvens).toEqual({ tempo: [], offPeak: [] })
    expect(statement.total.emissions.direct.knownShare).toBe(1)
  })
})

test('a share is 1 only of the whole and 0 only of nothing, however large the file', () => {
  expect([divideShare(9_999.9999, 10_000), divideShare(0.0001, 10_000)]).toEqual([0.999999, 0.000001])
  expect([divideShare(0, 10), divideShare(0.1 + 0.2, 0.3), divideShare(0, 0)]).toEqual([0, 1, null])
})
