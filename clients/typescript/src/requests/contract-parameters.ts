import { type Parameters, plainDecimal } from './address.ts'

/** A contract, as the parameters of the API describe it. */
export type ContractQuery = {
  /** `spot`, `base`, `hphc`, `tempo`, or the id of another contract of `tariffs`. */
  tariff?: string | undefined
  /** Subscribed power of contracts whose prices depend on it, kVA. */
  subscribedKva?: number | undefined
  /** Off-peak hours in Paris, such as `22:30-06:30` or `22h30-6h30`; up to three ranges, separated by commas. */
  offPeak?: string | undefined
  /** Off-peak hours that differ by season, in place of `offPeak` and only together: from 1 April to 31 October, and in the other months. */
  offPeakSummer?: string | undefined
  offPeakWinter?: string | undefined
  /** Id of an adder profile of `tariffs`: what the supplier adds to the market price by hour and season. */
  adder?: string | undefined
  /** A constant addition to the market price, EUR/kWh, in place of `adder`. */
  adderEurPerKwh?: number | undefined
  /** VAT on market price and addition, %. */
  vatPercent?: number | undefined
}

/** The parameters of a contract. */
export function makeContractParameters(contract: ContractQuery): Parameters {
  const { tariff, subscribedKva, offPeak, offPeakSummer, offPeakWinter, adder, adderEurPerKwh, vatPercent } = contract
  return {
    tariff,
    subscribedKva: subscribedKva?.toString(),
    offPeak,
    offPeakSummer,
    offPeakWinter,
    adder,
    adderEurPerKwh: plainDecimal(adderEurPerKwh),
    vatPercent: plainDecimal(vatPercent),
  }
}

/** Values that stand for the same part of a contract. */
const parts: readonly (readonly (keyof ContractQuery)[])[] = [
  ['offPeak', 'offPeakSummer', 'offPeakWinter'],
  ['adder', 'adderEurPerKwh'],
]

/** A contract with other values; those of one part, such as the off-peak hours, are replaced together. */
export function overrideContract(contract: ContractQuery, changes: ContractQuery): ContractQuery {
  const replaced: readonly string[] = parts.filter((names) => names.some((name) => changes[name] !== undefined)).flat()
  const kept = Object.entries(contract).filter(([name]) => !replaced.includes(name))
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return Object.fromEntries([...kept, ...given])
}
