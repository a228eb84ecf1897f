import type { ScoreValueFeed } from '@hexawatt/shared/methodology/score/inputs/scored-feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { type Span, utcDayMs } from '@hexawatt/shared/stored-rows/span'
import {
  countKnownVersions,
  type KnownVersions,
  readSlotEnds,
  type SlotSpan,
  type StoredValue,
} from '@hexawatt/shared/stored-rows/stored-rows-store'
import { createStoredRowsSource } from './stored-rows-source.ts'

/** Time that is read beyond the end of a span, ms: the spans of the live score move on with every refresh. */
const readAheadMs = utcDayMs

/** Most rows of a feed in the cache: a feed with more is read each time. The live score reads some 3 000 of a feed at most. */
const maxCachedRows = 20_000

/** The source of a live computation. */
export type LiveSource = ReturnType<typeof createStoredRowsSource>

type CachedValue = StoredValue & Span

/** Rows of a feed, and the versions that they were chosen from. */
type CachedFeed = {
  span: SlotSpan & Span
  known: KnownVersions
  rows: readonly CachedValue[]
}

/**
 * Makes the source of the live snapshots, which are computed after every poll while most polls bring nothing new: the rows of a feed stay in
 * memory until the database has other versions of them. It is asked each time, since other processes store versions too. Documents are
 * read anew: a new version may have left the span.
 *
 * @returns gives the same rows as {@link createStoredRowsSource}
 */
export function createCachedRowsSource(sql: Sql): (at: Temporal.Instant) => LiveSource {
  const cached = new Map<ScoreValueFeed, CachedFeed>()

  async function values(feed: ScoreValueFeed, asked: SlotSpan, at: Temporal.Instant): Promise<StoredValue[]> {
    const former = cached.get(feed)
    const span = former !== undefined && isWithin(asked, former.span) ? former.span : addReadAhead(asked)
    // The count comes before the read: rows stored in between are counted, and read again, the next time.
    const known = await countKnownVersions(sql, span, at)
    if (former !== undefined && span === former.span && isSame(known, former.known))
      return findNewestWithin(former.rows, asked)
    const rows = (await readSlotEnds(sql, span, at)).map(addBounds)
    if (rows.length <= maxCachedRows) cached.set(feed, { span, known, rows })
    else cached.delete(feed)
    return findNewestWithin(rows, asked)
  }

  return (at) => ({
    ...createStoredRowsSource(sql, at),
    values: (feed, span) => values(feed, { feed, ...span }, at),
  })
}

function addReadAhead(span: SlotSpan): SlotSpan & Span {
  const startMs = span.from.epochMilliseconds
  const endMs = span.to.epochMilliseconds + readAheadMs
  return { ...span, to: Temporal.Instant.fromEpochMilliseconds(endMs), startMs, endMs }
}

/** The series of a feed are always the same ones. */
function isWithin({ from, to }: SlotSpan, { startMs, endMs }: Span): boolean {
  return from.epochMilliseconds >= startMs && to.epochMilliseconds <= endMs
}

function isSame(one: KnownVersions, other: KnownVersions): boolean {
  return one.count === other.count && one.newestKnownFrom?.epochNanoseconds === other.newestKnownFrom?.epochNanoseconds
}

function addBounds(row: StoredValue): CachedValue {
  return { ...row, startMs: row.slotStart.epochMilliseconds, endMs: row.slotEnd.epochMilliseconds }
}

/** The newest version of each slot that lies within a span, in the order of the rows. */
function findNewestWithin(rows: readonly CachedValue[], { from, to }: SlotSpan): StoredValue[] {
  const [fromMs, toMs] = [from.epochMilliseconds, to.epochMilliseconds]
  const newest: CachedValue[] = []
  for (const row of rows) {
    if (row.startMs < fromMs || row.endMs > toMs) continue
    const last = newest.at(-1)
    if (last === undefined || last.startMs !== row.startMs || last.series !== row.series) newest.push(row)
    else if (Temporal.Instant.compare(row.knownFrom, last.knownFrom) > 0) newest[newest.length - 1] = row
  }
  return newest
}
