import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { ContractTable } from '../../contract/planning/contracts.ts'
import { findReferenceData, reportSkippedReferenceData } from '../../testing/reference-data.ts'
import { listParisSlots } from '../../time/paris-clock.ts'
import { findPrices, findSubscription, findVersion } from './contract-prices.ts'
import { shippedContracts, shippedTable } from './shipped-contracts.ts'
import { createTariffPricer } from './tariff-prices.ts'

const priceOn = (id: string, date: string, kva: number): Readonly<Record<string, number>> => {
  const version = findVersion(shippedContracts, id, date)
  return (version && findPrices(version, kva)) ?? {}
}

describe('the shipped table', () => {
  test('is one that an operator could have written', () => {
    expect(v.safeParse(ContractTable, shippedTable).issues).toBeUndefined()
  })

  test('has the regulated base prices of 6 kVA to the digits that are published', () => {
    const days = ['2024-02-01', '2024-11-01', '2025-02-01', '2025-08-01', '2026-02-01']
    expect(days.map((day) => priceOn('base', day, 6)['all'])).toEqual([0.2516, 0.2516, 0.2016, 0.1952, 0.19398])
  })

  test('has a subscription for every power that has a price in the regulator’s files, and none that is made up', () => {
    const subscriptionOn = (id: string, date: string, kva: number) => {
      const version = findVersion(shippedContracts, id, date)
      return version && findSubscription(version, kva)
    }
    expect(subscriptionOn('base', '2025-03-01', 6)).toBeCloseTo(165.17 / 12, 4)
    expect(subscriptionOn('hphc', '2025-09-01', 9)).toBeCloseTo(239.84 / 12, 4)
    expect(subscriptionOn('tempo', '2026-03-01', 9)).toBe(19.38)
    expect(subscriptionOn('base', '2025-03-01', 18)).toBeNull()
  })

  test('prices Zen Week-End by Saturday and Sunday, also where one of them is a public holiday', () => {
    const tariff = { kind: 'contract', id: 'zen-week-end', customer: { subscribedKva: 9, offPeak: null } } as const
    const pricer = createTariffPricer(shippedTable, tariff)
    // 1 May 2026 is a Friday, 2 May a Saturday; 15 August is a Saturday.
    const noons = ['2026-05-01', '2026-05-02', '2026-08-14', '2026-08-15'].map((day) => {
      const [slot] = listParisSlots(Date.parse(`${day}T10:00:00Z`), 1)
      return slot && pricer.computePrice(slot, 15, null, () => null)?.eurPerKwh
    })
    expect(noons).toEqual([0.218, 0.1637, 0.2177, 0.1635])
  })
})

/** Options and periods of the reference file in the words of the table. */
const periodOf: Readonly<Record<string, string>> = {
  ...{ all: 'all', '<=6kVA': 'all', '>=9kVA': 'all', HP: 'peak', HC: 'offPeak' },
  ...{ bleu_HC: 'blueOffPeak', bleu_HP: 'bluePeak', blanc_HC: 'whiteOffPeak', blanc_HP: 'whitePeak' },
  ...{ rouge_HC: 'redOffPeak', rouge_HP: 'redPeak' },
}

test('the regulated prices up to February 2026 are those of the reference table within 1e-4', () => {
  const folder = findReferenceData()
  const file = folder === null ? '' : join(folder, '../tempo/regulated-tariffs.csv')
  if (!existsSync(file)) return reportSkippedReferenceData('comparison of the regulated prices')
  const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1)
  const compared = rows.flatMap((row) => {
    const [from = '', option = '', period = '', eurPerKwh = ''] = row.split(',')
    if (from > '2026-02-01') return []
    const price = priceOn(option, from, period === '>=9kVA' ? 9 : 6)[periodOf[period] ?? '']
    expect([from, option, period, Math.abs((price ?? Number.NaN) - Number(eurPerKwh)) < 1e-4]).toEqual([
      from,
      option,
      period,
      true,
    ])
    return [price]
  })
  return expect(compared).toHaveLength(64)
})
