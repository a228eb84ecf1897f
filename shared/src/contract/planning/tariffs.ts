import * as v from 'valibot'
import { described, FiniteNumber, IsoDate } from '../values/fields.ts'

/** Options of the regulated tariff: one price; peak and off-peak price; six prices by colour of the day and hour. */
const regulatedOptions = ['base', 'hphc', 'tempo'] as const
export type RegulatedOption = (typeof regulatedOptions)[number]

/** Certainty of a price: confirmed by its publisher or a price sheet, or from a single secondary source. */
export const priceCertainties = ['confirmed', 'unconfirmed'] as const
export type PriceCertainty = (typeof priceCertainties)[number]

/** A higher price per kWh is certainly a wrong unit. */
const maxEurPerKwh = 10

const EurPerKwh = v.pipe(FiniteNumber, v.minValue(0), v.maxValue(maxEurPerKwh))

export const PeriodPrices = described(
  v.strictObject({
    peak: described(EurPerKwh, 'Price in peak hours, EUR/kWh including all taxes.'),
    offPeak: described(EurPerKwh, 'Price in off-peak hours, EUR/kWh including all taxes.'),
  }),
  'Prices of peak and off-peak hours.',
)

export const SinglePrice = described(
  v.strictObject({ all: described(EurPerKwh, 'Price at all hours, EUR/kWh including all taxes.') }),
  'Single price for all hours.',
)

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
  validFrom: described(
    IsoDate,
    'First Paris calendar day on which the price applies. It applies until the next row of the same option.',
  ),
  minKva: described(
    Kva,
    'Smallest subscribed power to which the price applies, kVA. Null when there is no lower limit.',
  ),
  maxKva: described(
    Kva,
    'Largest subscribed power to which the price applies, kVA. Null when there is no upper limit.',
  ),
  source: described(v.pipe(v.string(), v.nonEmpty()), 'Source of the price.'),
  certainty: described(
    v.picklist(priceCertainties),
    'confirmed: confirmed by the publisher or a price sheet; unconfirmed: served although it rests on a single secondary source.',
  ),
  note: described(v.nullable(v.string()), 'What is missing to confirm the price. Null when nothing is missing.'),
}

export const BaseTariff = described(
  v.strictObject({
    option: described(v.literal('base'), 'Single price at all hours.'),
    eurPerKwh: SinglePrice,
    ...common,
  }),
  'Option with a single price (Base).',
)

export const OffPeakTariff = described(
  v.strictObject({
    option: described(
      v.literal('hphc'),
      'Peak and off-peak prices; the contract of the customer defines the off-peak hours.',
    ),
    eurPerKwh: PeriodPrices,
    ...common,
  }),
  'Option with peak and off-peak prices (Heures creuses).',
)

export const ColorTariff = described(
  v.strictObject({
    option: described(
      v.literal('tempo'),
      'Prices by the colour of the tariff day, which runs from 06:00 to 06:00 in Paris; peak hours are 06:00 to 22:00.',
    ),
    eurPerKwh: PricesByColor,
    ...common,
  }),
  'Option with six prices, by colour of the day and hour (Tempo).',
)

/** Prices of one option from one day on. */
export const RegulatedTariff = v.variant('option', [BaseTariff, OffPeakTariff, ColorTariff])
export type RegulatedTariff = v.InferOutput<typeof RegulatedTariff>

/** Maximum number of rows of a price table. */
const maxTariffRows = 1_000

/** The price table behind all costs; an operator can replace it. */
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
      'Prices per kWh, sorted by the day from which they apply, oldest first. Subscriptions are not included.',
    ),
  }),
  'Dated table of regulated prices with the source and certainty of each price. Costs are calculated with this table.',
)
export type TariffsResponse = v.InferOutput<typeof TariffsResponse>
