import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { OperatorResource, Query } from '../../upstream/operator-client.ts'

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

/**
 * One value of one series over one slot, in the product's vocabulary. Every numeric feed normalises to this.
 * `updatedAt` is the publisher's own date of the value; null when it sent none.
 */
export type Measurement = {
  series: string
  slotStart: Temporal.Instant
  slotEnd: Temporal.Instant
  value: number
  updatedAt: Temporal.Instant | null
}

/**
 * What a feed publishes that is not a number over a slot: the signal of a day with its message, an unavailability message.
 * `key` is the publisher's own identity of it; `body` is JSON in the product's vocabulary.
 */
export type FeedDocument = {
  key: string
  validFrom: Temporal.Instant
  validTo: Temporal.Instant
  body: Readonly<Record<string, unknown>>
  updatedAt: Temporal.Instant | null
}

/** What a payload gave, and how many of its slots or records could not be read. */
export type Normalised = { measurements: Measurement[]; documents: FeedDocument[]; unreadableSlots: number }
