import type { PlanTable } from '@hexawatt/shared/contract/plans'
import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import type { KeyFingerprint } from '../auth/api-key.ts'
import type { KeySelector } from './account-names.ts'
import { insertKey, type LockedKey, lockKey, setReplaced, validKeys } from './account-store.ts'
import { requireFewReplaced } from './key-places.ts'
import { KeyRefusedError } from './key-refused-error.ts'

/** Hours in which both keys are valid, unless the operator says otherwise. */
export const defaultOverlapHours = 24

/** Longest overlap, hours (30 days). */
export const maxOverlapHours = 720

export type Rotation = {
  selector: KeySelector
  /** Whole hours, 0 to {@link maxOverlapHours}. */
  overlapHours: number
  fingerprint: KeyFingerprint
}

/**
 * Adds a key that takes the place of another: of the same account, with the same name and expiry. The other one stays valid for the
 * overlap, at most until its own expiry, and no longer counts against the plan's maximum.
 *
 * @throws {@link KeyRefusedError} when the key is replaced, revoked or expired already, or too many replaced keys are still valid
 */
export async function replaceKey(tx: TransactionSql, table: PlanTable, rotation: Rotation) {
  const old = await lockKey(tx, rotation.selector)
  requireRotatable(old)
  const { account, name, expiresAt } = old
  // Without an overlap there is no more valid key than before: a key that leaked can always be rotated.
  if (rotation.overlapHours > 0) {
    requireFewReplaced(account, await validKeys(tx, account.id), table.plans[account.plan].apiKeys)
  }
  const keyId = await insertKey(tx, account.id, { name, expiresAt, fingerprint: rotation.fingerprint })
  const endsAt = await setReplaced(tx, old.keyId, { replacedBy: keyId, overlapHours: rotation.overlapHours })
  return {
    keyId,
    accountId: account.id,
    account: account.name,
    plan: account.plan,
    name,
    expiresAt,
    replaced: { keyId: old.keyId, sha256: old.sha256, expiresAt: endsAt },
  }
}
export type RotatedKey = Awaited<ReturnType<typeof replaceKey>>

function requireRotatable({ keyId, isRevoked, isExpired, replacedBy }: LockedKey): void {
  const end = isRevoked ? 'revoked' : isExpired ? 'expired' : null
  if (end !== null) {
    throw new KeyRefusedError('conflict', `Key ${keyId} is ${end}: make a new one (bun run keys create).`)
  }
  if (replacedBy !== null) {
    throw new KeyRefusedError('conflict', `Key ${keyId} was replaced by ${replacedBy} already: rotate that one.`)
  }
}
