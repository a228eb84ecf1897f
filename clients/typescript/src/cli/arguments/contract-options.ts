import { maxOffPeakRanges, readGivenHours } from '@hexawatt/shared/contract/query/given-hours'
import type { ContractQuery } from '../../requests/contract-parameters.ts'
import { decimal, text, type ValueKind, wholeNumber } from './option-values.ts'
import { type Options, option, type ValuesOf } from './read-options.ts'

/** Hours of the day, sent as they are written. */
export const hours = (maxRanges: number): ValueKind<string> => ({
  placeholder: 'ranges',
  accepts: `up to ${maxRanges} ranges in Paris time such as 22h30-6h30 or 22:30-06:30, separated by commas`,
  read: (given) => (readGivenHours(given, maxRanges) === null ? null : given.trim()),
})
const offPeakHours = hours(maxOffPeakRanges)

/** An amount may be negative: some offers take something off the market price. */
const amount = /^-?\d{1,9}(\.\d{1,9})?$/

/** An amount in EUR/kWh, or the id of an adder profile of the API. */
const adder: ValueKind<number | string> = {
  placeholder: 'EUR/kWh|id',
  accepts: 'a number such as 0.09, or the id of an adder profile of /api/tariffs',
  read: (given) => (amount.test(given) ? Number(given) : /^[A-Za-z][\w-]*$/.test(given) ? given : null),
}

/** Options for a contract. */
export const contractOptions = {
  tariff: option(text('id'), 'contract: spot, base, hphc, tempo or another id of /api/tariffs (spot)'),
  subscribedKva: option(wholeNumber('kVA'), 'subscribed power, where the prices depend on it (6)'),
  offPeak: option(offPeakHours, 'off-peak hours of the contract, such as 22h30-6h30'),
  offPeakSummer: option(offPeakHours, 'off-peak hours from 1 April to 31 October, with --off-peak-winter'),
  offPeakWinter: option(offPeakHours, 'off-peak hours from 1 November to 31 March, with --off-peak-summer'),
  adder: option(adder, 'what the supplier adds to the market price: an amount, or the id of a profile (0)'),
  vat: option(decimal('%'), 'VAT on market price and adder (0)'),
} satisfies Options

/** The contract that options describe. */
export function readContractOptions({ adder, vat, ...named }: ValuesOf<typeof contractOptions>): ContractQuery {
  const { tariff, subscribedKva, offPeak, offPeakSummer, offPeakWinter } = named
  return {
    ...{ tariff, subscribedKva, offPeak, offPeakSummer, offPeakWinter },
    adder: typeof adder === 'string' ? adder : undefined,
    adderEurPerKwh: typeof adder === 'number' ? adder : undefined,
    vatPercent: vat,
  }
}
