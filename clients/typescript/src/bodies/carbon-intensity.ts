/** Versions of the calculations behind an answer. Keys may be added. */
export type MethodologyVersions = {
  score: number
  carbon: number
  confidence: number
  /** null = without a consumption-boundary value. */
  consumption: number | null
}

/** One production type of the mix. */
export type MixEntry = {
  productionType: string | null
  valueMW: number
  sharePct: number
  isLowCarbon: boolean
}

/** Where the emission factors come from, and what is known to be imperfect about them. */
export type EmissionFactors = {
  source: string | null
  license: string | null
  lastSyncedAt: string
  /** Date without time. */
  mostRecentAdemeModification: string
  expiredValidityFactors: string[] | null
  fallbackFactors: string[] | null
  unmappedProductionTypes: string[] | null
  factorBoundaries: { [productionType: string]: string } | null
  containsExpiredValidity: boolean
  containsFallbackValues: boolean
}

/** Carbon intensity of the grid, gCO2eq/kWh, location-based. Instants are ISO 8601 in UTC. */
export type CarbonIntensity = {
  /** When the answer was made; the hour that is described is `dataSlotStart` to `dataSlotEnd`. */
  timestamp: string
  dataSlotStart: string | null
  dataSlotEnd: string | null
  /** Minutes from `dataSlotEnd` to `timestamp`. */
  dataAgeMinutes: number | null
  totalGenerationMW: number
  /** Nuclear and renewables, %. */
  lowCarbonPct: number
  /** Renewables without nuclear, %. */
  renewablePct: number
  /** Production boundary: what is generated in France. */
  estimatedGCo2PerKwh: number
  /** Consumption boundary: imports included. */
  estimatedGCo2PerKwhConsumption: number | null
  /** Consumption less production boundary. */
  consumptionBoundaryDelta: number | null
  unmappedImportCountries: string[] | null
  mix: MixEntry[] | null
  methodology: string | null
  methodologyVersions: MethodologyVersions
  methodologyVersion: number
  emissionFactorsSource: EmissionFactors
}
