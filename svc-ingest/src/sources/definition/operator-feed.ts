import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { addParisDays } from '@hexawatt/shared/time/paris'
import type { Normalised } from './content.ts'
import { type Absence, type Call, type PollContext, type Query, readJson, type Source } from './source.ts'
import { buildWindowQuery, halveWindow, splitAtDay, splitWindow, type Window, type WindowFormat } from './window.ts'

/** How a feed of the operator is requested and read. Facts of the feed itself (calendar, weight, names) are in `feed-facts.ts` of shared. */
export type OperatorFeed = {
  id: FeedId
  /** Stored content: the series with their units, or the documents. `docs/operate/feeds.md` has a table of these lines. */
  holds: string
  /** API of the subscription; credentials may differ by API. */
  api: string
  /** Path below the base address. */
  path: string
  /** Longest window of one call, Paris days. */
  maxWindowDays: number
  /** Format of the window's bounds; `none` where the resource takes no window and always returns its newest issue. */
  windowFormat: WindowFormat
  /** Day of the year (`MM-DD`) that no window spans. */
  cutAt?: string
  /** Members of the query besides the window; each of them is a separate call. */
  queries?: readonly Query[]
  absent?: Absence
  /** Regular interval of polls; at least the 15 minutes that clients of the operator commonly use. */
  everyMinutes: number
  minCallGapMinutes?: number
  /** Civil days before today that are fetched when nothing is stored yet; a function where the calendar says how many. */
  firstFetchDays: number | ((now: Temporal.Instant) => number)
  /** Civil days before the newest slot (before today if that slot lies ahead) that each poll fetches again, because values are revised. */
  revisionDays: number
  /** `now` if the publisher refuses windows that end in the future; otherwise the end of the Paris day this many days after today. */
  windowEnd: 'now' | { daysAhead: number }
  /**
   * Reads a payload. `query` is the request that it answers, because some payloads do not repeat it.
   *
   * @throws UpstreamError `unusable` when its shape is not the documented one
   */
  normalise: (payload: unknown, query: Query) => Normalised
}

/** Most civil days that a poll requests after the first one: the backfill closes longer gaps. */
const maxPollDays = 31
/** The operator's clock may be behind the product's, and it rejects an end in its future. */
const clockSkewMinutes = 1
/**
 * Longest piece of a backfill whose slots are hours or quarter-hours, Paris days: a longer window needs more memory and loses more work when
 * interrupted. Resources that take a whole year at once have one value per day or year.
 */
const maxPieceDays = 31
const wholeYearDays = 366

/** The source of a feed at the operator's API: its window is cut into calls that the API accepts, and each call can be halved. */
export function createOperatorFeed(feed: OperatorFeed): Source {
  const { id, holds, api, absent, everyMinutes, minCallGapMinutes, maxWindowDays, windowFormat } = feed
  return {
    id,
    publisher: 'rte',
    holds,
    api,
    fills: [id],
    rhythm: {
      kind: 'interval',
      everyMinutes,
      publicationOf: id,
      ...(minCallGapMinutes === undefined ? {} : { minCallGapMinutes }),
    },
    ...(absent === undefined ? {} : { absent }),
    calls: (context) => listCalls(feed, selectWindow(feed, context)),
    // A resource without a window always gives its newest issue.
    ...(windowFormat === 'none' ? {} : { backfillCalls: (window: Window) => listCalls(feed, window) }),
    backfillLimits: {
      pieceDays: maxWindowDays >= wholeYearDays ? maxWindowDays : Math.min(maxWindowDays, maxPieceDays),
      latestEnd: (now) => findLatestWindowEnd(feed, now),
    },
    read: (answer) => ({ feeds: [{ feed: id, normalised: feed.normalise(readJson(answer), answer.query) }] }),
  }
}

/** The calls of a window, oldest first. */
function listCalls(feed: OperatorFeed, window: Window): Call[] {
  const { windowFormat, maxWindowDays, cutAt, queries = [{}] } = feed
  const spans = cutAt === undefined ? [window] : splitAtDay(window, cutAt)
  const pieces = windowFormat === 'none' ? spans : spans.flatMap((span) => splitWindow(span, maxWindowDays))
  return pieces.flatMap((piece) => queries.map((query) => callOf(feed, query, piece)))
}

function callOf(feed: OperatorFeed, query: Query, window: Window): Call {
  return {
    path: feed.path,
    query: { ...query, ...buildWindowQuery(window, feed.windowFormat) },
    asked: query,
    halve: () => halveWindow(window)?.map((half) => callOf(feed, query, half)) ?? null,
  }
}

/**
 * Window of a poll: from the revision span before the newest stored slot (before today when that slot lies ahead, the first-fetch
 * span when nothing is stored) to the end that the feed allows. It begins at a Paris midnight.
 */
function selectWindow(feed: OperatorFeed, { newestSlotEnd, now }: PollContext): Window {
  const end = findLatestWindowEnd(feed, now)
  if (newestSlotEnd === null) return { start: addParisDays(now, -countFirstFetchDays(feed, now)), end }
  const wanted = addParisDays(pickEarlier(newestSlotEnd, now), -feed.revisionDays)
  return { start: pickLater(wanted, addParisDays(now, -maxPollDays)), end }
}

function countFirstFetchDays({ firstFetchDays: days }: OperatorFeed, now: Temporal.Instant): number {
  return typeof days === 'number' ? days : days(now)
}

/** Latest end of a window that can be requested of a feed at `now`. */
function findLatestWindowEnd({ windowEnd }: OperatorFeed, now: Temporal.Instant): Temporal.Instant {
  if (windowEnd === 'now') return now.subtract({ minutes: clockSkewMinutes })
  return addParisDays(now, 1 + windowEnd.daysAhead)
}

const pickEarlier = (a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(a, b) < 0 ? a : b
const pickLater = (a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(a, b) < 0 ? b : a
