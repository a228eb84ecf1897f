import { findNextPublication } from '@hexawatt/shared/grid/feed-calendar'
import type { DataMode, FeedId, ReportedSourceId } from '@hexawatt/shared/grid/feeds'
import { isDatasetId, isPublisher } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { listFeedsToGive } from '../fallbacks/stand-in.ts'
import { readStandIn, type StandIn } from '../fallbacks/stand-in-store.ts'
import { readNewestSlotEnd } from '../pipeline/feed-value-store.ts'
import { readAttempts } from '../pipeline/source-status-store.ts'
import type { Rhythm } from '../sources/definition/rhythm.ts'
import type { Source } from '../sources/definition/source.ts'
import { isQuotaLow } from '../upstream/publisher-pace-store.ts'
import type { PollState } from './next-poll.ts'
import { readSourceCall } from './source-call-store.ts'

type NeedDeps = { sql: Sql; mode: DataMode }

/** Whether and when a source is to be polled. */
export type PollNeed = {
  /** A fallback whose feeds other sources give is not polled. */
  isWanted: boolean
  /** Feeds that it has to give. */
  feeds: readonly FeedId[]
  lastSuccess: Temporal.Instant | null
  state: PollState
}

const calmState: Omit<PollState, 'lastPollAt'> = {
  isUnanswered: false,
  consecutiveFailures: 0,
  nextPublicationAt: null,
  newestAnswer: null,
  hasBegunToStandIn: false,
  isQuotaLow: false,
}

/** Reads the state that determines the polls of a source. Records when fallback sources begin and end to stand in. */
export function readPollNeed(deps: NeedDeps, source: Source, now: Temporal.Instant): Promise<PollNeed> {
  const { id, rhythm } = source
  return isDatasetId(id) ? readNeedOfDataset(deps, source, now) : readNeedByCalls(deps, source, id, rhythm, now)
}

/** Of a feed of the operator or a reference. Intervals count real time as the database's clock has it, which every program shares. */
async function readNeedByCalls(
  { sql }: NeedDeps,
  { fills }: Source,
  id: ReportedSourceId,
  rhythm: Rhythm,
  now: Temporal.Instant,
): Promise<PollNeed> {
  const { sinceCallMs, isUnanswered, consecutiveFailures, ...received } = await readSourceCall(sql, id)
  const { newestSlotEnd: newest, lastSuccessAt: lastSuccess } = received
  const lastPollAt = sinceCallMs === null ? null : now.subtract({ milliseconds: Math.round(sinceCallMs) })
  const feed = rhythm.kind === 'interval' ? rhythm.publicationOf : null
  const nextPublicationAt = feed && findNextPublication(feed, { newestSlotEnd: newest, lastSuccess, publisher: 'rte' })
  const state = { ...calmState, lastPollAt, isUnanswered, consecutiveFailures, nextPublicationAt }
  return { isWanted: true, feeds: fills, lastSuccess, state }
}

async function readNeedOfDataset(
  deps: NeedDeps,
  { id, publisher, fills, rhythm }: Source,
  now: Temporal.Instant,
): Promise<PollNeed> {
  const { sql } = deps
  const feeds = await listFeedsToGive(deps, id, now)
  // A source without feeds is a fallback for nothing.
  const isWanted = fills.length === 0 || feeds.length > 0
  const { lastAttempt, lastSuccess, newestSlotEnd: answeredEnd } = await readAttempts(sql, id)
  const standIns = await Promise.all(feeds.map((feed) => readStandIn(sql, feed)))
  const hasBegun = (standIn: StandIn | null) =>
    standIn?.dataset === id && lastAttempt !== null && Temporal.Instant.compare(standIn.since, lastAttempt) > 0
  const until = rhythm.kind === 'times' ? rhythm.until : undefined
  // A day counts as received only when it is stored and in the newest answer: a value that was quarantined or withdrawn is still awaited.
  const ofPublisher = isPublisher(publisher) ? { publisher } : {}
  const storedEnd = until === undefined ? null : await readNewestSlotEnd(sql, until, now, ofPublisher)
  return {
    isWanted,
    feeds,
    lastSuccess,
    state: {
      ...calmState,
      lastPollAt: lastAttempt,
      newestAnswer: lastSuccess && { fetchedAt: lastSuccess, newestSlotEnd: findEarlier(storedEnd, answeredEnd) },
      hasBegunToStandIn: standIns.some(hasBegun),
      isQuotaLow: await isQuotaLow(sql, publisher),
    },
  }
}

function findEarlier(a: Temporal.Instant | null, b: Temporal.Instant | null): Temporal.Instant | null {
  if (a === null || b === null) return null
  return Temporal.Instant.compare(a, b) < 0 ? a : b
}
