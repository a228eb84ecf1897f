import type { DataMode, FeedId } from '@hexawatt/shared/grid/feeds'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { Source } from '../sources/definition/source.ts'
import { getSource } from '../sources/registry.ts'
import { type ArchiveDeps, findFirstWithPast, loadArchive } from './archives.ts'
import { forgetGapAttempts, type GapAttempts, noteGapAttempts, readGapAttempts } from './backfill-store.ts'
import {
  type DayCompleteness,
  type DaySpan,
  findHorizonStart,
  hasCompleteness,
  isComplete,
  listDays,
  readCompleteness,
  toWindow,
  type WantedDays,
} from './completeness.ts'

/** Result of the repair of one feed; `failure` says why the upstream did not answer all of it. */
export type FeedRepair = {
  feed: FeedId
  incompleteDays: number
  askedDays: number
  changedSlots: number
  failure: string | null
}

/**
 * Fetches the days of each feed that lack slots again. A day that stays incomplete is fetched five times at growing intervals; a
 * failing upstream costs no attempt and delays no other feed.
 */
export async function repairGaps(
  deps: RepairDeps,
  feeds: readonly FeedId[],
  wanted: WantedDays = { from: null, to: null },
  signal?: AbortSignal,
): Promise<FeedRepair[]> {
  const repairs: FeedRepair[] = []
  // One dataset of an open source fills several feeds: the same days of it are asked for once.
  const asked = new Set<string>()
  for (const feed of feeds.filter((candidate) => isRepairable(candidate, deps.mode))) {
    if (signal?.aborted) break
    repairs.push(await repairFeed(deps, feed, wanted, asked, signal))
  }
  return repairs
}

export type RepairDeps = ArchiveDeps & { mode: DataMode }

/** Whether a feed publishes values for each day and a publisher serves past days in this mode. */
export function isRepairable(feed: FeedId, mode: DataMode): boolean {
  return archiveOf(feed, mode) !== undefined && hasCompleteness(feed)
}

function archiveOf(feed: FeedId, mode: DataMode): Source | undefined {
  return mode === 'open' ? findFirstWithPast(feed) : getSource(feed)
}

async function repairFeed(
  deps: RepairDeps,
  feed: FeedId,
  wanted: WantedDays,
  asked: Set<string>,
  signal?: AbortSignal,
): Promise<FeedRepair> {
  const { sql, clock } = deps
  const days = await readCompleteness(sql, feed, wanted, clock.now())
  const incomplete = days.filter((day) => !isComplete(day))
  await forgetGapAttempts(
    sql,
    feed,
    days.filter(isComplete).map(({ day }) => day),
    findHorizonStart(clock.now()),
  )
  const repair = { feed: feed, incompleteDays: incomplete.length, askedDays: 0, changedSlots: 0 }
  for (const span of planRepairs(incomplete, await readGapAttempts(sql, feed))) {
    try {
      const changedSlots = await requestAgain(deps, feed, span, asked, signal)
      await noteGapAttempts(sql, feed, listDays(span))
      repair.askedDays += listDays(span).length
      repair.changedSlots += changedSlots
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      return { ...repair, failure: error.message }
    }
  }
  return { ...repair, failure: null }
}

/** @returns slots with a new version; 0 when the same answer was already stored for another feed */
async function requestAgain(
  deps: RepairDeps,
  feed: FeedId,
  span: DaySpan,
  asked: Set<string>,
  signal?: AbortSignal,
): Promise<number> {
  const archive = archiveOf(feed, deps.mode) ?? getSource(feed)
  const key = `${archive.id} ${span.from} ${span.to}`
  if (asked.has(key)) return 0
  const { changedSlots } = await loadArchive(deps, archive, toWindow(span), signal)
  asked.add(key)
  return changedSlots
}

/** Most days of one feed that one run fetches. */
const maxDaysPerRun = 20
/** After so many fetches of a day the publisher is assumed to have nothing more. */
export const maxAttempts = 5
/** The daily job does not run at the same second every day. */
const slackHours = 1

/** Whether a day is fetched again: at once, then after 1, 2, 4 and 8 days. */
function isWorthAsking(attempts: GapAttempts | undefined): boolean {
  if (attempts === undefined) return true
  if (attempts.attempts >= maxAttempts) return false
  return attempts.sinceHours + slackHours >= 24 * 2 ** (attempts.attempts - 1)
}

/** Spans to fetch: the newest incomplete days that are due for another fetch, neighbours joined. */
function planRepairs(incomplete: readonly DayCompleteness[], attempts: ReadonlyMap<string, GapAttempts>): DaySpan[] {
  const days = incomplete
    .map(({ day }) => day)
    .filter((day) => isWorthAsking(attempts.get(day.toString())))
    .sort(Temporal.PlainDate.compare)
    .slice(-maxDaysPerRun)
  const spans: DaySpan[] = []
  for (const day of days) {
    const last = spans.at(-1)
    if (last?.to.equals(day)) last.to = day.add({ days: 1 })
    else spans.push({ from: day, to: day.add({ days: 1 }) })
  }
  return spans
}
