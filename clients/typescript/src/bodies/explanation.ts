import type { ExplainedScore, FeedId } from './explained-score.ts'
import type { MethodologyVersions } from './grid.ts'
import type { ExplainedHour } from './hours.ts'

// Generated from the contract by `bun run docs`: edit the contract, not this file.

/** Everything from which the intensities and the score of an instant can be computed by hand. */
export type CarbonExplain = {
  /** Requested instant, UTC; without the parameter at, the instant of the calculation. */
  at: string
  /** Instant for which the figures were computed, UTC: the tick of the stored point, or at. */
  computedFor: string
  /** snapshot: the figures of now; live: a point stored at its tick; backfilled: a point that was computed later, from stored source data. */
  provenance: 'snapshot' | 'live' | 'backfilled'
  methodologyVersions: MethodologyVersions
  /** Both carbon intensities. Null when no complete hour was recent enough: see carbonMissing. */
  carbon: ExplainedCarbon | null
  /** Why carbon is null. Null when it is not. */
  carbonMissing: string | null
  /** The score under the national weighting. Null when no reliable score exists: see scoreMissing. */
  score: ExplainedScore | null
  /** Why score is null. Null when it is not. */
  scoreMissing: string | null
  /** Payloads of the rows behind the shown inputs, by feed. */
  payloads: ExplainedPayload[]
  /** The hour that /v1/carbon/consumption answers for the same at, which usually differs from carbon.slotStart. Null when it cannot be explained: see consumptionMissing. */
  consumption: ExplainedHour | null
  /** Why consumption is null. Null when it is not. */
  consumptionMissing: string | null
}

/** An archived payload behind the shown figures. */
export type ExplainedPayload = {
  /** Feed of the rows. */
  feed: FeedId
  /** Number of the archived payload; bun run feeds payload prints it as the publisher sent it. */
  payloadId: number
  /** Publisher of the payload. */
  publisher: 'rte' | 'odre' | 'rte-zip' | 'energy-charts' | 'rte-services' | 'couleur-tempo'
  /** When the newest of the rows became known, UTC. */
  knownFrom: string
}

/** Both carbon intensities of an hour, term by term. */
export type ExplainedCarbon = {
  /** Start of the hour that both intensities describe, UTC. */
  slotStart: string
  /** End of the hour, UTC. */
  slotEnd: string
  /** Feed of the mix: the hourly feed, or the mean of four quarter-hours while the hourly feed is late. */
  feed: 'generation_by_type' | 'generation_mix_15min'
  factorSet: ExplainedFactorSet
  production: ExplainedProduction
  /** Consumption boundary; null when imports are unknown: see consumptionMissing. */
  consumption: ExplainedConsumption | null
  /** Why consumption is null. Null when it is not. */
  consumptionMissing: string | null
}

/** The set of emission factors in force. */
export type ExplainedFactorSet = {
  /** Number of the factor set in this installation. */
  id: string
  /** Database of the factors. */
  source: string
  /** Version of the database. */
  databaseVersion: string
  /** Licence under which the factors may be reused. */
  license: string
}

/** Carbon intensity on the production boundary. */
export type ExplainedProduction = {
  /** Terms of the sums, in their order. */
  terms: ExplainedGeneration[]
  /** Sum of powerMW, MW. */
  sumPowerMW: number
  /** Sum of emissionsKg, kgCO2eq. */
  sumEmissionsKg: number
  /** sumEmissionsKg divided by sumPowerMW, gCO2eq/kWh. */
  unroundedGCo2PerKwh: number
  /** unroundedGCo2PerKwh with two decimals, as the other endpoints return it. */
  gCo2PerKwh: number
}

/** A term of the production sum. */
export type ExplainedGeneration = {
  /** Code of the production type, such as NUCLEAR or WIND_ONSHORE. */
  productionType: string
  /** Mean power in the hour, MW; a negative value counts as 0. */
  powerMW: number
  factor: ExplainedFactor
  /** powerMW times factor.gCo2PerKwh: kgCO2eq of the hour. */
  emissionsKg: number
}

