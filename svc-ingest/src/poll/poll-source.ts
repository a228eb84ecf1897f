import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import { type FeedId, isFeed } from '@hexawatt/shared/grid/feeds'
import { isPublisher } from '@hexawatt/shared/grid/publishers'
import { readNewestSlot } from '../pipeline/feed-value-store.ts'
import { addLeftOutRows, addNewElements } from '../pipeline/new-elements.ts'
import { recordYield } from '../pipeline/poll-yield-store.ts'
import {
  readAttempts,
  recordFailure,
  recordPollFailure,
  recordStandIn,
  recordSuccess,
  type Success,
} from '../pipeline/source-status-store.ts'
import { type Call, maxCallsPerPoll, type PollContext, type Source } from '../sources/definition/source.ts'
import { publisherPolicies } from '../sources/publishers.ts'
import { type FetchDeps, type Fetched, fetchAndStore } from './fetch-and-store.ts'

export type PollSourceDeps = FetchDeps & {
  /** Called when an answer is stored and others of the same poll are still to come: an open publisher's pace may put a minute between them. */
  onPartStored?: () => Promise<void>
}

/**
 * One poll of a source for these feeds: its calls one after the other, each answer archived, judged and stored. Then the outcome is recorded in the status
 * row of the source, and the freshness in the row of each feed. It does not decide whether the source is due.
 *
 * @returns counts of the stored values; with `faults` the poll counts as failed
 * @throws UpstreamError after recording the failure; values stored before it stay stored
 */
export async function pollSource(
  deps: PollSourceDeps,
  source: Source,
  feeds: readonly FeedId[] = source.fills,
  signal?: AbortSignal,
): Promise<Fetched> {
  const { sql, clock } = deps
  const calls = listCalls(source, await readContext(deps, source))
  try {
    const fetched = await fetchAndStore(deps, source, { calls, feeds }, signal, async (soFar, ofAnswer, payload) => {
      if (!isPaced(source)) return
      for (const feed of ofAnswer) await recordStandIn(sql, feed, await readFreshness(deps, source, feed, soFar))
      if (!payload.isLast) await deps.onPartStored?.()
    })
    const success = await buildSuccess(deps, source, fetched)
    if (fetched.faults.length > 0) {
      if (isFeed(source.id)) await recordStandIn(sql, source.id, success)
      await recordFailure(sql, source.id, clock.now(), fetched.faults.join('; '))
      return fetched
    }
    await recordSuccess(sql, source.id, success)
    if (calls.length > 0) await noteYield(deps, source, fetched)
    return fetched
  } catch (error) {
    await recordPollFailure(sql, source.id, clock.now(), error)
    throw error
  }
}

/** Whether the publisher has a pace, so that a poll of several calls takes long: stored values are then shown after each call. */
function isPaced({ publisher }: Source): boolean {
  return publisherPolicies[publisher].pace !== null
}

function listCalls(source: Source, context: PollContext): readonly Call[] {
  const calls = source.calls(context)
  return isPaced(source) ? calls.slice(0, maxCallsPerPoll) : calls
}

async function readContext({ sql, clock }: PollSourceDeps, { id }: Source): Promise<PollContext> {
  const now = clock.now()
  const { lastSuccess, newestSlotEnd } = await readAttempts(sql, id)
  // Slots of an incomplete fetch do not count, because the rest of its window is still missing; nor do slots that a moved clock has not reached.
  const isKnown = lastSuccess !== null && Temporal.Instant.compare(lastSuccess, now) <= 0
  return { now, lastSuccess, newestSlotEnd: isKnown ? newestSlotEnd : null }
}

/** Record of a complete poll. A feed of the operator has one row: it shows the newest slot of the feed, from any publisher. */
async function buildSuccess(deps: PollSourceDeps, source: Source, fetched: Fetched): Promise<Success> {
  if (isFeed(source.id)) return readFreshness(deps, source, source.id, fetched)
  const publisher = isPublisher(source.publisher) ? source.publisher : null
  const { unreadable } = fetched.reference
  const newElements = [...fetched.reference.newElements, ...fetched.neighbour.newElements]
  const origin = addLeftOutRows(addNewElements(fetched.origin, newElements), unreadable)
  return { at: deps.clock.now(), newestSlotEnd: fetched.newestAwaitedEnd, origin, publisher }
}

/** Freshness of a feed by its newest slot, from any publisher. */
async function readFreshness(
  { sql, clock }: PollSourceDeps,
  { publisher }: Source,
  feed: FeedId,
  { origin, byFeed }: Fetched,
): Promise<Success> {
  const at = clock.now()
  const newest = await readNewestSlot(sql, feed, at, { series: feedFacts[feed].freshSeries })
  return {
    at,
    newestSlotEnd: newest?.slotEnd ?? null,
    origin: addNewElements(origin, byFeed.get(feed)?.newElements ?? []),
    publisher: newest?.publisher ?? (isPublisher(publisher) ? publisher : null),
  }
}

async function noteYield({ sql, logger }: PollSourceDeps, { id }: Source, { found }: Fetched): Promise<void> {
  if (found.size === 0) return
  const emptied = await recordYield(sql, id, found)
  if (emptied.length > 0) logger.warn({ source: id, emptied }, 'poll without values after a poll with values')
}
