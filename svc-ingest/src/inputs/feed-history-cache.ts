import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import { findScoreSpan, isScoreFeed, listScoreSeries } from '@hexawatt/shared/methodology/score/inputs/scored-feeds'
import type { Statements } from '@hexawatt/shared/postgres/client'
import { readVersions } from '@hexawatt/shared/stored-rows/feed-version-store'
import type { ChooseVersion } from '@hexawatt/shared/stored-rows/known-version'
import { intersectSpans, listUtcDays, type Span, utcDayMs } from '@hexawatt/shared/stored-rows/span'
import { toParisYear, toParisYearStart } from '@hexawatt/shared/time/paris'
import { createFeedPart, type FeedPart, type HistoricValue, type NewestSlot } from './feed-part.ts'

/** Feeds whose values lie over slots; unavailabilities are documents. */
type ValueFeed = Exclude<FeedId, 'generation_unavailabilities'>

/** Stored values of all feeds, in memory, for the ticks of the span that was loaded last. */
export type FeedHistoryCache = {
  /** Reads the rows that the ticks of a span need and that were known at `until`, and drops the rest. */
  load(ticks: Span, until: Temporal.Instant): Promise<void>
  /**
   * Values of a feed within a span as known at a tick; returns the same array while it is unchanged.
   *
   * @param span within `findScoreSpan` of the feed at the tick: other days may not be loaded
   */
  known(feed: ValueFeed, span: Span, tickMs: number): readonly HistoricValue[]
  /** Newest slot of a feed known at a tick; null when none of the last 15 days is. */
  newest(feed: ValueFeed, tickMs: number): NewestSlot | null
}

/**
 * Days before a tick that are cached, and in which the newest slot of a feed is searched: enough for the prices of 14 Paris days and for the oldest
 * slot that gives a feed any availability.
 */
export const cachedDaysBack = 15
/** Days after the UTC day of a tick that are cached: the weekly forecast is published for up to nine days ahead. */
export const cachedDaysAhead = 10

const valueFeeds = feedIds.filter((feed): feed is ValueFeed => feed !== 'generation_unavailabilities')

/** Which version of a value counts, for feeds that have a rule of their own. */
export type ChooseByFeed = Readonly<Partial<Record<FeedId, ChooseVersion>>>

type PartsByStart = Map<number, FeedPart & { span: Span }>

/**
 * Caches the stored versions of some 25 days, a part for each feed and UTC day (a calendar year for capacities). Loading the next day reads one
 * new day of each feed. A day of a feed that the score does not read is loaded only while no later day tells how fresh the feed is.
 *
 * @param choose which version of a value counts at a tick
 */
export function createFeedHistoryCache(
  sql: Statements,
  choose: ChooseVersion,
  chooseByFeed: ChooseByFeed = {},
): FeedHistoryCache {
  /** Newest first: the newest slot is in one of the first parts. */
  const partsOf = new Map<ValueFeed, PartsByStart>(valueFeeds.map((feed) => [feed, new Map()]))
  const joined = new Map(valueFeeds.map((feed) => [feed, createJoin()]))

  async function readPart(feed: ValueFeed, span: Span, until: Temporal.Instant) {
    const used = listUsedSeries(feed)
    const rows = await readVersions(sql, { feed, series: used.series, until, ...span })
    return { ...createFeedPart({ ...used, choose: chooseByFeed[feed] ?? choose }, rows), span }
  }

  async function loadFeed(feed: ValueFeed, ticks: Span, until: Temporal.Instant): Promise<void> {
    const loaded = partsOf.get(feed)
    const parts: PartsByStart = new Map()
    const scored = computeScoredSpan(feed, ticks)
    // A slot that is known at the first tick is known at every later one.
    let isFreshnessKnown = false
    for (const span of splitIntoParts(feed, ticks).reverse()) {
      const isScored = scored !== null && intersectSpans(span, scored) !== null
      if (isFreshnessKnown && !isScored) continue
      const part = loaded?.get(span.startMs) ?? (await readPart(feed, span, until))
      parts.set(span.startMs, part)
      isFreshnessKnown ||= part.newest(ticks.startMs) !== null
    }
    partsOf.set(feed, parts)
  }

  return {
    async load(ticks, until) {
      await Promise.all(valueFeeds.map((feed) => loadFeed(feed, ticks, until)))
    },
    known(feed, span, tickMs) {
      const parts = [...(partsOf.get(feed)?.values() ?? [])].filter((part) => intersectSpans(part.span, span) !== null)
      const join = joined.get(feed)
      return join === undefined ? [] : join(parts.reverse().map((part) => part.within(span, tickMs)))
    },
    newest(feed, tickMs) {
      for (const part of partsOf.get(feed)?.values() ?? []) {
        const newest = part.newest(tickMs)
        if (newest !== null) return newest
      }
      return null
    },
  }
}

/** Joins arrays; the same arrays as in the call before give the same result. */
function createJoin() {
  let last: { parts: readonly (readonly HistoricValue[])[]; all: readonly HistoricValue[] } = { parts: [], all: [] }
  return (parts: readonly (readonly HistoricValue[])[]): readonly HistoricValue[] => {
    const isSame = parts.length === last.parts.length && parts.every((part, index) => part === last.parts[index])
    if (!isSame) last = { parts, all: parts.flat() }
    return last.all
  }
}

function splitIntoParts(feed: ValueFeed, { startMs, endMs }: Span): Span[] {
  const around = { startMs: startMs - cachedDaysBack * utcDayMs, endMs: endMs + cachedDaysAhead * utcDayMs }
  return feed === 'installed_capacities' ? listParisYears(around) : listUtcDays(around)
}

/** Paris calendar years (the slots of capacities), from the oldest that the score reads at the start of the span. */
function listParisYears({ startMs, endMs }: Span): Span[] {
  const [first, last] = [startMs, endMs].map((ms) => Temporal.Instant.fromEpochMilliseconds(ms))
  if (first === undefined || last === undefined) return []
  const oldestYear = toParisYear(findScoreSpan('installed_capacities', first).from)
  return Array.from({ length: toParisYear(last) - oldestYear + 1 }, (_, index) => ({
    startMs: toParisYearStart(oldestYear + index).epochMilliseconds,
    endMs: toParisYearStart(oldestYear + index + 1).epochMilliseconds,
  }))
}

/** The span that scores at these ticks read of a feed; null when they read none of it. */
function computeScoredSpan(feed: ValueFeed, { startMs, endMs }: Span): Span | null {
  if (!isScoreFeed(feed)) return null
  const buildSpanAt = (ms: number) => findScoreSpan(feed, Temporal.Instant.fromEpochMilliseconds(ms))
  return { startMs: buildSpanAt(startMs).from.epochMilliseconds, endMs: buildSpanAt(endMs).to.epochMilliseconds }
}

/** Series of a feed that the score and the freshness use; `series` null: every series. */
function listUsedSeries(feed: ValueFeed) {
  // The score reads no values of tariff colours, only their freshness.
  const scored = isScoreFeed(feed) ? listScoreSeries(feed) : []
  const fresh = feedFacts[feed].freshSeries
  return {
    feed,
    series: scored === null || fresh === undefined ? null : [...new Set([...scored, ...fresh])],
    isScored: (series: string) => scored === null || scored.includes(series),
    isFresh: (series: string) => fresh === undefined || fresh.includes(series),
  }
}
