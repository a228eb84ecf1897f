import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { SlotValue } from '@hexawatt/shared/methodology/complete-hour'
import type { Sql } from '@hexawatt/shared/postgres/client'

/** Values of the slots from `since` that have ended by `now`, each in the newest version known at `now`. */
export async function readSlotValues(
  sql: Sql,
  feed: FeedId,
  since: Temporal.Instant,
  now: Temporal.Instant,
): Promise<SlotValue[]> {
  return sql<SlotValue[]>`
    select distinct on (slot_start, series) series, slot_start, slot_end, value
    from feed_values
    where feed = ${feed} and slot_start >= ${since} and slot_start < ${now} and slot_end <= ${now}
      and known_from <= ${now}
    order by slot_start, series, known_from desc`
}
