import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { findSmallestPlan } from '@hexawatt/shared/contract/plans/plan-rows'
import { createApiKey, fingerprintKey } from '@hexawatt/shared/keys/api-key'
import type { PublishKeyChange } from '@hexawatt/shared/keys/publish-key-change'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { formatIsoSecondsOrNull, isoSeconds } from '@hexawatt/shared/time/instant'
import type { ExpiryChange, KeySelector, MemberKey, NewKey, Renaming, Rotation } from './account-inputs.ts'
import {
  type Account,
  ensureAccount,
  insertKey,
  type LockedKey,
  lockAccount,
  lockKey,
  markReplaced,
  markRevoked,
  readDatabaseNow,
  updateExpiry,
  updateName,
} from './account-store.ts'
import { type Actor, auditLog } from './audit-log-store.ts'
import {
  requireFewReplaced,
  requireFreePlace,
  requireFuture,
  requireMayChange,
  requireShortOverlap,
} from './key-rules.ts'
import { KeyRefusedError } from './refusals.ts'

/**
 * Dependencies of changes to accounts and keys. Each change is one transaction, which also records it in the audit log; then its keys are published to
 * running gateways.
 */
export type AccountDeps = { sql: Sql; planTable: PlanTable; publishKeyChange: PublishKeyChange }

/** The dependencies of a change, and its actor. */
export type ActingDeps = AccountDeps & { actor: Actor }

/**
 * Makes a key, and its account if the account is new. The result contains the whole key: it is shown once and not stored.
 * @throws {@link KeyRefusedError} when the account has another plan or already has the maximum number of active keys, or when the expiry is in the past
 */
export async function createKey(deps: ActingDeps, newKey: NewKey) {
  return makeKey(deps, newKey, (tx) => openAccount(tx, deps, newKey))
}
export type CreatedKey = Awaited<ReturnType<typeof createKey>>

/**
 * Makes a key of the member's own account.
 * @throws {@link KeyRefusedError} as {@link createKey} does, or when the member made too many changes
 */
export async function createMemberKey(deps: ActingDeps, { accountId, ...newKey }: MemberKey): Promise<CreatedKey> {
  return makeKey(deps, newKey, (tx) => requireAccount(tx, { accountId }))
}

async function makeKey(
  { sql, planTable, publishKeyChange, actor }: ActingDeps,
  { name, expiresAt }: Pick<NewKey, 'name' | 'expiresAt'>,
  accountOf: (tx: TransactionSql) => Promise<Account>,
) {
  const key = createApiKey()
  const print = fingerprintKey(key)
  const created = await sql.begin(async (tx) => {
    requireFuture(expiresAt, await readDatabaseNow(tx))
    const account = await accountOf(tx)
    await requireMayChange(tx, actor, account.id)
    await requireFreePlace(tx, planTable, account)
    const keyId = await insertKey(tx, account.id, { name, expiresAt, fingerprint: print })
    const details = { keyId, expiresAt: formatIsoSecondsOrNull(expiresAt) }
    await auditLog(tx, { actor, action: 'key.created', accountId: account.id, details })
    return { keyId, accountId: account.id, account: account.name, plan: account.plan, name }
  })
  return { ...created, key, toldGateways: await publishKeyChange([print.sha256]) }
}

async function openAccount(
  tx: TransactionSql,
  { actor, planTable }: ActingDeps,
  { account: name, plan }: NewKey,
): Promise<Account> {
  const made = await ensureAccount(tx, name, plan ?? findSmallestPlan(planTable.plans))
  if (made !== null) {
    await auditLog(tx, { actor, action: 'account.created', accountId: made.id, details: { plan: made.plan } })
  }
  const account = await lockAccount(tx, { name })
  if (account === null) throw new KeyRefusedError({ code: 'account_removed', account: name })
  if (plan === null || plan === account.plan) return account
  throw new KeyRefusedError({ code: 'plan_differs', account: name, plan: account.plan, asked: plan })
}

/** The account, locked. @throws {@link KeyRefusedError} `account_unknown` */
export async function requireAccount(
  tx: TransactionSql,
  selector: Parameters<typeof lockAccount>[1],
): Promise<Account> {
  const account = await lockAccount(tx, selector)
  if (account === null) throw new KeyRefusedError({ code: 'account_unknown' })
  return account
}

/**
 * Makes a key that replaces another key of the same account, with the same name and expiry. The old key stays valid for the overlap, at most until its own
 * expiry, and no longer counts towards the plan's maximum.
 * @throws {@link KeyRefusedError} when the key is already replaced, revoked or expired, or too many replaced keys are still valid
 */
