import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { OperatorResource, Query } from '../../upstream/operator-client.ts'

/** How a feed is fetched and read. What is known of it beside that (calendar, weight, names) is in `feed-facts.ts` of shared. */
export type FeedDefinition = {
  id: FeedId
  resource: OperatorResource
  /** Poll interval, ms; at least the 15 minutes that clients of the operator commonly use. */
  pollEveryMs: number
  /** Civil days before today that are fetched when nothing is stored yet; a function where the calendar says how many. */
  firstFetchDays: number | ((now: Temporal.Instant) => number)
  /** Civil days before the newest slot (before today if that slot lies ahead) that each poll fetches again, because values are revised. */
  revisionDays: number
  /** `now` if the publisher refuses windows that end in the future; otherwise the end of the Paris day this many days after today. */
  windowEnd: 'now' | { daysAhead: number }
  /** Length of its longest slots, hours; absent = 1. */
  longestSlotHours?: number
  /** Whether a series may hold values of slots that have not ended: true for forecasts and prices, false for measurements. */
  mayLieAhead: (series: string) => boolean
  /** Series whose newest slot defines the feed's freshness; absent = all. Forecasts would hide that measurements have stopped. */
  freshSeries?: readonly string[]
  /**
   * Reads a payload. `query` is the request that it answers, because some payloads do not repeat it.
   *
   * @throws UpstreamError `unusable` when its shape is not the documented one
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
  /** How final the publisher calls the value, where it says so: a less final one never replaces a more final one of the same publisher. */
  nature?: Nature
}

/** How final a value is, the least final first (`nature` of éCO2mix). */
export const natures = ['real-time', 'consolidated', 'definitive'] as const
export type Nature = (typeof natures)[number]

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

/** Content of a payload, and what in it is not as expected. One odd element never discards the others. */
export type Normalised = {
  measurements: Measurement[]
  documents: FeedDocument[]
  /** Slots and records that could not be read. */
  unreadableSlots: number
  /** Why they could not be read, each reason once. */
  reasons?: readonly string[]
  /** Values that are quarantined, with the reason. */
  refused?: Refused[]
  /** Names in the payload that this program does not know (a new neighbour or type): reported. The reader decides whether their values are kept. */
  newElements?: readonly string[]
  /**
   * Values that an earlier version of the program read from the same payload and that this version leaves out or names differently. They are never stored;
   * the audit accepts stored versions that equal one of them.
   */
  formerReading?: readonly Measurement[]
  /** Number of contradictions between figures of the publisher, by check. They are only counted: no value is refused because of them. */
  contradictions?: Readonly<Record<string, number>>
  /** A member or column that is missing everywhere: the rest is stored, and the poll fails with this text. */
  fault?: string
}

/** A value that is not believed. */
export type Refused = { measurement: Measurement; reason: string }
