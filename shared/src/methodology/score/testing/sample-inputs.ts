import { recordFromEntries } from '../../../bounds/record-from-entries.ts'
import { type FeedId, feedIds } from '../../../grid/feeds.ts'
import { hourMs } from '../../../time/instant.ts'
import type { HourlySeries } from '../../hourly-means.ts'
import type { ScoreInputs } from '../sub-scores/score-inputs.ts'

/** ms since the epoch of an instant. */
export const toMs = (instant: string): number => Temporal.Instant.from(instant).epochMilliseconds

/** Hours from `start` on with the value that `valueAt` gives for the index of each. */
export function createHours(start: string, count: number, valueAt: (index: number) => number): HourlySeries {
  return new Map(Array.from({ length: count }, (_, index) => [toMs(start) + index * hourMs, valueAt(index)]))
}

export function createAvailability(phi: number): Record<FeedId, number> {
  return recordFromEntries(feedIds, () => phi)
}

/** Instant of {@link sampleInputs}: a working day, 19:20 in Paris. */
export const sampleNow = Temporal.Instant.from('2026-02-03T18:20:00Z')

/** Nothing is missing: every hour has 42 EUR/MWh, 20 g/kWh, level 1 and a margin of 0.5. */
export const sampleInputs: ScoreInputs = {
  priceEurPerMwh: createHours('2026-01-20T23:00:00Z', 24 * 15, () => 42),
  realised: {
    endMs: toMs('2026-02-03T17:00:00Z'),
    gCo2eqPerKwh: 20,
    powerMwByType: { NUCLEAR: 45_000, HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 5_000 },
  },
  realisedGCo2eqPerKwh: createHours('2026-01-27T19:00:00Z', 24 * 7 - 2, () => 20),
  signalLevel: createHours('2026-02-02T23:00:00Z', 24 * 4, () => 1),
  imbalance: null,
  expectedConsumptionMw: createHours('2026-02-02T23:00:00Z', 48, () => 60_000),
  weeklyConsumptionMw: createHours('2026-02-02T23:00:00Z', 24 * 9, () => 60_000),
  forecastMw: {
    SOLAR: createHours('2026-02-02T23:00:00Z', 48, () => 1_000),
    WIND_ONSHORE: createHours('2026-02-02T23:00:00Z', 48, () => 9_000),
  },
  installedMwByYear: new Map([[2026, { NUCLEAR: 61_000, FOSSIL_GAS: 14_000 }]]),
  outages: [],
  gCo2eqPerKwhByType: { NUCLEAR: 4, HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 6, SOLAR: 44, WIND_ONSHORE: 14 },
  availabilityByFeed: createAvailability(1),
  isReferenceKnown: { emission_factors: true, country_intensities: true },
}