/** An emission factor with its reference. */
export type ExplainedFactor = {
  /** Emission factor, gCO2eq/kWh. */
  gCo2PerKwh: number
  /** Element of the database of ADEME. Null for a value that is not in the database (validity is fallback or unmapped). */
  elementId: string | null
  /** Name of the element; in other cases, what the value is. */
  name: string
  /** Boundary that the factor covers, as the database names it. */
  boundary: string
  /** Date on which the element was last changed. Null when elementId is null. */
  modifiedOn: string | null
  /** Last day of the validity of the element. Null when the database gives none (validity unlimited), or elementId is null. */
  validUntil: string | null
  /** valid; unlimited: the database gives no end; expired: validUntil is before the Paris day of at, and the database has no newer element; fallback: an older published value, because the database has no current element; unmapped: a conservative value for a production type without a factor. */
  validity: 'valid' | 'unlimited' | 'expired' | 'fallback' | 'unmapped'
}

/** Carbon intensity on the consumption boundary. */
export type ExplainedConsumption = {
  /** Origin of the net imports: physical_flows; while flows of the hour are missing, total_exchanges (all commercial exchanges agreed by the time of delivery) or day_ahead_schedules, both of the feed exchange_schedules. */
  basis: 'physical_flows' | 'total_exchanges' | 'day_ahead_schedules'
  /** True unless basis is physical_flows. */
  isEstimate: boolean
  /** Countries whose physical flow of the hour was missing: why the imports are estimated. Sorted. */
  missingBorders: string[]
  /** Divided joint exchanges; empty when there is none. */
  jointExchanges: ExplainedJointExchange[]
  /** Net imports, in the order of the sums. */
  borders: ExplainedBorder[]
  /** Sum of countedMW, MW. */
  importedMW: number
  /** Sum of emissionsKg of borders, kgCO2eq. */
  importedEmissionsKg: number
  /** production.sumPowerMW plus importedMW, MW. */
  sumPowerMW: number
  /** production.sumEmissionsKg plus importedEmissionsKg, kgCO2eq. */
  sumEmissionsKg: number
  /** sumEmissionsKg divided by sumPowerMW, gCO2eq/kWh. */
  unroundedGCo2PerKwh: number
  /** unroundedGCo2PerKwh with two decimals, as the other endpoints return it. */
  gCo2PerKwh: number
  /** gCo2PerKwh minus production.gCo2PerKwh, both rounded, gCO2eq/kWh. */
  boundaryDelta: number
}

/** A joint exchange with two countries, and how it was divided. */
export type ExplainedJointExchange = {
  /** The countries whose exchanges are published only as one joint figure. */
  countries: string[]
  /** Joint net import, MW. */
  powerMW: number
  /** Share of each country, in the order of countries. */
  shares: number[]
  /** Start of the hour whose physical flows give the shares: the newest with an import from either country. */
  shareHour: string
}

/** Net import from a neighbour. */
export type ExplainedBorder = {
  /** ISO 3166-1 alpha-2 code of the neighbour; XX is a border whose country is unknown. */
  country: string
  /** Inflow minus outflow in the hour, MW; negative when France exports. */
  netImportMW: number
  /** netImportMW when it is positive, otherwise 0. */
  countedMW: number
  /** Intensity of the country, gCO2eq/kWh. */
  gCo2PerKwh: number
  /** yearly: the newest yearly intensity of the country that was known and is not after the year of the hour; highest_neighbour: the country has none, and the highest one of the neighbours of France applies. */
  valuation: 'yearly' | 'highest_neighbour'
  /** Year of the intensity. Null when valuation is highest_neighbour. */
  year: number | null
  /** Release of the publisher from which the intensity was read. Null when valuation is highest_neighbour. */
  vintage: string | null
  /** countedMW times gCo2PerKwh: kgCO2eq of the hour. */
  emissionsKg: number
}
