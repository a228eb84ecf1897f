import type { Received } from '@hexawatt/shared/grid/feed-calendar'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import type { ScoreRows } from '@hexawatt/shared/methodology/score/assemble-inputs'

const neverReceived: Received = { newestSlotEnd: null, lastSuccess: null }

/**
 * The rows of a score with nothing in them, for those that the record has no history of: grid signals, balancing, weekly
 * consumption forecasts, capacities and outages. Adequacy then stands on its fallback (consumption) and grid on adequacy.
 */
export const unrecordedRows: ScoreRows = {
  carbon: null,
  generationByType: [],
  powerExchanges: [],
  gridSignals: [],
  imbalance: [],
  consumption: [],
  consumptionWeekly: [],
  generationForecast: [],
  installedCapacities: [],
  unavailabilities: [],
  factorSet: null,
  hasCountryIntensities: false,
  received: Object.fromEntries(feedIds.map((feed) => [feed, neverReceived])) as Record<FeedId, Received>,
}
