import type { FeedId, ReportedSourceId } from '@hexawatt/shared/grid/feeds'
import type { DatasetId, SourceName } from '@hexawatt/shared/grid/publishers'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { Content } from './content.ts'
import type { Expectation } from './expectation.ts'
import type { Rhythm } from './rhythm.ts'
import type { Window } from './window.ts'

/** Id of a source: a feed of the operator, a reference, the weather, or a dataset of an open publisher. It names its rows in `source_status` and its payloads. */
export type PolledId = ReportedSourceId | DatasetId

/** Members of a query, written as the publisher wants them. */
export type Query = Readonly<Record<string, string>>

/** One request to a publisher. */
export type Call = {
  /** Path below the publisher's base address. */
  path: string
  query: Query
  /** The query as the archive keeps it and the reader gets it: payloads that answer the same question are archived under the same name. */
  asked: Query
  /** Two calls that together ask for the same; null where the call cannot be divided any more. Absent where it never can. */
  halve?: () => readonly Call[] | null
  /** Of a source that yields to feeds: nothing of the source is stored yet, so that this call does not yield. */
  isFirst?: true
}

/** State on which a poll bases its requests. */
export type PollContext = {
  now: Temporal.Instant
  /** When this source was last stored completely; null = never: the first poll asks for the days that the product needs. */
  lastSuccess: Temporal.Instant | null
  /** End of the newest slot that was stored by then; null where none was. */
  newestSlotEnd: Temporal.Instant | null
}

/** A body as received, and its JSON where the client has already parsed it. */
export type Page = { body: Uint8Array; json?: unknown }

/** An answer as received or archived, with the query of its call: some payloads do not repeat it. */
export type Answer = Page & {
  query: Query
  /** Further pages that the answer led to: they are read together with it. */
  pages?: readonly Page[]
}

/** Contents of a source that fill no feed. */
export type OtherContent = 'regions' | 'published_intensities' | 'weather' | 'neighbour_mixes'

/** Number of a functional error of the operator, without the API's name: `F04` of `TMPLIKSUPCON_TMPLIKCAL_F04`. */
export type FunctionalCode = `F${string}`

/** How a publisher says that it has no data (yet) for a request: absence, not failure. */
export type Absence = { status?: 404; codes?: readonly FunctionalCode[] }

/** A source: the requests to a publisher, their times, and how the answers are read. One answer may fill several feeds. */
export type Source = {
  id: PolledId
  publisher: SourceName
  /** Stored content, for the documents; absent where the feeds describe it. */
  holds?: string
  /** API of the operator that it belongs to; credentials may differ by API. */
  api?: string
  /**
   * Feeds that it can fill: the fallback order says in which order the sources of a feed are used. A source without feeds is a fallback for nothing and is
   * always polled.
   */
  fills: readonly FeedId[]
  /** Contents of its answers that fill no feed. */
  gives?: readonly OtherContent[]
  rhythm: Rhythm
  /** The calls of one poll; none when nothing is to be asked. */
  calls: (context: PollContext) => readonly Call[]
  /** Its calls are left out while the rest of the publisher's calls of the day may be needed for feeds (`feedCallsPerDay` of its pace). */
  yieldsToFeeds?: true
  /** Each call asks for a file of its own: the failure of one does not stop the others. */
  hasIndependentCalls?: true
  /** The calls that fetch a past window, oldest first; absent where the publisher has no past. */
  backfillCalls?: (window: Window) => readonly Call[]
  /** Longest window that a backfill asks for at once, Paris days, and the latest end of such a window; absent: a month, and the end of tomorrow. */
  backfillLimits?: { pieceDays: number; latestEnd: (now: Temporal.Instant) => Temporal.Instant }
  absent?: Absence
  /** The call of the page that follows these, the first one being the answer itself; null at the end. Such pages are read together. */
  nextPage?: (pages: readonly Page[]) => Call | null
  /**
   * Reads an answer; the same bytes and query always give the same content, because the audit reads them again. A value that fails a check of the
   * publisher's own figures is in `refused` of the feed's content.
   *
   * Slots are never shorter than the slots of the operator's own feed: precedence compares slots by their start, so that a shorter slot that begins within a
   * longer one of the operator would be stored next to it and be counted twice. That is hours for `physical_flows`, days for `tariff_calendar`, years for
   * `installed_capacities`, and quarter-hours for the others.
   *
   * @throws UpstreamError `unusable` when it does not have the agreed shape
   */
  read: (answer: Answer) => Content
  /** Properties that an answer must have, for the check of a first contact; absent for the operator, whose calendar determines the due values. */
  expected?: Expectation
}

/** Most calls of one poll of an open publisher; each waits for the publisher's pace. */
export const maxCallsPerPoll = 8

/** A call of an open publisher. Its path is archived with its query, because one dataset may read several resources. */
export function buildOpenCall(path: string, query: Query = {}): Call {
  return { path, query, asked: path === '' ? query : { ...query, '(path)': path } }
}

/** JSON of an answer. @throws UpstreamError `unusable` when it is none */
export function readJson({ body, json }: Page): unknown {
  if (json !== undefined) return json
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new UpstreamError('unusable', `the answer of ${body.length} bytes is not JSON`)
  }
}
