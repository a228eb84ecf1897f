import type { DataMode, FeedId } from '@hexawatt/shared/grid/feeds'
import { isPublisher } from '@hexawatt/shared/grid/publishers'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { newestSlotEnd } from '../pipeline/feed-value-store.ts'
import { readAttempts } from '../pipeline/source-status-store.ts'
import type { Fetched } from '../poll/fetch-and-store.ts'
import { type PollSourceDeps, pollSource } from '../poll/poll-source.ts'
import { isPollPlanned } from '../sources/definition/rhythm.ts'
import type { Source } from '../sources/definition/source.ts'
import { isQuotaLow } from '../upstream/publisher-pace-store.ts'
import { feedsToGive } from './stand-in.ts'
import { readStandIn, type StandIn } from './stand-in-store.ts'

type TurnDeps = PollSourceDeps & { mode: DataMode }

/** Least time between two polls of a dataset whose publisher's quota runs low, ms: an hour, less the moment by which a turn may come early. */
const lowQuotaGapMs = 59 * minuteMs
/** A program that restarts asks for nothing that is younger, minutes. */
const freshForMinutes = 10

/**
 * A turn of a dataset: polls it when one of its feeds needs it and a planned time has passed since the last attempt; at a start and after a failure, when
 * what is stored is not fresh.
 *
 * @returns null when nothing was to be asked
 * @throws UpstreamError as the poll does
 */
export async function takeDatasetTurn(
  deps: TurnDeps,
  dataset: Source,
  asked: 'turn' | 'now',
  signal?: AbortSignal,
): Promise<Fetched | null> {
  const now = deps.clock.now()
  const feeds = await feedsToGive(deps, dataset.id, now)
  // One that fills no feed stands in for nothing: it is always wanted.
  if (dataset.fills.length > 0 && feeds.length === 0) return null
  const isDue = asked === 'now' ? await isOutdated(deps, dataset, now) : await isPlanned(deps, dataset, feeds, now)
  return isDue ? pollSource(deps, dataset, feeds, signal) : null
}

async function isOutdated({ sql }: TurnDeps, { id }: Source, now: Temporal.Instant): Promise<boolean> {
  const { lastSuccess } = await readAttempts(sql, id)
  return lastSuccess === null || now.since(lastSuccess).total('milliseconds') > freshForMinutes * minuteMs
}

async function isPlanned(
  { sql }: TurnDeps,
  dataset: Source,
  feeds: readonly FeedId[],
  now: Temporal.Instant,
): Promise<boolean> {
  const { id, rhythm, publisher } = dataset
  const { lastAttempt, lastSuccess, newestSlotEnd: answeredEnd } = await readAttempts(sql, id)
  if (lastAttempt === null) return true
  const sinceLastMs = now.since(lastAttempt).total('milliseconds')
  if (sinceLastMs < lowQuotaGapMs && (await isQuotaLow(sql, publisher))) return false
  // One that begins to stand in for a feed is asked at once.
  const standIns = await Promise.all(feeds.map((feed) => readStandIn(sql, feed)))
  const hasBegun = (standIn: StandIn | null) =>
    standIn?.dataset === id && Temporal.Instant.compare(standIn.since, lastAttempt) > 0
  if (standIns.some(hasBegun)) return true
  if (rhythm.kind !== 'times') return false
  if (rhythm.until === undefined || lastSuccess === null) {
    return isPollPlanned(rhythm, { now, lastAttempt, newestAnswer: null })
  }
  // A day counts as received only when it is stored and in the newest answer: a value that was quarantined or withdrawn is still awaited.
  const storedEnd = await newestSlotEnd(sql, rhythm.until, now, isPublisher(publisher) ? { publisher } : {})
  const newestAnswer = { fetchedAt: lastSuccess, newestSlotEnd: earlier(storedEnd, answeredEnd) }
  return isPollPlanned(rhythm, { now, lastAttempt, newestAnswer })
}

function earlier(a: Temporal.Instant | null, b: Temporal.Instant | null): Temporal.Instant | null {
  if (a === null || b === null) return null
  return Temporal.Instant.compare(a, b) < 0 ? a : b
}
