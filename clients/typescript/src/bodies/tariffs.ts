// Generated from the contract by `bun run docs`: edit the contract, not this file.

/** Whether a price is confirmed, or rests on one secondary source. */
export type PriceCertainty = 'confirmed' | 'unconfirmed'

/** Dated table of regulated prices with the source and certainty of each price. Costs are calculated with this table. */
export type Tariffs = {
  /** Currency of every price. */
  currency: 'EUR'
  /** Prices per kWh, sorted by the day from which they apply, oldest first. Subscriptions are not included. */
  tariffs: (BaseTariff | OffPeakTariff | ColorTariff)[]
}

/** Option with a single price (Base). */
export type BaseTariff = {
  /** Single price at all hours. */
  option: 'base'
  eurPerKwh: SinglePrice
  /** First Paris calendar day on which the price applies. It applies until the next row of the same option. */
  validFrom: string
  /** Smallest subscribed power to which the price applies, kVA. Null when there is no lower limit. */
  minKva: number | null
  /** Largest subscribed power to which the price applies, kVA. Null when there is no upper limit. */
  maxKva: number | null
  /** Source of the price. */
  source: string
  /** confirmed: confirmed by the publisher or a price sheet; unconfirmed: served although it rests on a single secondary source. */
  certainty: PriceCertainty
  /** What is missing to confirm the price. Null when nothing is missing. */
  note: string | null
}

/** Single price for all hours. */
export type SinglePrice = {
  /** Price at all hours, EUR/kWh including all taxes. */
  all: number
}

/** Option with peak and off-peak prices (Heures creuses). */
export type OffPeakTariff = {
  /** Peak and off-peak prices; the contract of the customer defines the off-peak hours. */
  option: 'hphc'
  eurPerKwh: PeriodPrices
  /** First Paris calendar day on which the price applies. It applies until the next row of the same option. */
  validFrom: string
  /** Smallest subscribed power to which the price applies, kVA. Null when there is no lower limit. */
  minKva: number | null
  /** Largest subscribed power to which the price applies, kVA. Null when there is no upper limit. */
  maxKva: number | null
  /** Source of the price. */
  source: string
  /** confirmed: confirmed by the publisher or a price sheet; unconfirmed: served although it rests on a single secondary source. */
  certainty: PriceCertainty
  /** What is missing to confirm the price. Null when nothing is missing. */
  note: string | null
}

/** Prices of peak and off-peak hours. */
export type PeriodPrices = {
  /** Price in peak hours, EUR/kWh including all taxes. */
  peak: number
  /** Price in off-peak hours, EUR/kWh including all taxes. */
  offPeak: number
}

/** Option with six prices, by colour of the day and hour (Tempo). */
export type ColorTariff = {
  /** Prices by the colour of the tariff day, which runs from 06:00 to 06:00 in Paris; peak hours are 06:00 to 22:00. */
  option: 'tempo'
  eurPerKwh: PricesByColor
  /** First Paris calendar day on which the price applies. It applies until the next row of the same option. */
  validFrom: string
  /** Smallest subscribed power to which the price applies, kVA. Null when there is no lower limit. */
  minKva: number | null
  /** Largest subscribed power to which the price applies, kVA. Null when there is no upper limit. */
  maxKva: number | null
  /** Source of the price. */
  source: string
  /** confirmed: confirmed by the publisher or a price sheet; unconfirmed: served although it rests on a single secondary source. */
  certainty: PriceCertainty
  /** What is missing to confirm the price. Null when nothing is missing. */
  note: string | null
}

/** Prices by the colour of the day. */
export type PricesByColor = {
  blue: PeriodPrices
  white: PeriodPrices
  red: PeriodPrices
}
