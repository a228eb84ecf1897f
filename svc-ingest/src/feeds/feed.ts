import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { OperatorResource } from '../upstream/operator-client.ts'
import type { Normalised } from './measurement.ts'

/** Both ends included, in the unit of the series. */
export type PlausibleRange = { min: number; max: number }

/** A feed is data: everything the pipeline needs to know of it. */
export type FeedDefinition = {
  id: FeedId
  resource: OperatorResource
  /** How often to ask, ms. Never below the 15 minutes that the operator's clients have settled on. */
  pollEveryMs: number
  /** Civil days asked for when nothing is stored yet. */
  firstFetchDays: number
  /** Civil days before the newest slot (or today, when that lies ahead) that are asked for again, because values are revised. */
  revisionDays: number
  /** `now` where a window that ends in the future is refused; else the end of the Paris day this many days after today. */
  windowEnd: 'now' | { daysAhead: number }
  /** Whether values of slots that have not ended are what this series is for (forecasts, prices), or cannot be. */
  mayLieAhead: (series: string) => boolean
  /** Reads a payload. @throws UpstreamError `unusable` when it does not have the agreed shape */
  normalise: (payload: unknown) => Normalised
  /** Plausible range of a series, in its unit. */
  plausibleRange: (series: string) => PlausibleRange
}
