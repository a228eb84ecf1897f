import { archivedQuantities } from '../../contract/forecast/forecast-archive.ts'
import { maxForecastHours } from '../../contract/score.ts'
import { maxOutlookHours } from '../../contract/values/longest-outlook.ts'
import type { EmissionRule } from './analog-forecast.ts'
import type { Band, ErrorLevels } from './bands.ts'

/** Quantities that a forecast gives with a band: all of them are archived. */
export const forecastQuantities = archivedQuantities
export type ForecastQuantity = (typeof forecastQuantities)[number]

/** The intensity of French production, of each set of emission factors. */
export const quantityOfRule = { lifeCycle: 'carbon', direct: 'directCarbon' } as const satisfies Record<
  EmissionRule,
  ForecastQuantity
>

/** The intensity of French consumption, imports included, of each set of emission factors. */
export const consumptionQuantityOfRule = {
  lifeCycle: 'consumptionCarbon',
  direct: 'directConsumptionCarbon',
} as const satisfies Record<EmissionRule, ForecastQuantity>

/** The levels of one lead bucket, with the α and the number of archived errors that made them. */
export type BucketLevels = ErrorLevels & { alpha: number; errors: number }

/**
 * Levels of each quantity by index of `bandLastLeads`: of z for intensities, additive for price (EUR/MWh, hours beyond the auction) and score.
 * null where a bucket holds fewer than 100 errors: intensities then take the frozen quantiles, price and score have no band.
 */
export type BandLevels = Readonly<Record<ForecastQuantity, readonly (BucketLevels | null)[]>>

/** How an issue was made: the method, or the carry-over of version 1 with fewer than 48 hours of generation. */
export const forecastMethods = ['analog_mix', 'carry_over'] as const
export type ForecastMethod = (typeof forecastMethods)[number]

/**
 * How the intensity of consumption is forecast: by imports of similar hours; or, with too few known hours or without a projected mix, by the production forecast
 * plus the difference that imports made in the newest known hour.
 */
export type ConsumptionMethod = 'similar_hours' | 'last_difference'

/** A forecast value with its p10 and p90; null where it, or its band, is unknown. */
export type BandedValue = { value: number | null; band: Band | null }

/**
 * What the correction of an intensity rests on, and what an issue archives of it for the issues to come: intensities in gCO2eq/kWh, powers in MW, price
 * in EUR/MWh; null where unknown.
 */
export type CorrectionInputs = {
  /** A: the intensity before any correction, that of the projected mix. */
  uncorrected: number
  /** L − W − S of the hour. */
  residualMw: number | null
  windMw: number | null
  solarMw: number | null
  priceEurPerMwh: number | null
  /** Realised intensity of the same Paris hour of the newest known day. */
  sameHour: number | null
  /** r24 and h28: mean errors ln(actual / A) of earlier issues. */
  recentError: number | null
  hourBias: number | null
}

/**
 * One hour of an issue: intensities in gCO2eq/kWh, price in EUR/MWh, score as composite under national weights before rounding, power in MW.
 */
export type ForecastIssueHour = Readonly<Record<ForecastQuantity, BandedValue>> & {
  /** Start of the hour, ms. */
  startMs: number
  /** 0 is the hour in progress. */
  lead: number
  /** Spread of ln(intensity) over similar hours, the scale of the band; null without one. */
  spreads: Readonly<Record<EmissionRule, number | null>>
  /** The same of the intensity of consumption. */
  consumptionSpreads: Readonly<Record<EmissionRule, number | null>>
  isPriceAuctioned: boolean
  loadMw: number | null
  windMw: number | null
  solarMw: number | null
  /** How each intensity came from that of the projected mix; null where it was not corrected, as in version 2. */
  corrections: Readonly<Record<EmissionRule, CorrectionInputs | null>>
  /** The projected mix; null when it is carried over. */
  powerMwByType: Readonly<Record<string, number>> | null
}

/**
 * The last lead that is served, archived and judged: 72 of a forecast that was made with weather, otherwise 48. A few more hours are computed, so that
 * as many remain until the next forecast.
 *
 * @param computedHours hours after the one in progress
 */
export function findLastServedLead(computedHours: number): number {
  return computedHours >= maxOutlookHours ? maxOutlookHours : maxForecastHours
}

/** The forecast of one instant. */
export type ForecastIssue = {
  issuedAt: Temporal.Instant
  method: ForecastMethod
  /** Inputs that were missing or too old; `weather_load` and its like: too little of the past is known to fit that driver on the weather. */
  missingInputs: readonly string[]
  /** Start of the newest complete hour of generation, ms; null when none was known. */
  newestGenerationStartMs: number | null
  /** How the intensity of consumption was forecast, and the start of the newest hour whose imports were known, ms; null when none were. */
  consumptionMethod: ConsumptionMethod | null
  newestConsumptionStartMs: number | null
  /** The hour in progress and those after it. */
  hours: readonly ForecastIssueHour[]
}
