import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { DatasetId, PublisherId } from '@hexawatt/shared/grid/publishers'
import type { Sql } from '@hexawatt/shared/postgres/client'

/** A feed that an open dataset gives because the better sources failed. */
export type StandIn = { dataset: DatasetId; since: Temporal.Instant }

export async function readStandIn(sql: Sql, feed: FeedId): Promise<StandIn | null> {
  const [row] = await sql<StandIn[]>`select dataset, since from stand_ins where feed = ${feed}`
  return row ?? null
}

/** The dataset that stands in, by feed. */
export async function readStandIns(sql: Sql): Promise<Map<string, DatasetId>> {
  const rows = await sql<{ feed: FeedId; dataset: DatasetId }[]>`select feed, dataset from stand_ins`
  return new Map(rows.map(({ feed, dataset }) => [feed, dataset]))
}

/** Records which dataset stands in for a feed from an instant on; null ends it. */
export async function setStandIn(
  sql: Sql,
  feed: FeedId,
  dataset: DatasetId | null,
  since: Temporal.Instant,
): Promise<void> {
  if (dataset === null) await sql`delete from stand_ins where feed = ${feed}`
  else {
    await sql`
      insert into stand_ins (feed, dataset, since) values (${feed}, ${dataset}, ${since})
      on conflict (feed) do update set dataset = excluded.dataset, since = excluded.since
      where stand_ins.dataset <> excluded.dataset`
  }
}

/** Number of slots of a feed that a publisher gave from an instant on, known at `now`. */
export async function countSlotsSince(
  sql: Sql,
  feed: FeedId,
  publisher: PublisherId,
  since: Temporal.Instant,
  now: Temporal.Instant,
): Promise<number> {
  const [row] = await sql<{ slots: number }[]>`
    select count(distinct slot_start)::int as slots from feed_values
    where feed = ${feed} and publisher = ${publisher} and known_from > ${since} and known_from <= ${now} and slot_start >= ${since}`
  return row?.slots ?? 0
}
