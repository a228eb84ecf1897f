// Generated from the contract by `bun run docs`: edit the contract, not this file.

/** INSEE codes of the regions of mainland France without Corsica. */
export type RegionCode = '11' | '24' | '27' | '28' | '32' | '44' | '52' | '53' | '75' | '76' | '84' | '93'

/** Carbon intensity of generation and of consumption in every region in the newest published quarter-hour, location-based. */
export type CarbonRegions = {
  /** Start of the quarter-hour that the values describe, UTC. */
  slotStart: string
  /** End of the quarter-hour that the values describe, UTC. */
  slotEnd: string
  /** Publisher of the regional figures. */
  source: 'rte' | 'odre' | 'rte-zip' | 'energy-charts' | 'rte-services' | 'couleur-tempo'
  /** The twelve regions of mainland France (without Corsica), sorted by code. */
  regions: RegionIntensity[]
  /** Start of the hour whose flows over the borders of France are counted in the consumption of the regions, UTC. Earlier than the hour of slotStart while the flows of that hour are not published yet. Null when no flows are known. */
  flowsSlotStart: string | null
  /** Carbon intensity of what regions receive, with life-cycle factors, gCO2eq/kWh: what other regions send out, and what France imports. Null when unknown. */
  poolGCo2PerKwh: number | null
  /** Carbon intensity of what regions receive, with the direct emission factors of the operator, gCO2eq/kWh. Null when unknown. */
  poolDirectGCo2PerKwh: number | null
  /** Sum of exchangeMW over the regions less the net import of France in the hour of flowsSlotStart, MW: 0 when both publications agree. Null when an exchange or a flow is unknown. */
  exchangeResidualMW: number | null
  /** True when the consumption intensity of a region is unknown, or exchangeResidualMW is more than 500 MW from 0. */
  consumptionDegraded: boolean
  /** Version of the regional calculation. */
  methodologyVersion: number
}

/** Generation, consumption and carbon intensity of one region in one quarter-hour. */
export type RegionIntensity = {
  /** INSEE code of the region. */
  code: RegionCode
  /** Name of the region, in French. */
  name: string
  /** Carbon intensity of generation in the region with life-cycle factors, gCO2eq/kWh. Null when part of its mix is unknown or the region generates nothing. */
  gCo2PerKwh: number | null
  /** Carbon intensity of the same mix with the direct emission factors of the operator, gCO2eq/kWh. Null when gCo2PerKwh is null. */
  directGCo2PerKwh: number | null
  /** Carbon intensity of what the region consumes with life-cycle factors, gCO2eq/kWh: the mix of a region that sends power out; else its own mix together with what it receives. Null when unknown; never a copy of gCo2PerKwh. */
  consumptionGCo2PerKwh: number | null
  /** Carbon intensity of what the region consumes with the direct emission factors of the operator, gCO2eq/kWh. Null when unknown. */
  consumptionDirectGCo2PerKwh: number | null
  /** Generation in the region, MW. Null when part of it is unknown. */
  totalGenerationMW: number | null
  /** Consumption of the region, MW. Null when unknown. */
  consumptionMW: number | null
  /** Net flow into the region from other regions and from abroad, MW; negative when the region exports. Null when unknown. */
  exchangeMW: number | null
  /** Generation by production type, sorted by code; every region lists the same types. */
  mix: RegionMixEntry[]
  /** The operator publishes gas, coal and oil of a region as one figure, and hydro and bioenergy as totals: each is split in proportion to the national mix of the same quarter-hour. */
  thermalSplit: 'national'
}

/** One production type of the mix of a region. */
export type RegionMixEntry = {
  /** Code of the production type, such as NUCLEAR or WIND_ONSHORE. */
  productionType: string
  /** Mean power in the quarter-hour, MW; null when unknown. */
  valueMW: number | null
}

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
  /** Carbon intensity of what regions receive, with the direct emission factors of the operator, gCO2eq/kWh. Null when unknown. */
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
  /** Carbon intensity of generation with the direct emission factors of the operator, gCO2eq/kWh. Null when unknown. */
  directGCo2PerKwh: (number | null)[]
  /** Carbon intensity of consumption with life-cycle factors, gCO2eq/kWh. Null when unknown. */
  consumptionGCo2PerKwh: (number | null)[]
  /** Carbon intensity of consumption with the direct emission factors of the operator, gCO2eq/kWh. Null when unknown. */
  consumptionDirectGCo2PerKwh: (number | null)[]
  /** Consumption of the region, MW. Null when unknown. */
  consumptionMW: (number | null)[]
}

/** Exchanges of France with its neighbours in the hour of carbon, or in the newest hour before it in which all borders are known. */
export type DashboardExchanges = {
  /** Start of the hour that the values describe, UTC. */
  start: string
  /** End of the hour that the values describe, UTC. */
  end: string
  /** True when the values are commercial exchanges, because the physical flows of the hour are not published yet. */
  isEstimated: boolean
  /** Exchange with each neighbour, sorted by country. */
  neighbours: NeighbourExchange[]
  /** Net import over all borders, MW; negative when France exports. Null when one border is unknown. */
  netImportMw: number | null
}

/** Exchange with one neighbour. */
export type NeighbourExchange = {
  /** Country by ISO 3166; DE+BE where only the joint exchange with Germany and Belgium is known; XX for a border of an unknown country. */
  country: string
  /** Net import of France from the neighbour, MW; negative when France exports. Null when a flow of the border is unknown. */
  netImportMw: number | null
}

/** Generation and consumption of every region in the newest published quarter-hour. */
export type DashboardRegions = {
  /** Start of the quarter-hour that the values describe, UTC. */
  start: string
  /** End of the quarter-hour that the values describe, UTC. */
  end: string
  /** Start of the hour whose flows over the borders of France are counted in the consumption of the regions, UTC. Earlier than the hour of slotStart while the flows of that hour are not published yet. Null when no flows are known. */
  flowsSlotStart: string | null
  /** The 12 regions of mainland France (without Corsica), sorted by code. */
  regions: DashboardRegion[]
}

/** Generation and consumption of one region, as in /v1/carbon/regions. */
export type DashboardRegion = {
  /** INSEE code of the region. */
  code: RegionCode
  /** Carbon intensity of generation in the region with life-cycle factors, gCO2eq/kWh. Null when part of its mix is unknown or the region generates nothing. */
  gCo2PerKwh: number | null
  /** Carbon intensity of the same mix with the direct emission factors of the operator, gCO2eq/kWh. Null when gCo2PerKwh is null. */
  directGCo2PerKwh: number | null
  /** Carbon intensity of what the region consumes with life-cycle factors, gCO2eq/kWh: the mix of a region that sends power out; else its own mix together with what it receives. Null when unknown; never a copy of gCo2PerKwh. */
  consumptionGCo2PerKwh: number | null
  /** Carbon intensity of what the region consumes with the direct emission factors of the operator, gCO2eq/kWh. Null when unknown. */
  consumptionDirectGCo2PerKwh: number | null
  /** Generation in the region, MW. Null when part of it is unknown. */
  totalGenerationMW: number | null
  /** Net flow into the region from other regions and from abroad, MW; negative when the region exports. Null when unknown. */
  exchangeMW: number | null
}
