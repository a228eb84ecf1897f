import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { computeNextPoll } from '../planning/next-poll.ts'
import { readPollNeed } from '../planning/poll-need.ts'
import type { Source } from '../sources/definition/source.ts'
import { openPublisherIds, type PublisherPolicy, publisherPolicies } from '../sources/publishers.ts'
import { isQuotaLow, readCallsToday, readPublisherPauseMs } from '../upstream/publisher-pace-store.ts'

export type QuietDeps = {
  sql: Sql
  mode: DataMode
  clock: Clock
  /** Sources that this installation polls. */
  sources: readonly Source[]
}

/** Longest time that a call for the past takes apart from the gap after it, ms: a poll that falls due within it comes first. */
const callMs = minuteMs
/** Calls that are left at the end of a day, for repetitions of polls. */
const spareCalls = 3

/**
 * Whether a source may be asked for the past now without being in the way of the polls: no pause is in force, the publisher's quota is not low, enough calls of
 * the day are left for the polls of the rest of it, and no poll is due before the gap after one more call has passed. The past of feeds does not wait for polls
 * that yield to feeds: the forecast needs it. Where the publisher has no pace, as the operator with a quota for each API, only polls of the same source count.
 */
export async function isQuiet(
  deps: QuietDeps,
  { id, publisher, yieldsToFeeds }: Pick<Source, 'id' | 'publisher' | 'yieldsToFeeds'>,
): Promise<boolean> {
  const { sql } = deps
  const open = openPublisherIds.find((id) => id === publisher)
  if (open !== undefined && !(await canSpareCall(sql, open, yieldsToFeeds === true))) return false
  if (await isQuotaLow(sql, publisher)) return false
  const { pace }: PublisherPolicy = publisherPolicies[publisher]
  const now = deps.clock.now()
  const soon = now.add({ milliseconds: (pace?.gapMs ?? 0) + callMs })
  const comesFirst = (source: Source) => yieldsToFeeds === true || source.yieldsToFeeds !== true
  const isInTheWay = (source: Source) =>
    pace === null ? source.id === id : source.publisher === publisher && comesFirst(source)
  for (const source of deps.sources.filter(isInTheWay)) {
    const { isWanted, state } = await readPollNeed(deps, source, now)
    if (isWanted && Temporal.Instant.compare(computeNextPoll(source.rhythm, state, now), soon) < 0) return false
  }
  return true
}

async function canSpareCall(sql: Sql, publisher: OpenPublisherId, yieldsToFeeds: boolean): Promise<boolean> {
  const { pace }: PublisherPolicy = publisherPolicies[publisher]
  if (pace?.pollCallsPerDay === undefined) return false
  if ((await readPublisherPauseMs(sql, publisher)) > 0) return false
  const { calls, shareLeft } = await readCallsToday(sql, publisher)
  const kept = yieldsToFeeds ? (pace.feedCallsPerDay ?? pace.pollCallsPerDay) : pace.pollCallsPerDay
  return calls < pace.callsPerDay - shareLeft * kept - spareCalls
}
