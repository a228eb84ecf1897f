import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import type { AddedVersions, Provenance } from './feed-value-store.ts'

/** A span of changed slots that is still to be recomputed; `id` grows with time. */
export type Recomputation = { id: string; feed: FeedId; firstSlot: Temporal.Instant; lastSlot: Temporal.Instant }

/** Most spans that are read at once. */
const maxRead = 1_000

/** Announces changed slots, in the transaction of the change: neither can be there without the other. */
export async function requestRecomputation(
  tx: TransactionSql,
  { feed, knownFrom }: Provenance,
  { count, firstSlot, lastSlot }: AddedVersions,
): Promise<void> {
  if (count === 0) return
  await tx`
    insert into recomputations (feed, first_slot, last_slot, known_from)
    values (${feed}, ${firstSlot}, ${lastSlot}, ${knownFrom})`
}

/** What is announced and not done, oldest first. */
export async function readRecomputations(sql: Sql): Promise<Recomputation[]> {
  return sql<Recomputation[]>`
    select id, feed, first_slot, last_slot from recomputations order by id limit ${maxRead}`
}

/** Notes that these spans are recomputed. */
export async function finishRecomputations(sql: Sql, done: readonly Recomputation[]): Promise<void> {
  if (done.length === 0) return
  await sql`delete from recomputations where id = any(${done.map(({ id }) => id)}::bigint[])`
}
