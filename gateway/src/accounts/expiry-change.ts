import type { PlanTable } from '@hexawatt/shared/contract/plans'
import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import type { KeySelector } from './account-names.ts'
import { databaseNow, type LockedKey, lockKey, setExpiry, validKeys } from './account-store.ts'
import { requireFreePlace, requireFuture } from './key-places.ts'
import { KeyRefusedError } from './key-refused-error.ts'
import { maxOverlapHours } from './key-rotation.ts'

export type ExpiryChange = {
  selector: KeySelector
  /** null = the key does not expire. */
  expiresAt: Temporal.Instant | null
}

/**
 * Gives a key another end. An expired key becomes valid again, when the plan has a place for it.
 *
 * @throws KeyRefusedError when the key is revoked, the instant is past, the plan has no place, or a replaced key would outlive the
 *   longest overlap
 */
export async function moveExpiry(tx: TransactionSql, table: PlanTable, { selector, expiresAt }: ExpiryChange) {
  const now = await databaseNow(tx)
  requireFuture(expiresAt, now)
  const key = await lockKey(tx, selector)
  const { keyId, account, sha256 } = key
  if (key.isRevoked) {
    throw new KeyRefusedError('conflict', `Key ${keyId} is revoked: make a new one (bun run keys create).`)
  }
  requireShortOverlap(key, expiresAt, now)
  if (key.isExpired && key.replacedBy === null) {
    requireFreePlace(account, await validKeys(tx, account.id), table.plans[account.plan].apiKeys)
  }
  await setExpiry(tx, keyId, expiresAt)
  return { keyId, accountId: account.id, account: account.name, sha256, expiresAt }
}
export type MovedExpiry = Awaited<ReturnType<typeof moveExpiry>>

/** A replaced key counts against nothing: it may not stay for ever, and not come back. */
function requireShortOverlap(key: LockedKey, expiresAt: Temporal.Instant | null, now: Temporal.Instant): void {
  if (key.replacedBy === null) return
  const latest = now.add({ hours: maxOverlapHours })
  if (!key.isExpired && expiresAt !== null && Temporal.Instant.compare(expiresAt, latest) <= 0) return
  throw new KeyRefusedError(
    'conflict',
    key.isExpired
      ? `Key ${key.keyId} was replaced by ${key.replacedBy} and its overlap is over: use that one.`
      : `Key ${key.keyId} was replaced by ${key.replacedBy}: it may stay valid for ${maxOverlapHours} hours from now at most.`,
  )
}
