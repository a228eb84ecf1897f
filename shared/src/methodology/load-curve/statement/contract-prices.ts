import { defaultSubscribedKva, type PricedColor, pricedColors } from '../../../contract/planning/choices.ts'
import type { ContractKind, ContractTable, ContractVersion } from '../../../contract/planning/contracts.ts'
import {
  type ContractPricer,
  type Customer,
  createContractPricer,
  findMissingTerm,
  findPrices,
  findSubscription,
  findVersion,
} from '../../tariffs/contract-prices.ts'
import { type Tariff, toAdderContract } from '../../tariffs/tariff-prices.ts'
import { type HourAxis, unknownColor } from './hour-axis.ts'
import type { UnknownReason } from './statement.ts'

/** A contract to calculate with. */
export type ComparedContract = {
  /** Names the contract in the statement: two contracts of one id may differ by their off-peak hours. */
  key: string
  tariff: Tariff
  /** Subscription that the customer pays, EUR a month with all taxes; absent: that of the price table, unknown for the market price. */
  subscriptionEurPerMonth?: number
}

/** Lowest and highest price of a day, EUR/kWh. */
export type PriceRange = { low: number; high: number }

/** A contract with its prices over the hours of an axis. */
export type PricedContract = ComparedContract & {
  id: string
  name: string
  kind: ContractKind | 'spot'
  /** Versions of the contract, or of the adder of the market price, by day of the axis; null where none applies. */
  versionOfDay: readonly (ContractVersion | null)[]
  /** Subscription by day of the axis, EUR; NaN where unknown. */
  subscriptionEurOfDay: Float64Array
  /** Mean price of some minutes of one hour, EUR/kWh; NaN where unknown. */
  computePrice: (hour: number, offsetMinutes: number, minutes: number) => number
  /** Why the price of an hour is unknown. */
  findReason: (hour: number) => UnknownReason
  /** Prices that the version of a day has under a colour, whatever the hour; null where it has none. */
  findPriceRange: (day: number, color: PricedColor | null) => PriceRange | null
}

/** Prepares the prices of a contract for every hour of an axis. */
export function priceContract(contract: ComparedContract, table: ContractTable, axis: HourAxis): PricedContract {
  const { tariff } = contract
  const { id, customer, versions } = findTerms(tariff, table)
  const versionOfDay = axis.days.map(({ date }) => findVersion(versions, id, date))
  const pricer = createContractPricer(versions, id, customer)
  const computeAmount = createAmounts(pricer, axis)
  return {
    ...contract,
    id,
    name: (versionOfDay.findLast((version) => version !== null) ?? versions[0])?.name ?? id,
    kind: tariff.kind === 'spot' ? 'spot' : (versions[0]?.kind ?? 'other'),
    versionOfDay,
    subscriptionEurOfDay: Float64Array.from(axis.days, ({ daysOfMonth }, day) => {
      const version = tariff.kind === 'contract' ? (versionOfDay[day] ?? null) : null
      const ofTable = version && findSubscription(version, customer.subscribedKva)
      return (contract.subscriptionEurPerMonth ?? ofTable ?? Number.NaN) / daysOfMonth
    }),
    computePrice: tariff.kind === 'spot' ? createSpotPrices(tariff, computeAmount, axis) : computeAmount,
    findReason(hour) {
      const { date } = axis.days[axis.dayIndex[hour] ?? 0] ?? { date: '' }
      const needsVersion = tariff.kind === 'contract' || typeof tariff.adder !== 'number'
      const version = findVersion(versions, id, date)
      if (needsVersion && version === null) return 'no-price'
      const missing = version && findMissingTerm(version, customer)
      if (missing !== null) return missing === 'offPeak' ? 'no-off-peak-hours' : 'no-price'
      if (axis.isGiven[hour] === 0) return 'no-month'
      return tariff.kind === 'spot' ? 'no-auction-price' : 'no-color'
    },
    findPriceRange: createRanges(versionOfDay, customer),
  }
}

type Terms = { id: string; customer: Customer; versions: readonly ContractVersion[] }

/** Versions behind a tariff: of the contract, or of the adder profile of the market price. */
function findTerms(tariff: Tariff, { contracts, adders }: ContractTable): Terms {
  if (tariff.kind === 'contract') {
    const { id, customer } = tariff
    return { id, customer, versions: contracts.filter((version) => version.id === id) }
  }
  const { adder, offPeak } = tariff
  const customer = { subscribedKva: defaultSubscribedKva, offPeak }
  if (typeof adder === 'number') return { id: 'spot', customer, versions: [] }
  const ofTable = adders.filter(({ id }) => id === adder.id).map(toAdderContract)
  return { id: adder.id, customer, versions: ofTable }
}

type PriceOfPart = PricedContract['computePrice']

function createAmounts(pricer: ContractPricer, axis: HourAxis): PriceOfPart {
  return (hour, offsetMinutes, minutes) => {
    const date = axis.days[axis.dayIndex[hour] ?? 0]?.date ?? ''
    const color = pricedColors[axis.color[hour] ?? unknownColor] ?? null
    return pricer.computeCertainPrice(date, (axis.minuteOfDay[hour] ?? 0) + offsetMinutes, minutes, color)
  }
}

function createSpotPrices(
  { adder, vatPercent }: Extract<Tariff, { kind: 'spot' }>,
  computeAmount: PriceOfPart,
  { eurPerMwh }: HourAxis,
): PriceOfPart {
  return (hour, offsetMinutes, minutes) => {
    const amount = typeof adder === 'number' ? adder : computeAmount(hour, offsetMinutes, minutes)
    return ((eurPerMwh[hour] ?? Number.NaN) / 1_000 + amount) * (1 + vatPercent / 100)
  }
}

/** Finds lowest and highest price by version and colour. */
function createRanges(
  versionOfDay: readonly (ContractVersion | null)[],
  { subscribedKva }: Customer,
): PricedContract['findPriceRange'] {
  const known = new Map<ContractVersion, Map<PricedColor | null, PriceRange | null>>()
  return (day, color) => {
    const version = versionOfDay[day] ?? null
    if (version === null) return null
    const ofVersion = known.get(version) ?? new Map<PricedColor | null, PriceRange | null>()
    known.set(version, ofVersion)
    const before = ofVersion.get(color)
    if (before !== undefined) return before
    const eurPerKwh = findPrices(version, subscribedKva) ?? {}
    const prices = version.periods
      .filter(({ colors }) => color === null || colors === null || colors.includes(color))
      .map(({ id }) => eurPerKwh[id] ?? Number.NaN)
    const range = prices.length === 0 ? null : { low: Math.min(...prices), high: Math.max(...prices) }
    ofVersion.set(color, range)
    return range
  }
}
