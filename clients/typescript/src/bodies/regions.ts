// Made from the contract by `bun run docs`; change it there.

/** INSEE codes of the regions of mainland France without Corsica. */
export type RegionCode = '11' | '24' | '27' | '28' | '32' | '44' | '52' | '53' | '75' | '76' | '84' | '93'

/** Carbon intensity of the production of every region in the newest published quarter-hour, location-based. */
export type CarbonRegions = {
  /** Start of the quarter-hour that is described, UTC. */
  slotStart: string
  /** End of the quarter-hour that is described, UTC. */
  slotEnd: string
  /** Publisher of the figures of the regions. */
  source: 'rte' | 'odre' | 'rte-zip' | 'energy-charts' | 'rte-services' | 'couleur-tempo'
  /** The twelve regions of mainland France without Corsica, by code. */
  regions: RegionIntensity[]
  /** Version of the calculation by region. */
  methodologyVersion: number
}

/** Production, consumption and carbon intensity of one region in one quarter-hour. */
export type RegionIntensity = {
  /** Code of the region by the national statistics office (INSEE). */
  code: RegionCode
  /** Name of the region, in French. */
  name: string
  /** Production of the region weighed with life-cycle factors, gCO2eq/kWh; null when a part of its mix is unknown or nothing is produced. */
  gCo2PerKwh: number | null
  /** The same mix with the operator’s direct factors, g/kWh; null with gCo2PerKwh. */
  directGCo2PerKwh: number | null
  /** Production of the region, MW; null when a part of it is unknown. */
  totalGenerationMW: number | null
  /** Consumption of the region, MW; null when unknown. */
  consumptionMW: number | null
  /** What flows into the region from other regions and from abroad, MW; negative = it gives more than it takes; null when unknown. */
  exchangeMW: number | null
  /** Production by type, the same types in every region, by code. */
  mix: RegionMixEntry[]
  /** Gas, coal and oil are published as one figure of a region: it is split in the ratio of the national mix of the same quarter-hour, and so are hydro and bioenergy. */
  thermalSplit: 'national'
}

/** One production type of the mix of a region. */
export type RegionMixEntry = {
  /** Code of the production type, such as NUCLEAR or WIND_ONSHORE. */
  productionType: string
  /** Mean power in the quarter-hour, MW; null when unknown. */
  valueMW: number | null
}
