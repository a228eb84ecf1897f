import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import type { AddedVersions, Provenance } from './feed-value-store.ts'

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
