// Made from the contract by `bun run docs`; change it there.

/** Whether a price is confirmed, or rests on one secondary source. */
export type PriceCertainty = 'confirmed' | 'unconfirmed'

/** The dated table of regulated prices that costs are calculated with, each with its source and its certainty. */
export type Tariffs = {
  /** Currency of every price. */
  currency: 'EUR'
  /** Prices per kWh by the day from which they hold, oldest first. Subscriptions are not included. */
  tariffs: (BaseTariff | OffPeakTariff | ColorTariff)[]
}

/** Option with one price. */
export type BaseTariff = {
  /** One price at all hours. */
  option: 'base'
  eurPerKwh: SinglePrice
  /** Civil day in Paris from which the price holds, until the next row of its option. */
  validFrom: string
  /** Smallest subscribed power that it holds for, kVA; null = no lower bound. */
  minKva: number | null
  /** Largest subscribed power that it holds for, kVA; null = no upper bound. */
  maxKva: number | null
  /** Where the price was read. */
  source: string
  /** confirmed, or unconfirmed: it rests on one secondary source and is served all the same. */
  certainty: PriceCertainty
  /** What is missing to confirm it; null where nothing is. */
  note: string | null
}

/** The price of all hours. */
export type SinglePrice = {
  /** Price of a kWh at all hours, EUR with all taxes. */
  all: number
}

/** Option with peak and off-peak prices. */
export type OffPeakTariff = {
  /** Two prices; the off-peak hours are those of the customer’s contract. */
  option: 'hphc'
  eurPerKwh: PeriodPrices
  /** Civil day in Paris from which the price holds, until the next row of its option. */
  validFrom: string
  /** Smallest subscribed power that it holds for, kVA; null = no lower bound. */
  minKva: number | null
  /** Largest subscribed power that it holds for, kVA; null = no upper bound. */
  maxKva: number | null
  /** Where the price was read. */
  source: string
  /** confirmed, or unconfirmed: it rests on one secondary source and is served all the same. */
  certainty: PriceCertainty
  /** What is missing to confirm it; null where nothing is. */
  note: string | null
}

/** Prices of peak and off-peak hours. */
export type PeriodPrices = {
  /** Price of a kWh in peak hours, EUR with all taxes. */
  peak: number
  /** Price of a kWh in off-peak hours, EUR with all taxes. */
  offPeak: number
}

/** Option with six prices, by the colour of the day and the hour. */
export type ColorTariff = {
  /** Three colours, from 06:00 to 06:00 in Paris; peak is 06:00 to 22:00. */
  option: 'tempo'
  eurPerKwh: PricesByColor
  /** Civil day in Paris from which the price holds, until the next row of its option. */
  validFrom: string
  /** Smallest subscribed power that it holds for, kVA; null = no lower bound. */
  minKva: number | null
  /** Largest subscribed power that it holds for, kVA; null = no upper bound. */
  maxKva: number | null
  /** Where the price was read. */
  source: string
  /** confirmed, or unconfirmed: it rests on one secondary source and is served all the same. */
  certainty: PriceCertainty
  /** What is missing to confirm it; null where nothing is. */
  note: string | null
}

/** Prices by the colour of the day. */
export type PricesByColor = {
  blue: PeriodPrices
  white: PeriodPrices
  red: PeriodPrices
}
