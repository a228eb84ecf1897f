import type { FeedId, ReferenceId } from '../../grid/feeds.ts'
import type { Outage } from './available-capacity.ts'
import type { HourlySeries } from './hourly-series.ts'

/** Types of generation that are forecast. */
export const forecastTypes = ['SOLAR', 'WIND_ONSHORE', 'WIND_OFFSHORE'] as const
export type ForecastType = (typeof forecastTypes)[number]

/** The realised hour that the carbon sub-score and the carry-over rest on. */
export type RealisedHour = {
  /** End of the hour, ms since the epoch. */
  endMs: number
  /** Production boundary, gCO2eq/kWh, unrounded. */
  gCo2eqPerKwh: number
  /** Generation by type, MW ≥ 0. */
  powerMwByType: Readonly<Record<string, number>>
}

/** Newest quarter-hour of the balancing market of which trend and price are known. */
export type Imbalance = { isUpward: boolean; negativePriceEurPerMwh: number }

/**
 * Everything a score is made of, as it was known at one instant. What is unknown is absent (an hour of a series) or null;
 * nothing is ever 0 because it is missing. Live, forecast, history and audit build the same.
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
  /** Outages in force in the span; null when it is not known which (never fetched, or too long ago). */
  outages: readonly Outage[] | null
  /** Emission factors; null when there are none. */
  gCo2eqPerKwhByType: Readonly<Record<string, number>> | null
  /** Availability φ of each feed, 0–1. */
  availabilityByFeed: Readonly<Record<FeedId, number>>
  isReferenceKnown: Readonly<Record<ReferenceId, boolean>>
}
