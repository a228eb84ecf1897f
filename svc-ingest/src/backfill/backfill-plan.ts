import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import { addParisDays } from '@hexawatt/shared/time/paris'
import type { Source } from '../sources/definition/source.ts'
import { splitWindow, type Window } from '../sources/definition/window.ts'
import { getSource } from '../sources/registry.ts'
import { listOpenArchives } from './archives.ts'

/** One unit of work, small enough to be repeated after an interruption. */
export type BackfillPiece = { source: Source; window: Window }

export type BackfillPlan = {
  pieces: BackfillPiece[]
  /** Feeds without a past: only their newest issue is published, or no one publishes it openly. */
  withoutHistory: FeedId[]
}

/** Longest piece of a source that says no other limit, Paris days: a longer window needs more memory and loses more work when interrupted. */
const usualPieceDays = 31
/** How many days after today a source publishes that says no other limit. */
const usualDaysAhead = 1

/** Cuts a span into the pieces of each feed at the operator, oldest first: at Paris midnights, and not further ahead than the feed publishes. */
export function planBackfill(feeds: readonly FeedId[], span: Window, now: Temporal.Instant): BackfillPlan {
  const archives = feeds.map(getSource).filter(({ backfillCalls }) => backfillCalls !== undefined)
  return planOf(archives, feeds, span, now)
}

/** The same for open sources. */
export function planOpenBackfill(
  feeds: readonly FeedId[],
  publisher: OpenPublisherId | null,
  span: Window,
  now: Temporal.Instant,
): BackfillPlan {
  return planOf(listOpenArchives(feeds, publisher), feeds, span, now)
}

/** Adds the past of sources that fill no feed to a plan. */
export function addArchives(
  plan: BackfillPlan,
  sources: readonly Source[],
  span: Window,
  now: Temporal.Instant,
): BackfillPlan {
  return { ...plan, pieces: [...plan.pieces, ...sources.flatMap((source) => listPieces(source, span, now))] }
}

function planOf(
  archives: readonly Source[],
  feeds: readonly FeedId[],
  span: Window,
  now: Temporal.Instant,
): BackfillPlan {
  return {
    pieces: archives.flatMap((source) => listPieces(source, span, now)),
    withoutHistory: feeds.filter((feed) => !archives.some(({ fills }) => fills.includes(feed))),
  }
}

/** The pieces of a span of one source, oldest first. */
export function listPieces(source: Source, span: Window, now: Temporal.Instant): BackfillPiece[] {
  const { pieceDays, latestEnd } = source.backfillLimits ?? {
    pieceDays: usualPieceDays,
    latestEnd: () => addParisDays(now, 1 + usualDaysAhead),
  }
  const window = { start: span.start, end: pickEarlier(span.end, latestEnd(now)) }
  return splitWindow(window, pieceDays).map((piece) => ({ source, window: piece }))
}

const pickEarlier = (a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(a, b) < 0 ? a : b
