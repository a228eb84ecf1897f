import * as v from 'valibot'
import { described, FiniteNumber, IsoDate } from '../values/fields.ts'

/** Options of the regulated tariff: one price, two prices by the hour, six prices by the colour of the day and the hour. */
const regulatedOptions = ['base', 'hphc', 'tempo'] as const
export type RegulatedOption = (typeof regulatedOptions)[number]

/** Whether a price is confirmed by its publisher or a price sheet, or rests on a single secondary source. */
export const priceCertainties = ['confirmed', 'unconfirmed'] as const
export type PriceCertainty = (typeof priceCertainties)[number]

/** Beyond this a price per kWh is a mistake of unit. */
const maxEurPerKwh = 10

const EurPerKwh = v.pipe(FiniteNumber, v.minValue(0), v.maxValue(maxEurPerKwh))

/** Prices of the two periods of a day. */
export const PeriodPrices = described(
  v.strictObject({
    peak: described(EurPerKwh, 'Price of a kWh in peak hours, EUR with all taxes.'),
    offPeak: described(EurPerKwh, 'Price of a kWh in off-peak hours, EUR with all taxes.'),
  }),
  'Prices of peak and off-peak hours.',
)

/** Price of an option that has only one. */
export const SinglePrice = described(
  v.strictObject({ all: described(EurPerKwh, 'Price of a kWh at all hours, EUR with all taxes.') }),
  'The price of all hours.',
)

/** Prices of the three colours. */
export const PricesByColor = described(
  v.strictObject({
    blue: PeriodPrices,
    white: PeriodPrices,
    red: PeriodPrices,
  }),
  'Prices by the colour of the day.',
)

const Kva = v.nullable(v.pipe(FiniteNumber, v.minValue(1), v.maxValue(250)))

const common = {
  validFrom: described(IsoDate, 'Civil day in Paris from which the price holds, until the next row of its option.'),
  minKva: described(Kva, 'Smallest subscribed power that it holds for, kVA; null = no lower bound.'),
  maxKva: described(Kva, 'Largest subscribed power that it holds for, kVA; null = no upper bound.'),
  source: described(v.pipe(v.string(), v.nonEmpty()), 'Where the price was read.'),
  certainty: described(
    v.picklist(priceCertainties),
    'confirmed, or unconfirmed: it rests on one secondary source and is served all the same.',
  ),
  note: described(v.nullable(v.string()), 'What is missing to confirm it; null where nothing is.'),
}

/** Prices of the option `base` from one day on. */
export const BaseTariff = described(
  v.strictObject({
    option: described(v.literal('base'), 'One price at all hours.'),
    eurPerKwh: SinglePrice,
    ...common,
  }),
  'Option with one price.',
)

/** Prices of the option `hphc` from one day on. */
export const OffPeakTariff = described(
  v.strictObject({
    option: described(v.literal('hphc'), 'Two prices; the off-peak hours are those of the customer’s contract.'),
    eurPerKwh: PeriodPrices,
    ...common,
  }),
  'Option with peak and off-peak prices.',
)

/** Prices of the option `tempo` from one day on. */
export const ColorTariff = described(
  v.strictObject({
    option: described(v.literal('tempo'), 'Three colours, from 06:00 to 06:00 in Paris; peak is 06:00 to 22:00.'),
    eurPerKwh: PricesByColor,
    ...common,
  }),
  'Option with six prices, by the colour of the day and the hour.',
)

/** Prices of one option from one day on. */
export const RegulatedTariff = v.variant('option', [BaseTariff, OffPeakTariff, ColorTariff])
export type RegulatedTariff = v.InferOutput<typeof RegulatedTariff>

/** Most rows of a table that an operator hands in. */
const maxTariffRows = 1_000

/** The table that costs are calculated with; an operator may hand in another one. */
export const TariffTable = v.strictObject({
  tariffs: v.pipe(v.array(RegulatedTariff), v.minLength(1), v.maxLength(maxTariffRows)),
})
export type TariffTable = v.InferOutput<typeof TariffTable>

/** Body of `GET /api/tariffs`. */
export const TariffsResponse = described(
  v.strictObject({
    currency: described(v.literal('EUR'), 'Currency of every price.'),
    tariffs: described(
      v.array(RegulatedTariff),
      'Prices per kWh by the day from which they hold, oldest first. Subscriptions are not included.',
    ),
  }),
  'The dated table of regulated prices that costs are calculated with, each with its source and its certainty.',
)
export type TariffsResponse = v.InferOutput<typeof TariffsResponse>
