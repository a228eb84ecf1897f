import * as v from 'valibot'
import { exportedTariff } from '../formats/export-bodies.ts'
import { defaultSubscribedKva, subscribedKvas, tariffKinds } from '../planning/choices.ts'
import { parseOffPeak } from './off-peak.ts'
import { choice, decimalBetween, parameter, parsedText } from './parameter.ts'

/** Largest adder to the market price, EUR/kWh, and largest VAT rate, %. */
const spotLimits = { adderEurPerKwh: 1, vatPercent: 100 } as const

/** Description of the accepted off-peak hours. */
export const acceptedOffPeak =
  'one or two ranges in Paris time, separated by a comma, such as 22:00-06:00 (required with tariff=hphc)'

const kvas = v.pipe(
  v.picklist(subscribedKvas.map(String), `one of ${subscribedKvas.join(', ')}`),
  v.transform(Number),
  v.picklist(subscribedKvas),
)

/** Tariff parameters that are the same for schedules and exports. */
const priceParameters = {
  subscribedKva: parameter(kvas, {
    type: 'integer',
    format: 'int32',
    default: defaultSubscribedKva,
    description: 'Subscribed power, kVA; regulated prices depend on it. Not allowed with tariff=spot.',
    example: 9,
  }),
  offPeak: parameter(parsedText(parseOffPeak, acceptedOffPeak), {
    description:
      'Off-peak hours in Paris time: one or two ranges separated by a comma; a range may cross midnight. Required with tariff=hphc, refused with every other tariff.',
    example: '22:00-06:00',
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
  tariff: parameter(choice(tariffKinds), {
    default: tariffKinds[0],
    description:
      'Tariff of the electricity: spot (market price), base (one regulated price), hphc (peak and off-peak price) or tempo (three colours).',
    example: 'tempo',
  }),
  ...priceParameters,
}

/** Tariff parameters of the exports; the default tariff differs. */
export const exportedTariffParameters = {
  tariff: parameter(choice(tariffKinds), {
    component: 'exportTariff',
    default: exportedTariff,
    description:
      'Tariff of the electricity: spot (market price), base (one regulated price), hphc (peak and off-peak price) or tempo (three colours). This parameter and the other tariff parameters are only allowed with quantity=tariff, in live events with the kind prices.',
    example: 'tempo',
  }),
  ...priceParameters,
}

const tariffParameterNames = ['tariff', 'subscribedKva', 'offPeak', 'adderEurPerKwh', 'vatPercent'] as const
export type TariffParameterName = (typeof tariffParameterNames)[number]

/** Whether a parameter describes a contract. */
export function isTariffParameter(name: string): boolean {
  return tariffParameterNames.some((known) => known === name)
}

export type RequestedTariff = v.InferOutput<v.ObjectSchema<typeof tariffParameters, undefined>>
