import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { DatasetId, OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { Normalised } from '../../feeds/definition/feed.ts'
import type { PublishedIntensity } from '../../published-intensity/published-intensity-store.ts'
import type { RegionalContent } from '../../regions/store-regions.ts'
import type { Query } from '../../upstream/operator-client.ts'

/** One call: path below the publisher's base address, and the query, written as the publisher wants it. */
export type DatasetCall = { path: string; query: Query }

/** What a poll knows when it decides what to ask for. */
export type PollContext = {
  now: Temporal.Instant
  /** When this dataset was last stored completely; null = never: the first poll asks for the days that the fallbacks need. */
  lastSuccess: Temporal.Instant | null
}

/** One answer as received; `query` is that of its call. */
export type DatasetAnswer = { body: Uint8Array; query: Query }

/** What an answer holds of one feed. */
export type FeedContent = { feed: FeedId; normalised: Normalised }

/** When a dataset is polled. Missed times are dropped, never made up for. */
export type Rhythm = {
  /** Minutes of every hour, or Paris hours of the day (`HH:MM`). */
  at: { minutes: readonly number[] } | { paris: readonly string[] }
  /** The later times of a day are left out once the newest answer of this dataset has the final values of this daily feed. */
  until?: FeedId
}

/** A dataset of an open source: how it is asked for and read. One answer may fill several feeds. */
export type OpenDataset = {
  id: DatasetId
  publisher: OpenPublisherId
  rhythm: Rhythm
  /**
   * Feeds that it can fill, first choice or spare: the registry says in which order datasets fill a feed. None: it stands in for nothing (regions,
   * figures for comparison), and is always read.
   */
  feeds: readonly FeedId[]
  /** The calls of one poll, at most {@link maxCallsPerPoll}; none when nothing is to be asked. */
  calls: (context: PollContext) => readonly DatasetCall[]
  /** The calls that fetch a past span, oldest first; absent where the publisher has no past. */
  backfillCalls?: (from: Temporal.Instant, to: Temporal.Instant) => readonly DatasetCall[]
  /** Status by which the publisher says that it has nothing (yet) for the asked span: absence, not failure. */
  absentStatus?: 404
  /**
   * Reads an answer; the same bytes and query always give the same content, because the audit reads them again. What fails a check of the
   * publisher's own figures is in `refused` of the feed's content.
   *
   * Slots are never shorter than those of the operator's own feed: precedence compares slots by their start, so that a shorter one that begins within a
   * longer one of the operator would stand beside it and be counted twice. That is hours for `physical_flows`, days for `tariff_calendar`, years for
   * `installed_capacities`, and quarter-hours for the others.
   *
   * @throws UpstreamError `unusable` when it does not have the agreed shape
   */
  read: (answer: DatasetAnswer) => FeedContent[]
  /** Reads the figures of the regions from an answer, by the same rules; absent where it has none. */
  readRegions?: (answer: DatasetAnswer) => RegionalContent
  /** Intensities of an answer that the operator itself publishes; absent where there are none. @throws UpstreamError as `read` does */
  readIntensities?: (answer: DatasetAnswer) => PublishedIntensity[]
}

/** Most calls of one poll; each waits for the publisher's pace. */
export const maxCallsPerPoll = 8

/** JSON of an answer. @throws UpstreamError `unusable` when it is none */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new UpstreamError('unusable', `the answer of ${body.length} bytes is not JSON`)
  }
}
