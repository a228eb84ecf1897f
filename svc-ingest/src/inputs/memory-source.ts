import type { Received } from '@hexawatt/shared/grid/feed-calendar'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import type { MemorySource, References } from '@hexawatt/shared/methodology/score/read-score-rows'
import { scoreSpan, type TimeSpan } from '@hexawatt/shared/methodology/score/scored-feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readReferences } from '../references/read-references.ts'
import type { FeedHistoryCache } from './feed-history-cache.ts'
import type { HistoricValue } from './feed-part.ts'
import type { HistoricMessage, OutageHistoryCache } from './outage-history-cache.ts'
import type { Span } from './span.ts'

type HistoryCaches = { feeds: FeedHistoryCache; outages: OutageHistoryCache; references: ReferenceHistoryCache }

/**
 * Answers from memory what counts as known at a mark of the loaded span: the same arrays and objects from mark to mark for as long as they
 * are the same, so that what is computed from them can be kept.
 */
export function memorySource(
  { feeds, outages, references }: HistoryCaches,
  at: Temporal.Instant,
): MemorySource<HistoricValue, HistoricMessage> {
  const markMs = at.epochMilliseconds
  return {
    values: (feed, span) => feeds.known(feed, spanOf(span), markMs),
    documents: (_feed, span) => outages.known(spanOf(span), markMs),
    references: () => references.at(at),
    received: () => receivedAt({ feeds, outages }, at),
  }
}

/**
 * What had been received of each feed: its newest known slot. When a feed without a calendar had been asked last is not kept; with anything
 * known of it, it counts as asked just then.
 */
function receivedAt(
  { feeds, outages }: Omit<HistoryCaches, 'references'>,
  at: Temporal.Instant,
): Record<FeedId, Received> {
  const markMs = at.epochMilliseconds
  const received = (feed: FeedId): Received => {
    if (feed === 'generation_unavailabilities') {
      const messages = outages.known(spanOf(scoreSpan(feed, at)), markMs)
      return { newestSlotEnd: null, lastSuccess: messages.length > 0 ? at : null }
    }
    const newest = feeds.newest(feed, markMs)
    if (newest === null) return { newestSlotEnd: null, lastSuccess: null }
    return { newestSlotEnd: Temporal.Instant.fromEpochMilliseconds(newest.endMs), lastSuccess: at }
  }
  return Object.fromEntries(feedIds.map((feed) => [feed, received(feed)])) as Record<FeedId, Received>
}

function spanOf({ from, to }: TimeSpan): Span {
  return { startMs: from.epochMilliseconds, endMs: to.epochMilliseconds }
}

type ReferenceHistoryCache = {
  /** Reads what was in force at these marks. */
  load(marks: readonly Temporal.Instant[]): Promise<void>
  at(mark: Temporal.Instant): References
}

/**
 * Keeps the references of some marks. They change about once a year: when the first and the last mark have the same, so have the ones between
 * them, because known references never go back; else each mark is asked for.
 */
export function createReferenceHistoryCache(sql: Sql): ReferenceHistoryCache {
  let last: References = { factorSet: null, countryIntensities: [] }
  let byMark = new Map<number, References>()

  /** What is in force at a mark; the same objects as before where nothing has changed. */
  async function read(mark: Temporal.Instant): Promise<References> {
    const inForce = await readReferences(sql, mark)
    if (!Bun.deepEquals(inForce, last)) last = inForce
    return last
  }

  return {
    async load(marks) {
      byMark = new Map()
      const [first, newest] = [marks[0], marks.at(-1)]
      if (first === undefined || newest === undefined) return
      const [before, after] = [await read(first), await read(newest)]
      for (const mark of marks) byMark.set(mark.epochMilliseconds, before === after ? after : await read(mark))
    },
    at(mark) {
      const references = byMark.get(mark.epochMilliseconds)
      if (references === undefined) throw new Error(`the references of ${mark} were not loaded`)
      return references
    },
  }
}
