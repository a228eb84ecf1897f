import { describe, expect, test } from 'bun:test'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { computeHouseholdResult } from '../result/shown-result.ts'
import { makeGrid, makeHourlyCurve } from '../testing/curves-fixture.ts'
import { listContracts } from './compared-contracts.ts'
import { defaultTerms, type HouseholdTerms, readHouseholdTerms } from './household-terms.ts'
import { listReportContracts } from './report-contracts.ts'

const withContract = (changes: Partial<HouseholdTerms['contract']>, others: Partial<HouseholdTerms> = {}) => ({
  ...defaultTerms,
  ...others,
  contract: { ...defaultTerms.contract, ...changes },
})
const keysOf = (terms: HouseholdTerms): string[] => listContracts(terms).contracts.map(({ key }) => key)

describe('the contracts that are compared', () => {
  test('are the regulated ones, and the market price once what is added to it is known, and its subscription unless it is the own contract', () => {
    expect(keysOf(defaultTerms)).toEqual(['base', 'hphc', 'tempo'])
    expect(listContracts(defaultTerms).leftOut).toEqual([{ key: 'spot', reasons: ['spot-terms'] }])
    expect(keysOf(withContract({ adderEurPerKwh: 0.08 }))).not.toContain('spot')
    expect(keysOf(withContract({ adderEurPerKwh: 0.08 }, { spotSubscriptionEur: 12 }))).toContain('spot')
    expect(keysOf(withContract({ tariff: 'spot', adderEurPerKwh: 0.08 }))).toContain('spot')
    expect(keysOf(withContract({ tariff: 'spot' }, { spotSubscriptionEur: 12 }))).not.toContain('spot')
  })

  test('Tempo keeps its own off-peak hours, whatever those of the household', () => {
    const { contracts } = listContracts(withContract({ offPeak: '12:00-20:00' }))
    const offPeakOf = (key: string) => {
      const tariff = contracts.find((contract) => contract.key === key)?.tariff
      return tariff?.kind === 'contract' ? tariff.customer.offPeak?.winter : undefined
    }
    expect(offPeakOf('hphc')).toEqual([{ fromMinute: 720, toMinute: 1_200 }])
    expect(offPeakOf('tempo')).toBeUndefined()
  })

  // A summer of which the market price is known for a day only.
  const [from, to] = ['2026-06-01T00:00:00Z', '2026-06-11T00:00:00Z']
  const curve = makeHourlyCurve(
    from,
    Array.from({ length: 240 }, () => 0.5),
  )
  const months = makeGrid(from, to, (utc) => ({ gCo2: 20, eurPerMwh: utc < 12 ? 40 : null }))
  const terms = withContract({ adderEurPerKwh: 0.08 }, { spotSubscriptionEur: 12 })

  test('one whose price is unknown for a good part of the consumption is left out with the reason, and takes no hour from the others', () => {
    const result = computeHouseholdResult({ curve, months, table: shippedTable }, terms)
    expect(result.leftOut).toEqual([{ key: 'spot', reasons: ['no-auction-price'] }])
    expect(result.statement.comparison?.comparedShare).toBe(1)
    expect(result.statement.contracts.map(({ key }) => key)).toEqual(['base', 'hphc', 'tempo'])
  })

  test('of the statement to keep are those that the command line can compare again', () => {
    const input = { curve, months: makeGrid(from, to, () => ({ gCo2: 20 })), table: shippedTable }
    const listed = (given: HouseholdTerms) => {
      const { contracts, current, parameters, subscription } = listReportContracts(given, input)
      return [contracts.map(({ key }) => key), current, parameters['tariff'], subscription]
    }
    expect(listed(terms)).toEqual([['base', 'hphc', 'tempo'], 'base', 'base', undefined])
    expect(listed(withContract({ tariff: 'spot', adderEurPerKwh: 0.08 }, { spotSubscriptionEur: 12 }))).toEqual([
      ['spot', 'base', 'hphc', 'tempo'],
      ...['spot', 'spot', '12'],
    ])
    expect(listed(withContract({ tariff: 'tempo' }))[1]).toBe('tempo')
    expect(listed(withContract({ tariff: 'tempo', offPeak: '22:30-06:30' }))[1]).toBeNull()
  })
})

test('terms that cannot be read have their defaults', () => {
  expect(readHouseholdTerms('subscribedKva=9&spotSubscription=12,5')).toEqual({
    subscribedKva: 9,
    spotSubscriptionEur: 12.5,
  })
  expect(readHouseholdTerms('subscribedKva=7&spotSubscription=x')).toEqual({
    subscribedKva: 6,
    spotSubscriptionEur: null,
  })
})
