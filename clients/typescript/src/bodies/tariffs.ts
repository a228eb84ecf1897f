// Generated from the contract by `bun run docs`: edit the contract, not this file.

/** Kinds of contract by how their prices vary. */
export type ContractKind = 'base' | 'hphc' | 'tempo' | 'other'

/** `official`: files of the regulator. `published`: a named publication. `unconfirmed`: secondary sources only. */
export type ContractCertainty = 'official' | 'published' | 'unconfirmed'

/** Kinds of day; a public holiday on a Saturday or Sunday is both `weekend` and `holiday`. */
export type DayKind = 'weekday' | 'weekend' | 'holiday'

/** Colours of the tariff day in a price table, cheapest first. */
export type PricedColor = 'blue' | 'white' | 'red'

/** Dated table of contracts with the source and certainty of each version. Costs are calculated with this table. */
export type Tariffs = {
  /** Currency of every price. */
  currency: 'EUR'
  /** Contracts by id and first day, oldest first. */
  contracts: ContractVersion[]
  /** Adder profiles of the market price by id and first day, oldest first. */
  adders: AdderProfile[]
}

/** A contract between two price changes. */
export type ContractVersion = {
  /** Id of the contract; its versions share it and do not overlap. */
  id: string
  /** Name of the contract, in French. */
  name: string
  /** base: one price; hphc: peak and off-peak prices; tempo: prices by the colour of the tariff day; other: any other periods. */
  kind: ContractKind
  /** First Paris calendar day on which the version applies. */
  from: string
  /** First Paris calendar day on which the version no longer applies. Null while no end is known. */
  to: string | null
  /** Off-peak hours in Paris of a customer who names none. Null when every customer has hours of their own, or the contract has no off-peak period. */
  offPeak: string | null
  /** Subscription by subscribed power. Empty when it is unknown: comparisons are then of energy only. */
  subscriptions: Subscription[]
  /** Periods of the prices, in the order in which they are tried. */
  periods: ContractPeriod[]
  /** Prices by subscribed power. The first entry whose limits hold the power applies. */
  prices: PricesByPower[]
  /** Source of the figures. */
  source: string
  /** official: from the files of the regulator; published: checked against a publication of supplier or regulator that source names; unconfirmed: served although it rests on secondary sources only. */
  certainty: ContractCertainty
  /** A limitation of the figures. Null when there is none. */
  note: string | null
}

/** Fixed part of a contract for one subscribed power. */
export type Subscription = {
  /** Subscribed power, kVA. */
  kva: number
  /** Subscription, EUR a month including all taxes. */
  eurPerMonth: number
}

/** When a price applies. Each minute has the first period of the list that matches it; season, kind of day and hours are those of the minute itself, also after midnight. */
export type ContractPeriod = {
  /** Name of the period, the key of its price. */
  id: string
  /** Season in which the period applies. Null: all year. */
  season: ContractSeason | null
  /** Kinds of day on which the period applies. weekend: Saturday and Sunday; holiday: public holidays of metropolitan France, also on a weekend; weekday: the other days. Null: every day. */
  days: DayKind[] | null
  /** Colours of the tariff day, 06:00 to 06:00 in Paris, on which the period applies. Null: any colour. */
  colors: PricedColor[] | null
  /** Hours of the day in Paris: ranges to the minute such as 22:00-06:00, separated by commas, or offPeak for the off-peak hours of the customer. Null: all hours. */
  hours: string | null
}

/** Part of every year, by calendar days in Paris. */
export type ContractSeason = {
  /** First day of the season, MM-DD. */
  from: string
  /** Last day of the season, MM-DD. The season crosses New Year when this day is before the first. */
  to: string
}

/** Prices of the periods for a range of subscribed powers. */
export type PricesByPower = {
  /** Smallest subscribed power with these prices, kVA. Null when there is no lower limit. */
  minKva: number | null
  /** Largest subscribed power with these prices, kVA. Null when there is no upper limit. */
  maxKva: number | null
  /** Price of each period by its id, EUR/kWh including all taxes. */
  eurPerKwh: { [name: string]: number }
}

/** Amounts that supplier, network and taxes add to the market price: price = (market price + amount) · (1 + VAT). */
export type AdderProfile = {
  /** Id of the profile; its versions share it and do not overlap. */
  id: string
  /** Name of the profile, in French. */
  name: string
  /** First Paris calendar day on which the version applies. */
  from: string
  /** First Paris calendar day on which the version no longer applies. Null while no end is known. */
  to: string | null
  /** Periods of the amounts, in the order in which they are tried. */
  periods: ContractPeriod[]
  /** Amount added in each period by its id, EUR/kWh without VAT. */
  eurPerKwh: { [name: string]: number }
  /** Source of the figures. */
  source: string
  /** official: from the files of the regulator; published: checked against a publication of supplier or regulator that source names; unconfirmed: served although it rests on secondary sources only. */
  certainty: ContractCertainty
  /** A limitation of the figures. Null when there is none. */
  note: string | null
}
