/** Direction in which the operator had to act. */
export type SystemTrend = 'up' | 'down' | 'none'

/** Imbalance of one quarter-hour. */
export type QuarterImbalance = {
  startEpochMs: number
  endEpochMs: number
  /** Energy that was activated, MWh; positive when it was missing. */
  imbalanceMwh: number
  trend: SystemTrend
  /** Prices of settlement, EUR/MWh; null until they are published. */
  prices: SettlementPrices | null
  /** When the newest of it was published. */
  publishedEpochMs: number
}

/** What a balance responsible party is paid for what it had too much, and pays for what it lacked, EUR/MWh. */
export type SettlementPrices = { positiveEurPerMwh: number; negativeEurPerMwh: number }
