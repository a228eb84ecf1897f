import type { RegionCode } from './regions.ts'

// Generated from the contract by `bun run docs`: edit the contract, not this file.

/** Carbon intensity of generation and of consumption in every region, for each quarter-hour of a calendar day in Paris. */
export type RegionalDay = {
  /** Calendar day in Paris. */
  date: string
  /** Name of the time zone of the day, which is that of Paris. */
  timeZone: string
  /** Start of the day, 00:00 in Paris, UTC. */
  from: string
  /** End of the day, exclusive, UTC. */
  to: string
  /** Publisher of the regional figures. Null when none of the day is stored. */
  source: 'rte' | 'odre' | 'rte-zip' | 'energy-charts' | 'rte-services' | 'couleur-tempo' | null
  /** Start of each quarter-hour of the day that has ended, UTC, in chronological order and without gaps: 92 or 100 on the day of a clock change. Empty when no value of the day is stored. */
  slots: string[]
  /** Start of the hour whose flows over the borders of France each quarter-hour takes, UTC. Null when the flows are unknown. */
  flowsSlotStarts: (string | null)[]
  /** Carbon intensity of what regions receive, with life-cycle factors, gCO2eq/kWh. Null when unknown. */
  poolGCo2PerKwh: (number | null)[]
  /** Carbon intensity of what regions receive, with the direct emission factors of the operator, gCO2/kWh. Null when unknown. */
  poolDirectGCo2PerKwh: (number | null)[]
  /** Net imports of the regions less the net import of France, MW: 0 when both publications agree. Null when unknown. */
  exchangeResidualMW: (number | null)[]
  /** The twelve regions of mainland France (without Corsica), sorted by code. */
  regions: RegionDayColumns[]
  /** Version of the regional calculation. */
  methodologyVersion: number
  /** True when the day ended at least three days ago and every value is known. A publisher can still correct it; the ETag then changes. */
  complete: boolean
}

/** Columns of one region for the quarter-hours of the day. */
export type RegionDayColumns = {
  /** INSEE code of the region. */
  code: RegionCode
  /** Name of the region, in French. */
  name: string
  /** Carbon intensity of generation with life-cycle factors, gCO2eq/kWh. Null when unknown. */
  gCo2PerKwh: (number | null)[]
  /** Carbon intensity of generation with the direct emission factors of the operator, gCO2/kWh. Null when unknown. */
  directGCo2PerKwh: (number | null)[]
  /** Carbon intensity of consumption with life-cycle factors, gCO2eq/kWh. Null when unknown. */
  consumptionGCo2PerKwh: (number | null)[]
  /** Carbon intensity of consumption with the direct emission factors of the operator, gCO2/kWh. Null when unknown. */
  consumptionDirectGCo2PerKwh: (number | null)[]
  /** Consumption of the region, MW. Null when unknown. */
  consumptionMW: (number | null)[]
}
