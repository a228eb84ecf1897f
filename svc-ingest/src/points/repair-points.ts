import { feedCalendar, nextDue } from '@hexawatt/shared/grid/feed-calendar'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import { type PublishChange, pointsChange } from '@hexawatt/shared/snapshot/data-changes'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { repairGaps } from '../backfill/repair-gaps.ts'
import type { FeedDefinition } from '../feeds/feed.ts'
import type { IngestDeps } from '../pipeline/run-feed.ts'
import { readReceived } from '../pipeline/source-status-store.ts'
import { type FillDeps, fillPoints, marksOf } from './fill-points.ts'
import { lastMark } from './point-mark.ts'
import { readFirstMark, readStoredMarks } from './point-store.ts'

export type PointRepairDeps = FillDeps & IngestDeps & { publishChange: PublishChange }

/** What a repair found and did; `waiting` points are left to a later one, because a feed has not answered yet. */
type PointRepair = { missing: number; waiting: number; added: number }

/** Points that are missing are looked for so far back; what is older is left to `bun run points`. */
const horizonDays = 7
/** After so many new points a run ends with the day that it is at: two days of them. */
const maxAddedPoints = 288
/** Points wait so long for a feed that fails, h; then they are filled from what is there. */
const patienceHours = 6
/** Rounds of the gap repair before points are filled; each asks for some days of a feed. */
const maxGapRounds = 3

/**
 * Fills the points that are missing since the beginning of the series, at most seven days ago, as `bun run points` does, and marks them so.
 * Points stay, so that the feeds come first: days of theirs that lack slots are asked for again, and a point waits until every feed has given
 * what was due at its mark.
 *
 * @returns null when no point is missing
 */
export async function repairPoints(
  deps: PointRepairDeps,
  feeds: readonly FeedDefinition[],
  signal: AbortSignal = new AbortController().signal,
): Promise<PointRepair | null> {
  const missing = await missingMarks(deps)
  const [first] = missing
  if (first === undefined) return null
  const failing = isBeforeToday(first, deps.clock.now()) ? await repairFeeds(deps, feeds, signal) : []
  const end = await knownUntil(deps, failing)
  const isWaiting = (mark: Temporal.Instant) => Temporal.Instant.compare(mark, end) >= 0
  const waiting = missing.filter(isWaiting).length
  if (waiting === missing.length) return { missing: missing.length, waiting, added: 0 }
  const enough = new AbortController()
  const { addedPoints: added } = await fillPoints(
    deps,
    { start: first, end },
    {
      stopping: AbortSignal.any([signal, enough.signal]),
      onProgress: ({ addedPoints }) => addedPoints >= maxAddedPoints && enough.abort(),
    },
  )
  if (added > 0) await deps.publishChange(pointsChange)
  return { missing: missing.length, waiting, added }
}

/** Marks without a point, oldest first; the present one is left to the live computation. */
async function missingMarks({ sql, clock }: PointRepairDeps): Promise<Temporal.Instant[]> {
  const seriesStart = await readFirstMark(sql)
  if (seriesStart === null) return []
  const end = lastMark(clock.now())
  const span = {
    startMs: later(seriesStart, end.subtract({ hours: 24 * horizonDays })).epochMilliseconds,
    endMs: end.epochMilliseconds,
  }
  const stored = await readStoredMarks(sql, span)
  return marksOf(span).filter((mark) => !stored.has(mark.epochMilliseconds))
}

/** Asks for what the feeds lack of past days; gives the feeds whose publisher did not answer. */
async function repairFeeds(
  deps: PointRepairDeps,
  feeds: readonly FeedDefinition[],
  signal: AbortSignal,
): Promise<FeedId[]> {
  for (let round = 1; ; round++) {
    const repairs = await repairGaps(deps, feeds, { from: null, to: null }, signal)
    const isDone = repairs.every(({ askedDays }) => askedDays === 0)
    if (isDone || round === maxGapRounds || signal.aborted)
      return repairs.flatMap(({ feed, failure }) => (failure === null ? [] : [feed]))
  }
}

/** Up to which mark every feed has given what was due, or has had its time to; one that never gave anything is not waited for. */
async function knownUntil({ sql, clock }: PointRepairDeps, failing: readonly FeedId[]): Promise<Temporal.Instant> {
  const now = clock.now()
  const received = await readReceived(sql, now)
  const patience = now.subtract({ hours: patienceHours })
  return feedIds
    .filter((feed) => feedCalendar[feed].confidenceWeight > 0)
    .map((feed) => {
      const { lastSuccess } = received[feed]
      if (lastSuccess === null) return now
      return failing.includes(feed) ? patience : later(lastSuccess, nextDue(feed, received[feed]) ?? lastSuccess)
    })
    .reduce((until, ofFeed) => earlier(until, later(ofFeed, patience)), now)
}

function isBeforeToday(instant: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(instant, addParisDays(now, 0)) < 0
}

const earlier = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) < 0 ? a : b)
const later = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) < 0 ? b : a)
