import type { Received } from '@hexawatt/shared/grid/feed-calendar'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import type { MemorySource } from '@hexawatt/shared/methodology/score/read-score-rows'
import { scoreSpan, type TimeSpan } from '@hexawatt/shared/methodology/score/scored-feeds'
import type { FeedHistoryCache } from './feed-history-cache.ts'
import type { HistoricValue } from './feed-part.ts'
import type { HistoricMessage, OutageHistoryCache } from './outage-history-cache.ts'
import type { ReferenceHistoryCache } from './reference-history-cache.ts'
import type { Span } from './span.ts'

export type HistoryCaches = { feeds: FeedHistoryCache; outages: OutageHistoryCache; references: ReferenceHistoryCache }

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
