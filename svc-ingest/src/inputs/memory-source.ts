import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { neverReceived, type Received } from '@hexawatt/shared/grid/feed-calendar'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import type { References, ScoreSource } from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import { findScoreSpan, type TimeSpan } from '@hexawatt/shared/methodology/score/inputs/scored-feeds'
import type { Statements } from '@hexawatt/shared/postgres/client'
import type { ChooseVersion } from '@hexawatt/shared/stored-rows/known-version'
import { readReferences } from '@hexawatt/shared/stored-rows/references-store'
import type { Span } from '@hexawatt/shared/stored-rows/span'
import { type ChooseByFeed, createFeedHistoryCache, type FeedHistoryCache } from './feed-history-cache.ts'
import type { HistoricValue } from './feed-part.ts'
import { createOutageHistoryCache, type HistoricMessage, type OutageHistoryCache } from './outage-history-cache.ts'

/**
 * Makes the source of filled and revised points: rows in memory that count as known at a tick. From tick to tick it returns the same arrays and
 * objects for as long as they are unchanged, so that results computed from them can be reused.
 *
 * @param choose which version of a value counts at a tick
 */
export function createMemorySource(sql: Statements, choose: ChooseVersion, chooseByFeed: ChooseByFeed = {}) {
  const feeds = createFeedHistoryCache(sql, choose, chooseByFeed)
  const outages = createOutageHistoryCache(sql, choose)
  const references = createReferenceCache(sql)
  return {
    /** Reads the rows that the ticks of a span need and that were known at `until`. */
    async load(span: Span, ticks: readonly Temporal.Instant[], until: Temporal.Instant): Promise<void> {
      await Promise.all([feeds.load(span, until), outages.load(span, until), references.load(ticks)])
    },
    /** The source at a tick of the loaded span. */
    sourceAt(at: Temporal.Instant): ScoreSource<HistoricValue, HistoricMessage> {
      const tickMs = at.epochMilliseconds
      return {
        values: async (feed, span) => feeds.known(feed, toSpan(span), tickMs),
        documents: async (_feed, span) => outages.known(toSpan(span), tickMs),
        references: async () => references.at(at),
        received: async () => findReceived(feeds, outages, at),
      }
    },
  }
}

/**
 * Received state of each feed: its newest known slot. The time of the last fetch of a feed without a calendar is not stored; when
 * anything of the feed is known, it counts as fetched at the tick.
 */
function findReceived(
  feeds: FeedHistoryCache,
  outages: OutageHistoryCache,
  at: Temporal.Instant,
): Record<FeedId, Received> {
  const tickMs = at.epochMilliseconds
  const received = (feed: FeedId): Received => {
    if (feed === 'generation_unavailabilities') {
      const messages = outages.known(toSpan(findScoreSpan(feed, at)), tickMs)
      return { ...neverReceived, lastSuccess: messages.length > 0 ? at : null }
    }
    const newest = feeds.newest(feed, tickMs)
    if (newest === null) return neverReceived
    const { endMs, publisher } = newest
    return { newestSlotEnd: Temporal.Instant.fromEpochMilliseconds(endMs), lastSuccess: at, publisher }
  }
  return recordFromEntries(feedIds, (feed) => received(feed))
}

function toSpan({ from, to }: TimeSpan): Span {
  return { startMs: from.epochMilliseconds, endMs: to.epochMilliseconds }
}

/**
 * Caches the references of some ticks. They change about once a year and never return to a former state: when the first and the last tick have
 * the same references, so have the ticks between them; else each tick is read.
 */
function createReferenceCache(sql: Statements) {
  let last: References = { factorSet: null, countryIntensities: [] }
  let byTick = new Map<number, References>()

  /** References in force at a tick; the same objects as before where nothing has changed. */
  async function read(tick: Temporal.Instant): Promise<References> {
    const inForce = await readReferences(sql, tick)
    if (!Bun.deepEquals(inForce, last)) last = inForce
    return last
  }

  return {
    async load(ticks: readonly Temporal.Instant[]): Promise<void> {
      byTick = new Map()
      const [first, newest] = [ticks[0], ticks.at(-1)]
      if (first === undefined || newest === undefined) return
      const [before, after] = [await read(first), await read(newest)]
      for (const tick of ticks) byTick.set(tick.epochMilliseconds, before === after ? after : await read(tick))
    },
    at(tick: Temporal.Instant): References {
      const references = byTick.get(tick.epochMilliseconds)
      if (references === undefined) throw new Error(`the references of ${tick} were not loaded`)
      return references
    },
  }
}
