import { minuteMs } from '@hexawatt/shared/time/instant'
import type { FeedDefinition, PlausibleRange } from '../feed.ts'
import { normaliseImbalance } from './normalise.ts'

/** Prices of settlement follow the balancing platforms, whose technical limit is ±15 000 EUR/MWh. */
const priceRange: PlausibleRange = { min: -20_000, max: 20_000 }
/** A quarter of an hour with an imbalance of 20 GW, MWh: more than France has ever been off by. */
const imbalanceRange: PlausibleRange = { min: -5_000, max: 5_000 }
const trendRange: PlausibleRange = { min: -1, max: 1 }

const rangeBySeries: Readonly<Record<string, PlausibleRange>> = {
  IMBALANCE: imbalanceRange,
  TREND: trendRange,
  POSITIVE_PRICE: priceRange,
  NEGATIVE_PRICE: priceRange,
}

/** Imbalance of the system and its settlement prices per quarter-hour: the live part of the grid sub-score. */
export const imbalance: FeedDefinition = {
  id: 'imbalance',
  resource: {
    api: 'balancing_energy',
    path: '/open_api/balancing_energy/v5/imbalance_data',
    maxWindowDays: 7,
    windowFormat: 'paris',
    queries: [{}],
  },
  pollEveryMs: 15 * minuteMs,
  firstFetchDays: 6,
  // Prices follow volumes late, and are then corrected.
  revisionDays: 2,
  windowEnd: 'now',
  normalise: normaliseImbalance,
  mayLieAhead: () => false,
  plausibleRange: (series) => rangeBySeries[series] ?? priceRange,
}
