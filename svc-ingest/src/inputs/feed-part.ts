import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import type { VersionRow } from '@hexawatt/shared/stored-rows/feed-version-store'
import type { ChooseVersion } from '@hexawatt/shared/stored-rows/known-version'
import { computePublicationDueMs } from '@hexawatt/shared/stored-rows/publication-due'
import type { Span } from '@hexawatt/shared/stored-rows/span'
import type { InputOrigin } from '@hexawatt/shared/stored-rows/stored-rows-store'

/** A value with the members that the score and its input record need. */
export type HistoricValue = SlotValue & InputOrigin & { startMs: number; endMs: number; knownMs: number }

/** The newest slot of a feed that counts as known. */
export type NewestSlot = { startMs: number; endMs: number; publisher: PublisherId }

/** Every version of the values of a feed within a span. */
export type FeedPart = {
  /** Values of the slots within a span that are known at a tick; returns the same array while it is unchanged. */
  within(span: Span, tickMs: number): readonly HistoricValue[]
  /** Newest known slot that tells the freshness of the feed; null when none is known. */
  newest(tickMs: number): NewestSlot | null
}

type FeedPartOptions = {
  feed: FeedId
  choose: ChooseVersion
  /** Whether the score needs values of a series. */
  isScored: (series: string) => boolean
  /** Whether slots of a series tell how fresh the feed is. */
  isFresh: (series: string) => boolean
}

/** `dueMs`: due time of the publisher of the last version of the slot. */
type Slot = { series: string; dueMs: number; versions: HistoricValue[] }

/**
 * Makes a part from rows. The known values change at few instants: between two instants the former result is returned.
 *
 * @param rows ordered by slot, series and the time at which they became known
 */
export function createFeedPart(
  { feed, choose, isScored, isFresh }: FeedPartOptions,
  rows: readonly VersionRow[],
): FeedPart {
  const slots = groupIntoSlots(feed, rows)
  const versions = slots.flatMap((slot) => slot.versions)
  const scored = slots.filter(({ series }) => isScored(series))
  const fresh = slots.filter(({ series }) => isFresh(series))
  const changesMs = sortDistinct(slots.flatMap((slot) => [slot.dueMs, ...slot.versions.map(({ knownMs }) => knownMs)]))
  const startsMs = sortDistinct(versions.map(({ startMs }) => startMs))
  const endsMs = sortDistinct(versions.map(({ endMs }) => endMs))
  const findKnown = (ofSlots: readonly Slot[], tickMs: number) =>
    ofSlots.flatMap((slot) => choose(slot.versions, () => slot.dueMs, tickMs) ?? [])
  const known = rememberLast((tickMs: number) => findKnown(scored, tickMs))
  const newest = rememberLast((tickMs: number) => findKnown(fresh, tickMs).at(-1) ?? null)
  const cut = rememberLast((tickMs: number, span: Span) =>
    known([countUpTo(changesMs, tickMs)], tickMs).filter(
      ({ startMs, endMs }) => startMs >= span.startMs && startMs < span.endMs && endMs <= span.endMs,
    ),
  )
  return {
    newest: (tickMs) => newest([countUpTo(changesMs, tickMs)], tickMs),
    within: (span, tickMs) =>
      cut(
        [
          countUpTo(changesMs, tickMs),
          countUpTo(startsMs, span.startMs - 1),
          countUpTo(startsMs, span.endMs - 1),
          countUpTo(endsMs, span.endMs),
        ],
        tickMs,
        span,
      ),
  }
}

/** Returns the former result while the numbers that it depends on are the same. */
function rememberLast<Input extends readonly unknown[], Output>(compute: (...input: Input) => Output) {
  let last: { key: readonly number[]; output: Output } | null = null
  return (key: readonly number[], ...input: Input): Output => {
    if (last === null || !last.key.every((number, index) => number === key[index])) {
      last = { key, output: compute(...input) }
    }
    return last.output
  }
}

function groupIntoSlots(feed: FeedId, rows: readonly VersionRow[]): Slot[] {
  const slots: Slot[] = []
  let startMs = Number.NaN
  for (const row of rows) {
    const version = readHistoricValue(row)
    const slot = slots.at(-1)
    if (slot !== undefined && slot.series === version.series && startMs === version.startMs) {
      const isOfSamePublisher = slot.versions.at(-1)?.publisher === version.publisher
      if (!isOfSamePublisher) slot.dueMs = computePublicationDueMs({ feed, ...version })
      slot.versions.push(version)
    } else
      slots.push({ series: version.series, dueMs: computePublicationDueMs({ feed, ...version }), versions: [version] })
    startMs = version.startMs
  }
  return slots
}

function readHistoricValue([series, startMs, endMs, value, knownMs, payloadId, publisher]: VersionRow): HistoricValue {
  return {
    series,
    startMs,
    endMs,
    value,
    knownMs,
    payloadId,
    publisher,
    slotStart: Temporal.Instant.fromEpochMilliseconds(startMs),
    slotEnd: Temporal.Instant.fromEpochMilliseconds(endMs),
    knownFrom: Temporal.Instant.fromEpochMilliseconds(Math.floor(knownMs)),
  }
}

/** How many numbers of an ascending list are at most `limit`. */
export function countUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Ascending, each once. */
export function sortDistinct(numbers: Iterable<number>): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}
