import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import { addParisDays } from '@hexawatt/shared/time/paris'
import type { FeedDefinition } from '../feeds/definition/feed.ts'
import { latestWindowEnd } from '../pipeline/select-window.ts'
import { splitWindow, type Window } from '../upstream/window.ts'
import { type Archive, openArchivesOf } from './archives.ts'

/** One unit of work, small enough to be repeated after an interruption. */
export type BackfillPiece = { source: Archive; window: Window }

export type BackfillPlan = {
  pieces: BackfillPiece[]
  /** Feeds without a past: only their newest issue is published, or nobody publishes it openly. */
  withoutHistory: FeedDefinition[]
}

/**
 * Longest piece of a feed whose slots are hours or quarters, Paris days: a longer window needs more memory and loses more work when
 * interrupted. Resources that take a whole year at once have one value per day or year.
 */
const maxPieceDays = 31
const wholeYearDays = 366

/**
 * Cuts a span into the pieces of each feed, oldest first: at Paris midnights, within the resource's maximum, and not further ahead than
 * the feed publishes.
 */
export function planBackfill(feeds: readonly FeedDefinition[], span: Window, now: Temporal.Instant): BackfillPlan {
  const withHistory = feeds.filter(({ resource }) => resource.windowFormat !== 'none')
  return {
    pieces: withHistory.flatMap((feed) => {
      const window = { start: span.start, end: earlier(span.end, latestWindowEnd(feed, now)) }
      return splitWindow(window, pieceDays(feed)).map((piece) => ({ source: feed, window: piece }))
    }),
    withoutHistory: feeds.filter(({ resource }) => resource.windowFormat === 'none'),
  }
}

/** The same for open sources: pieces of a month, to the end of tomorrow, beyond which none of them publishes. */
export function planOpenBackfill(
  feeds: readonly FeedDefinition[],
  publisher: OpenPublisherId | null,
  span: Window,
  now: Temporal.Instant,
): BackfillPlan {
  const window = { start: span.start, end: earlier(span.end, addParisDays(now, 2)) }
  const archives = openArchivesOf(feeds, publisher)
  return {
    pieces: archives.flatMap((source) => splitWindow(window, maxPieceDays).map((piece) => ({ source, window: piece }))),
    withoutHistory: feeds.filter(({ id }) => !archives.some((archive) => archive.feeds.includes(id))),
  }
}

function pieceDays({ resource: { maxWindowDays } }: FeedDefinition): number {
  return maxWindowDays >= wholeYearDays ? maxWindowDays : Math.min(maxWindowDays, maxPieceDays)
}

const earlier = (a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(a, b) < 0 ? a : b
