import * as v from 'valibot'
import { exportedTariff } from '../formats/export-bodies.ts'
import { defaultSubscribedKva, subscribedKvas, tariffKinds } from '../planning/choices.ts'
import { parseOffPeak } from './off-peak.ts'
import { choice, decimalBetween, parameter, parsedText } from './parameter.ts'

/** Bounds of what is added to the market price, EUR/kWh, and of the VAT on it, %. */
const spotLimits = { adderEurPerKwh: 1, vatPercent: 100 } as const

/** The off-peak hours that are accepted, in words. */
export const acceptedOffPeak =
  'one or two ranges of Paris time with a comma between them, such as 22:00-06:00 (required by tariff=hphc)'

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
    description: 'Subscribed power, kVA, on which regulated prices depend. Not with tariff=spot.',
    example: 9,
  }),
  offPeak: parameter(parsedText(parseOffPeak, acceptedOffPeak), {
    description:
      'Off-peak hours in Paris time, up to two ranges with a comma between them; across midnight if need be. Required by tariff=hphc, refused elsewhere.',
    example: '22:00-06:00',
  }),
  adderEurPerKwh: parameter(decimalBetween(-spotLimits.adderEurPerKwh, spotLimits.adderEurPerKwh), {
    default: 0,
    description:
      'What the supplier and the network add to the market price, EUR/kWh without VAT. With tariff=spot only.',
    example: 0.09,
  }),
  vatPercent: parameter(decimalBetween(0, spotLimits.vatPercent), {
    default: 0,
    description: 'VAT on market price and adder, %. With tariff=spot only.',
    example: 20,
  }),
}

/** Tariff parameters of a schedule. Which of them apply depends on the tariff, so the operation fills in their defaults. */
export const tariffParameters = {
  tariff: parameter(choice(tariffKinds), {
    default: tariffKinds[0],
    description:
      'What a kWh costs: the market price, or a regulated tariff with one price, off-peak hours or three colours.',
    example: 'tempo',
  }),
  ...priceParameters,
}

/** Tariff parameters of the exports, which have another default. */
export const exportedTariffParameters = {
  tariff: parameter(choice(tariffKinds), {
    component: 'exportTariff',
    default: exportedTariff,
    description:
      'With quantity=tariff, as are the parameters of the tariff: what a kWh costs, by the market price or a regulated tariff with one price, off-peak hours or three colours.',
    example: 'tempo',
  }),
  ...priceParameters,
}

/** Names of the parameters that say what a kWh costs. */
const tariffParameterNames = ['tariff', 'subscribedKva', 'offPeak', 'adderEurPerKwh', 'vatPercent'] as const
export type TariffParameterName = (typeof tariffParameterNames)[number]

/** The parameters of a tariff, as they were given. */
export type RequestedTariff = v.InferOutput<v.ObjectSchema<typeof tariffParameters, undefined>>
