import type { FeedId, ReferenceId } from '../../../grid/feeds.ts'
import type { HourlySeries } from '../../hourly-means.ts'
import type { Outage } from './available-capacity.ts'

/** Computed hours of a forecast: more than the 48 served, so that 48 remain after the next full hour. */
export const computedForecastHours = 50
/** The same with weather, of which 72 are served. */
export const computedOutlookHours = 74

/** Computed hours of an issue with or without weather. */
export const countComputedHours = (hasWeather: boolean): number =>
  hasWeather ? computedOutlookHours : computedForecastHours

/** Production types with a published forecast. */
export const forecastTypes = ['SOLAR', 'WIND_ONSHORE', 'WIND_OFFSHORE'] as const
export type ForecastType = (typeof forecastTypes)[number]

/** Forecasts of wind and sun that the score reads, the newest first. Those issued two and three days ahead are no input of it. */
export const scoredForecastLeads = ['ID', 'D-1'] as const

/** The realised hour behind the carbon sub-score and carried-over production. */
export type RealisedHour = {
  /** End of the hour, ms since the epoch. */
  endMs: number
  /** Production boundary, gCO2eq/kWh, unrounded. */
  gCo2eqPerKwh: number
  /** Generation by type, MW ≥ 0. */
  powerMwByType: Readonly<Record<string, number>>
}

/** Newest quarter-hour of the balancing market with known trend and price. */
export type Imbalance = { isUpward: boolean; negativePriceEurPerMwh: number }

/**
 * Inputs of a score as known at one instant. Unknown hours of a series are absent, other unknown values null; never 0. Live, forecast, history
 * and audit use the same.
 */
export type ScoreInputs = {
  /** Day-ahead price, EUR/MWh, from 14 days back to the last hour that was auctioned. */
  priceEurPerMwh: HourlySeries
  /** Newest complete hour of generation; null when none is known. */
  realised: RealisedHour | null
  /** Intensity of the complete hours of the last 7 days, gCO2eq/kWh. */
  realisedGCo2eqPerKwh: HourlySeries
  /** Level of the grid signal (0–3). */
  signalLevel: HourlySeries
  imbalance: Imbalance | null
  /** Newest forecast of the feed `consumption`, MW. */
  expectedConsumptionMw: HourlySeries
  /** Forecast of the feed `consumption_weekly`, MW. */
  weeklyConsumptionMw: HourlySeries
  /** Newest forecast by type, MW, from 7 days back. */
  forecastMw: Readonly<Partial<Record<ForecastType, HourlySeries>>>
  /** Installed capacity by type of the calendar years that are known, MW. */
  installedMwByYear: ReadonlyMap<number, Readonly<Record<string, number>>>
  /** Outages in force in the span; null when unknown (never fetched, or too long ago). */
  outages: readonly Outage[] | null
  /** Emission factors; null when there are none. */
  gCo2eqPerKwhByType: Readonly<Record<string, number>> | null
  /** Availability φ of each feed, 0–1. */
  availabilityByFeed: Readonly<Record<FeedId, number>>
  isReferenceKnown: Readonly<Record<ReferenceId, boolean>>
}
