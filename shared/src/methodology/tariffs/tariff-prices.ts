import type { AdderProfile, ContractKind, ContractTable, ContractVersion } from '../../contract/planning/contracts.ts'
import type { ClockMoment } from '../../time/paris-clock.ts'
import { type Customer, createContractPricer } from './contract-prices.ts'
import type { SeasonalHours } from './day-periods.ts'
import type { ColorsOf, SlotPrice, SpotPrice } from './slot-prices.ts'

/** What a kWh costs a customer: (market price + adder) · (1 + VAT), or the price of a contract of the table. */
export type Tariff =
  | {
      kind: 'spot'
      /** EUR/kWh without VAT, or the id of an adder profile of the table. */
      adder: number | { id: string }
      vatPercent: number
      /** Off-peak hours of the customer, for a profile that depends on them. */
      offPeak: SeasonalHours | null
    }
  | { kind: 'contract'; id: string; customer: Customer }

/** Prices of a tariff; steps lie within one hour of the clock. */
export type TariffPricer = {
  /** Kind of the contract; `other` also for one that the table does not know. */
  kind: 'spot' | ContractKind
  /** Whether a price depends on the colour of a tariff day. */
  hasColors: boolean
  /**
   * Price of a kWh in a step, the mean by time.
   *
   * @param market price of the step; only the market tariff reads it
   * @returns null where it is unknown: no market price, no version of the contract or adder, no colours
   */
  computePrice: (at: ClockMoment, minutes: number, market: SpotPrice | null, colorsOf: ColorsOf) => SlotPrice | null
  /** What is added to the market price in a step, EUR/kWh without VAT; null where it is unknown, and without a market price. */
  computeAdder: (at: ClockMoment, minutes: number) => number | null
}

/** Compiles a tariff over a table. */
export function createTariffPricer({ contracts, adders }: ContractTable, tariff: Tariff): TariffPricer {
  if (tariff.kind === 'spot') return createSpotPricer(adders, tariff)
  const { kind, hasColors, computePrice } = createContractPricer(contracts, tariff.id, tariff.customer)
  return {
    ...{ kind, hasColors, computeAdder: () => null },
    computePrice: (at, minutes, _market, colorsOf) => computePrice(at, minutes, colorsOf),
  }
}

function createSpotPricer(
  adders: readonly AdderProfile[],
  { adder, vatPercent, offPeak }: Extract<Tariff, { kind: 'spot' }>,
): TariffPricer {
  const findAdder =
    typeof adder === 'number'
      ? () => ({ eurPerKwh: adder, certainty: 'confirmed' as const })
      : createAdderPricer(adders, adder.id, offPeak)
  return {
    kind: 'spot',
    hasColors: false,
    computeAdder: (at, minutes) => findAdder(at, minutes)?.eurPerKwh ?? null,
    computePrice(at, minutes, market) {
      const added = findAdder(at, minutes)
      if (market === null || added === null) return null
      // A negative price stays negative, and VAT makes it more so: it is a credit with VAT.
      const toPaidPrice = (eurPerMwh: number): number => (eurPerMwh / 1_000 + added.eurPerKwh) * (1 + vatPercent / 100)
      return {
        eurPerKwh: toPaidPrice(market.eurPerMwh),
        low: market.low === null ? null : toPaidPrice(market.low),
        high: market.high === null ? null : toPaidPrice(market.high),
        basis: market.basis,
        certainty: market.basis === 'auction' ? added.certainty : 'unconfirmed',
      }
    },
  }
}

type AddedAmount = Pick<SlotPrice, 'eurPerKwh' | 'certainty'>

function createAdderPricer(adders: readonly AdderProfile[], id: string, offPeak: SeasonalHours | null) {
  const { computePrice } = createContractPricer(adders.map(toAdderContract), id, { subscribedKva: 1, offPeak })
  return (at: ClockMoment, minutes: number): AddedAmount | null => computePrice(at, minutes, () => null)
}

/** An adder profile in the form of a contract: its amounts apply as prices do, at every subscribed power. */
export function toAdderContract({ eurPerKwh, ...profile }: AdderProfile): ContractVersion {
  const prices = [{ minKva: null, maxKva: null, eurPerKwh }]
  return { ...profile, kind: 'other', offPeak: null, subscriptions: [], prices }
}
