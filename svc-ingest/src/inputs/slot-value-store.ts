import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { SlotValue } from '@hexawatt/shared/methodology/complete-hour'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { RowOrigin } from './row-origin.ts'

/** Which slots of a feed: those that lie within `[from, to)`; of these series only, when given. */
export type SlotSpan = { feed: FeedId; series?: readonly string[]; from: Temporal.Instant; to: Temporal.Instant }

/** A stored value, and when and from where it became known. */
export type StoredValue = SlotValue & RowOrigin

/** Values of the slots of a span, each in the newest version known at `now`, ordered by slot and series. */
export async function readSlotValues(
  sql: Sql,
  { feed, series, from, to }: SlotSpan,
  now: Temporal.Instant,
): Promise<StoredValue[]> {
  const ofSeries = series === undefined ? sql`` : sql`and series = any(${series}::text[])`
  return sql<StoredValue[]>`
    select distinct on (slot_start, series) series, slot_start, slot_end, value, known_from, payload_id, source_updated_at
    from feed_values
    where feed = ${feed} and slot_start >= ${from} and slot_start < ${to} and slot_end <= ${to}
      and known_from <= ${now} ${ofSeries}
    order by slot_start, series, known_from desc`
}