export async function rotateKey({ sql, planTable, publishKeyChange, actor }: ActingDeps, rotation: Rotation) {
  const { selector, overlapHours } = rotation
  const key = createApiKey()
  const print = fingerprintKey(key)
  const rotated = await sql.begin(async (tx) => {
    const { keyId: oldKeyId, sha256, account, name, expiresAt } = await lockRotatable(tx, actor, selector)
    // Without an overlap the number of valid keys stays the same: a leaked key can always be rotated.
    if (overlapHours > 0) await requireFewReplaced(tx, planTable, account)
    const keyId = await insertKey(tx, account.id, { name, expiresAt, fingerprint: print })
    const endsAt = await markReplaced(tx, oldKeyId, { replacedBy: keyId, overlapHours })
    const replaced = { keyId: oldKeyId, sha256, expiresAt: endsAt }
    const details = { keyId, replacedKeyId: oldKeyId, replacedEndsAt: isoSeconds(endsAt) }
    await auditLog(tx, { actor, action: 'key.rotated', accountId: account.id, details })
    return { keyId, accountId: account.id, account: account.name, plan: account.plan, name, expiresAt, replaced }
  })
  return { ...rotated, key, toldGateways: await publishKeyChange([print.sha256, rotated.replaced.sha256]) }
}
export type RotatedKey = Awaited<ReturnType<typeof rotateKey>>

async function lockRotatable(tx: TransactionSql, actor: Actor, selector: KeySelector): Promise<LockedKey> {
  const key = await lockOwnKey(tx, actor, selector)
  const { keyId, isRevoked, isExpired, replacedBy } = key
  const end = isRevoked ? 'revoked' : isExpired ? 'expired' : null
  if (end !== null) throw new KeyRefusedError({ code: 'key_over', keyId, end })
  if (replacedBy === null) return key
  throw new KeyRefusedError({ code: 'key_replaced', keyId, replacedBy })
}

/** The key and its account, locked, when the actor may make one more change. */
async function lockOwnKey(tx: TransactionSql, actor: Actor, selector: KeySelector): Promise<LockedKey> {
  const key = await lockKey(tx, selector)
  await requireMayChange(tx, actor, key.account.id)
  return key
}

/**
 * Revokes a key immediately and permanently. Revoking it again is not an error: `wasRevoked` reports it. Members may always revoke, regardless of the number
 * of their changes.
 * @throws KeyRefusedError when the selector matches no key, or more than one
 */
export async function revokeKey({ sql, publishKeyChange, actor }: ActingDeps, selector: KeySelector) {
  const revoked = await sql.begin(async (tx) => {
    const { keyId, account, sha256, isRevoked } = await lockKey(tx, selector)
    if (!isRevoked) {
      await markRevoked(tx, keyId)
      await auditLog(tx, { actor, action: 'key.revoked', accountId: account.id, details: { keyId } })
    }
    return { keyId, accountId: account.id, account: account.name, sha256, wasRevoked: isRevoked }
  })
  return { ...revoked, toldGateways: await publishKeyChange([revoked.sha256]) }
}
export type RevokedKey = Awaited<ReturnType<typeof revokeKey>>

/** Gives a key another name. @throws {@link KeyRefusedError} when no key is named, or the member made too many changes */
export async function renameKey({ sql, actor }: ActingDeps, { selector, name }: Renaming) {
  return sql.begin(async (tx) => {
    const { keyId, account } = await lockOwnKey(tx, actor, selector)
    await updateName(tx, keyId, name)
    await auditLog(tx, { actor, action: 'key.renamed', accountId: account.id, details: { keyId } })
    return { keyId, accountId: account.id, account: account.name, name }
  })
}

/**
 * Sets when a key expires. An expired key becomes valid again if the plan allows another active key.
 * @throws {@link KeyRefusedError} when the key is revoked, the instant is in the past, the plan allows no more keys, or a replaced key would outlive the
 * longest overlap
 */
export async function setExpiry({ sql, planTable, publishKeyChange, actor }: ActingDeps, change: ExpiryChange) {
  const { selector, expiresAt } = change
  const changed = await sql.begin(async (tx) => {
    const now = await readDatabaseNow(tx)
    requireFuture(expiresAt, now)
    const key = await lockOwnKey(tx, actor, selector)
    const { keyId, account, sha256 } = key
    if (key.isRevoked) throw new KeyRefusedError({ code: 'key_over', keyId, end: 'revoked' })
    if (key.replacedBy !== null) requireShortOverlap({ ...key, replacedBy: key.replacedBy }, expiresAt, now)
    else if (key.isExpired) await requireFreePlace(tx, planTable, account)
    await updateExpiry(tx, keyId, expiresAt)
    const details = {
      keyId,
      expiresAt: formatIsoSecondsOrNull(expiresAt),
      before: formatIsoSecondsOrNull(key.expiresAt),
    }
    await auditLog(tx, { actor, action: 'key.expiry_set', accountId: account.id, details })
    return { keyId, accountId: account.id, account: account.name, sha256, expiresAt }
  })
  return { ...changed, toldGateways: await publishKeyChange([changed.sha256]) }
}
export type ChangedExpiry = Awaited<ReturnType<typeof setExpiry>>
