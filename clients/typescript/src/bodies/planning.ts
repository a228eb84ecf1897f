import type { ForecastVersions, GridSignalStatus, TariffColor } from './grid.ts'

// Made from the contract by `bun run docs`; change it there.

/** Production-boundary intensity: carbon with life-cycle factors, directCarbon with the operator’s direct factors. */
export type OutlookIntensity = {
  /** Forecast, gCO2eq/kWh; null when no mix can be projected. */
  gCo2PerKwh: number | null
  /** p10; null where too few errors are known. */
  low: number | null
  /** p90; null where too few errors are known. */
  high: number | null
}

/** Market price. An auctioned one is certain: low and high are itself. */
export type OutlookPrice = {
  /** Day-ahead price, EUR/MWh, or its estimate; null when unknown. */
  eurPerMwh: number | null
  /** p10; null where too few errors are known. */
  low: number | null
  /** p90; null where too few errors are known. */
  high: number | null
  /** auction: the published price; estimate: beyond the auction. */
  basis: 'auction' | 'estimate'
}

/** Everything that is forecast of one hour or quarter-hour. */
export type OutlookSlot = {
  /** Start of the slot, UTC. */
  start: string
  /** End of the slot, UTC. */
  end: string
  carbon: OutlookIntensity
  directCarbon: OutlookIntensity
  price: OutlookPrice
  /** Score of the slot, national weighting, 0 to 100. */
  globalScore: number | null
  /** Published signal of the hour; null when unknown. */
  gridSignal: GridSignalStatus | null
  /** Colour of the three-colour tariff: the published one, else the most probable; null when unknown. */
  tariffColor: TariffColor | null
  /** Whether the colour is published or a forecast; null without a colour. */
  tariffColorBasis: 'published' | 'forecast' | null
}

/** Carbon, price, score, signal and tariff colour of the coming hours, with bands. */
export type Outlook = {
  /** When the forecast was issued, UTC. */
  issuedAt: string
  /** Hours that are served: fewer when the plan reaches less far or less is known. */
  servedHours: number
  /** Length of a slot. */
  resolution: '1h' | '15m'
  methodologyVersions: ForecastVersions
  /** In order, without a hole. Empty when there is nothing to forecast. */
  slots: OutlookSlot[]
}
