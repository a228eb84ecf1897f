import { parseHourRanges } from '../../../contract/planning/hour-ranges.ts'
import type { ComparedContract } from '../statement/contract-prices.ts'
import type { PlainContract } from './independent/plain-prices.ts'

/** Subscribed power of the made-up customer, kVA. */
export const madeUpKva = 9

const toRanges = (texts: readonly string[]) => parseHourRanges(texts.join(',')) ?? []

/** A contract in plain words, as the statement takes it. */
export function toComparedContract(contract: PlainContract): ComparedContract {
  const { key } = contract
  if (contract.kind === 'spot') {
    const { adder, vatPercent, monthly } = contract
    const tariff = { kind: 'spot' as const, adder, vatPercent, offPeak: null }
    return monthly === null ? { key, tariff } : { key, tariff, subscriptionEurPerMonth: monthly }
  }
  const offPeak =
    contract.kind === 'hphc' ? { summer: toRanges(contract.summer), winter: toRanges(contract.winter) } : null
  return { key, tariff: { kind: 'contract', id: contract.kind, customer: { subscribedKva: madeUpKva, offPeak } } }
}

/** The four contracts of the made-up year: off-peak at 22:38 and over midnight, other hours in summer. */
export const madeUpContracts: readonly PlainContract[] = [
  { key: 'base', kind: 'base' },
  { key: 'hphc', kind: 'hphc', summer: ['02:08-07:08', '13:22-16:22'], winter: ['22:38-06:38'] },
  { key: 'tempo', kind: 'tempo' },
  { key: 'spot', kind: 'spot', adder: 0.0834, vatPercent: 20, monthly: 14.37 },
]
