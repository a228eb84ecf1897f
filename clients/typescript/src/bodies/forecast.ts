// Made from the contract by `bun run docs`; change it there.

/** Quantities of which issued forecasts are kept. */
export type ArchivedQuantity = 'carbon' | 'directCarbon' | 'price' | 'score'

/** One hour of a forecast as it was issued, beside what came true. */
export type ArchivedForecastPoint = {
  /** When the forecast was issued, UTC. */
  issuedAt: string
  /** Start of the hour that was forecast, UTC. */
  target: string
  /** Hours from issuedAt to target: 0 is the hour that was in progress, 48 the last one. */
  leadHours: number
  /** Forecast value. A price that had been published by then is that price. */
  value: number
  /** Lower edge (p10) of the band. Null when none was issued. */
  low: number | null
  /** Upper edge (p90) of the band. Null when none was issued. */
  high: number | null
  /** Value that came true, with the corrections that were published since. Null until the hour is over and known. */
  actual: number | null
  /** Version of the forecast method. */
  methodologyVersion: number
}

/** Forecasts as they were issued, beside what came true. */
export type ForecastArchive = {
  /** carbon: production-boundary intensity with life-cycle factors, gCO2eq/kWh; directCarbon: the same mix with direct factors, gCO2eq/kWh; price: day-ahead price, EUR/MWh; score: score under the national weighting before it is rounded to a whole number, 0 to 100. */
  quantity: ArchivedQuantity
  /** Start of the window of issues or targets as asked for, UTC, inclusive. */
  from: string
  /** End of the window as asked for, UTC, exclusive. */
  to: string
  /** Start of what is served, UTC; later than from when truncated. */
  effectiveFrom: string
  /** True when the window was shortened to the forecasts there are. */
  truncated: boolean
  /** Points by issuedAt, then leadHours. An hour without a forecast of the quantity is left out. */
  points: ArchivedForecastPoint[]
}
