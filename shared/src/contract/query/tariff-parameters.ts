import * as v from 'valibot'
import { exportedTariff } from '../formats/export-bodies.ts'
import { defaultSubscribedKva, subscribedKvas } from '../planning/choices.ts'
import { contractIdPattern } from '../planning/contract-periods.ts'
import { maxOffPeakRanges, readGivenHours } from './given-hours.ts'
import { decimalBetween, parameter, parsedText } from './parameter.ts'

/** Largest adder to the market price, EUR/kWh, and largest VAT rate, %. */
const spotLimits = { adderEurPerKwh: 1, vatPercent: 100 } as const

/** Tariff of the market price; every other value is the id of a contract. */
export const spotTariff = 'spot'

/** Description of the accepted off-peak hours. */
export const acceptedOffPeak = `up to ${maxOffPeakRanges} ranges in Paris time separated by commas, such as 22:30-06:30 or 22h30-6h30`

const offPeakHours = parsedText((text) => readGivenHours(text, maxOffPeakRanges), acceptedOffPeak)

/** Id of a contract or of an adder profile. Only the table in force knows which exist. */
const tableId = v.pipe(
  v.string(),
  v.regex(contractIdPattern, 'an id of GET /api/tariffs, of letters, digits and hyphens'),
)

const kvas = v.pipe(
  v.picklist(subscribedKvas.map(String), `one of ${subscribedKvas.join(', ')}`),
  v.transform(Number),
  v.picklist(subscribedKvas),
)

const describeTariff =
  'Contract of the electricity: spot (market price), base (one regulated price), hphc (peak and off-peak price), tempo (three colours) or the id of any other contract of GET /api/tariffs'

/** Tariff parameters that are the same for schedules and exports. */
const priceParameters = {
  subscribedKva: parameter(kvas, {
    type: 'integer',
    format: 'int32',
    default: defaultSubscribedKva,
    description: 'Subscribed power, kVA; prices of contracts may depend on it. Not allowed with tariff=spot.',
    example: 9,
  }),
  offPeak: parameter(offPeakHours, {
    description:
      'Off-peak hours in Paris time: up to three ranges to the minute separated by commas, in the form 22:30-06:30 or as printed on the contract, 22h30-6h30 or HC (1H30-7H30;12H30-14H30); a range may cross midnight. Required with contracts whose customers all have hours of their own (hphc), optional with the others that have off-peak periods (Tempo: 22:00-06:00 by default), refused without such periods. Overlapping or empty ranges, and other than eight hours a day in all, are accepted; the advice of a schedule then says what to check.',
    example: '22:30-06:30',
  }),
  offPeakSummer: parameter(offPeakHours, {
    description:
      'Off-peak hours from 1 April to 31 October, in the forms of offPeak. Only together with offPeakWinter, and not with offPeak.',
    example: '02:00-07:00,13:00-16:00',
  }),
  offPeakWinter: parameter(offPeakHours, {
    description:
      'Off-peak hours from 1 November to 31 March, in the forms of offPeak. Only together with offPeakSummer, and not with offPeak.',
    example: '23:00-07:00',
  }),
  adder: parameter(tableId, {
    description:
      'Id of an adder profile of GET /api/tariffs: amounts by season and hour that supplier and network add to the market price. Only with tariff=spot, and not with adderEurPerKwh.',
    example: 'my-supplier',
  }),
  adderEurPerKwh: parameter(decimalBetween(-spotLimits.adderEurPerKwh, spotLimits.adderEurPerKwh), {
    default: 0,
    description:
      'Amount that supplier and network add to the market price, EUR/kWh without VAT. Only with tariff=spot.',
    example: 0.09,
  }),
  vatPercent: parameter(decimalBetween(0, spotLimits.vatPercent), {
    default: 0,
    description: 'VAT on market price and adder, %. Only with tariff=spot.',
    example: 20,
  }),
}

/** Tariff parameters of a schedule. The tariff decides which of them apply, so the operation fills in their defaults. */
export const tariffParameters = {
  tariff: parameter(tableId, {
    default: spotTariff,
    description: `${describeTariff}. Costs are those of the energy, without the subscription.`,
    example: 'tempo',
  }),
  ...priceParameters,
}

/** Tariff parameters of the exports; the default tariff differs. */
export const exportedTariffParameters = {
  tariff: parameter(tableId, {
    component: 'exportTariff',
    default: exportedTariff,
    description: `${describeTariff}. This parameter and the other tariff parameters are only allowed with quantity=tariff, in live events with the kind prices.`,
    example: 'tempo',
  }),
  ...priceParameters,
}

/** Tariff parameters of the calendar, which has no default tariff. */
export const calendarTariffParameters = {
  tariff: parameter(tableId, {
    component: 'calendarTariff',
    description: `${describeTariff}. The calendar then has the cheapest hours of each day instead of those of the best score, and names their price. The other tariff parameters are only allowed with this one.`,
    example: 'hphc',
  }),
  ...priceParameters,
}

export const tariffParameterNames = [
  'tariff',
  'subscribedKva',
  ...(['offPeak', 'offPeakSummer', 'offPeakWinter'] as const),
  ...(['adder', 'adderEurPerKwh', 'vatPercent'] as const),
] as const
export type TariffParameterName = (typeof tariffParameterNames)[number]

/** Whether a parameter describes a contract. */
export function isTariffParameter(name: string): boolean {
  return tariffParameterNames.some((known) => known === name)
}

export type RequestedTariff = v.InferOutput<v.ObjectSchema<typeof tariffParameters, undefined>>
