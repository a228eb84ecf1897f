import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { OperatorResource, Query } from '../upstream/operator-client.ts'
import type { Normalised } from './measurement.ts'

/** A feed is data: everything the pipeline needs to know of it. */
export type FeedDefinition = {
  id: FeedId
  resource: OperatorResource
  /** How often to ask, ms. Never below the 15 minutes that the operator's clients have settled on. */
  pollEveryMs: number
  /** Least real time between two polls, ms, where the publisher refuses more; kept across restarts. */
  minCallIntervalMs?: number
  /** Civil days asked for when nothing is stored yet. */
  firstFetchDays: number
  /** Civil days before the newest slot (or today, when that lies ahead) that are asked for again, because values are revised. */
  revisionDays: number
  /** `now` where a window that ends in the future is refused; else the end of the Paris day this many days after today. */
  windowEnd: 'now' | { daysAhead: number }
  /** Whether values of slots that have not ended are what this series is for (forecasts, prices), or cannot be. */
  mayLieAhead: (series: string) => boolean
  /** Series whose newest slot tells how fresh the feed is; absent = all. Forecasts would hide that measured values stop. */
  freshSeries?: readonly string[]
  /**
   * Reads a payload. `query` is what it answers, for payloads that do not repeat it.
   *
   * @throws UpstreamError `unusable` when it does not have the agreed shape
   */
  normalise: (payload: unknown, query: Query) => Normalised
}
