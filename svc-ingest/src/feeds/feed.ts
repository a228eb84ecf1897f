import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { OperatorResource } from '../upstream/operator-client.ts'
import type { Normalised } from './measurement.ts'

/** A feed is data: everything the pipeline needs to know of it. */
export type FeedDefinition = {
  id: FeedId
  resource: OperatorResource
  /** How often to ask, ms. Never below the 15 minutes that the operator's clients have settled on. */
  pollEveryMs: number
  /** Civil days asked for when nothing is stored yet. */
  firstFetchDays: number
  /** Civil days before the newest slot that are asked for again, because values are revised. */
  revisionDays: number
  /** `now` where a window that ends in the future is refused, `day` where it may run to the end of the Paris day. */
  windowEnd: 'now' | 'day'
  /** Reads a payload. @throws UpstreamError `unusable` when it does not have the agreed shape */
  normalise: (payload: unknown) => Normalised
  /** Plausible range of a series, MW, both ends included. */
  plausibleRangeMw: (series: string) => { minMw: number; maxMw: number }
}
