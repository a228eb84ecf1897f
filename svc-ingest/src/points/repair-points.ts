import { findNextDue } from '@hexawatt/shared/grid/feed-calendar'
import { type FeedId, weightedFeedIds } from '@hexawatt/shared/grid/feeds'
import { type PublishChange, pointsChange } from '@hexawatt/shared/snapshot/data-changes'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { type RepairDeps, repairGaps } from '../backfill/repair-gaps.ts'
import { readAttempts, readReceived } from '../pipeline/source-status-store.ts'
import { type FillDeps, fillPoints } from './fill-points.ts'
import { readFirstTick, readStoredTicks } from './point-store.ts'
import { findLastTick, listTicks } from './point-tick.ts'

export type PointRepairDeps = FillDeps &
  RepairDeps & {
    publishChange: PublishChange
    /** Since when this program polls, by the clock of the data. */
    startedAt: Temporal.Instant
  }

/** Result of a repair; `waiting` points are left to a later run, because a feed has not delivered yet. */
type PointRepair = { missing: number; waiting: number; added: number }

/** The repair searches missing points of the last days; `bun run points` fills older ones. */
const horizonDays = 7
/** After so many new points (two days of them) a run ends when its current day is done. */
const maxAddedPoints = 288
/** Points wait this long for a feed that fails; then they are filled from the stored data. */
const patienceHours = 6
/** Longest time after a start in which points of any age wait for feeds that were not polled since: the first polls bring the values missed in an outage. */
const firstPollsMinutes = 30
/** Rounds of the gap repair before points are filled; each fetches some days of a feed. */
const maxGapRounds = 3

/**
 * Fills the points of the last seven days that are missing since the series began, as `bun run points` does; they are stored as backfilled. A
 * stored point never changes, therefore feeds are repaired first: days that lack slots are fetched again, and a point waits until every feed has
 * delivered the values due at its tick.
 *
 * @returns null when no point is missing
 */
export async function repairPoints(
  deps: PointRepairDeps,
  feeds: readonly FeedId[],
  signal: AbortSignal = new AbortController().signal,
): Promise<PointRepair | null> {
  const missing = await findMissingTicks(deps)
  const [first] = missing
  if (first === undefined) return null
  const failing = isBeforeToday(first, deps.clock.now()) ? await repairFeeds(deps, feeds, signal) : []
  const end = await findFillableEnd(deps, failing)
  const isWaiting = (tick: Temporal.Instant) => Temporal.Instant.compare(tick, end) >= 0
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

/** Ticks without a point, oldest first; the current one is left to the live computation. */
async function findMissingTicks({ sql, clock }: PointRepairDeps): Promise<Temporal.Instant[]> {
  const seriesStart = await readFirstTick(sql)
  if (seriesStart === null) return []
  const end = findLastTick(clock.now())
  const span = {
    startMs: pickLater(seriesStart, end.subtract({ hours: 24 * horizonDays })).epochMilliseconds,
    endMs: end.epochMilliseconds,
  }
  const stored = await readStoredTicks(sql, span)
  return listTicks(span).filter((tick) => !stored.has(tick.epochMilliseconds))
}

/** Fetches values of past days that the feeds lack. @returns the feeds whose publisher did not answer */
async function repairFeeds(deps: PointRepairDeps, feeds: readonly FeedId[], signal: AbortSignal): Promise<FeedId[]> {
  for (let round = 1; ; round++) {
    const repairs = await repairGaps(deps, feeds, { from: null, to: null }, signal)
    const isDone = repairs.every(({ askedDays }) => askedDays === 0)
    if (isDone || round === maxGapRounds || signal.aborted)
      return repairs.flatMap(({ feed, failure }) => (failure === null ? [] : [feed]))
  }
}

/**
 * Points before this instant can be filled: each feed has delivered its due values, or the longest wait is over. Soon after the start no patience counts for
 * feeds that were not asked yet. Feeds that never delivered do not count.
 */
async function findFillableEnd(deps: PointRepairDeps, failing: readonly FeedId[]): Promise<Temporal.Instant> {
  const now = deps.clock.now()
  const [received, unasked] = await Promise.all([readReceived(deps.sql, now), readUnaskedFeeds(deps, now)])
  const patience = now.subtract({ hours: patienceHours })
  return weightedFeedIds
    .map((feed) => {
      const { lastSuccess } = received[feed]
      if (lastSuccess === null) return now
      const delivered = pickLater(lastSuccess, findNextDue(feed, received[feed]) ?? lastSuccess)
      const patient = failing.includes(feed) ? patience : pickLater(delivered, patience)
      return unasked.includes(feed) ? pickEarlier(delivered, patient) : patient
    })
    .reduce(pickEarlier, now)
}

/** Feeds that were not asked since the start; none once the time of the first polls is over. */
async function readUnaskedFeeds({ sql, startedAt }: PointRepairDeps, now: Temporal.Instant): Promise<FeedId[]> {
  if (Temporal.Instant.compare(now, startedAt.add({ minutes: firstPollsMinutes })) >= 0) return []
  const attempts = await Promise.all(
    weightedFeedIds.map(async (feed) => ({ feed, lastAttempt: (await readAttempts(sql, feed)).lastAttempt })),
  )
  return attempts.flatMap(({ feed, lastAttempt }) =>
    lastAttempt === null || Temporal.Instant.compare(lastAttempt, startedAt) < 0 ? [feed] : [],
  )
}

function isBeforeToday(instant: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(instant, addParisDays(now, 0)) < 0
}

const pickEarlier = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) < 0 ? a : b)
const pickLater = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) < 0 ? b : a)
