import type { PlanId, PlanTable } from '@hexawatt/shared/contract/plans'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { isoSeconds, isoSecondsOrNull } from '@hexawatt/shared/time/instant'
import { type Actor, auditLog } from '../audit-log/audit-log-store.ts'
import { createApiKey, fingerprint } from '../auth/api-key.ts'
import type { PublishKeyChange } from '../auth/key-changes.ts'
import { noteMonthPlan } from '../usage/usage-store.ts'
import {
  type ExpiryChange,
  KeyRefusedError,
  type KeySelector,
  maxOverlapHours,
  type NewKey,
  type PlanChange,
  type Rotation,
} from './account-inputs.ts'
import {
  type Account,
  databaseNow,
  ensureAccount,
  insertKey,
  type LockedKey,
  lockAccount,
  lockKey,
  markReplaced,
  markRevoked,
  updateExpiry,
  updatePlan,
  validKeys,
} from './account-store.ts'

/**
 * What changes of accounts and keys need. Each change is one transaction, which also records it in the audit log; then its keys are published
 * to running gateways.
 */
export type AccountDeps = { sql: Sql; planTable: PlanTable; publishKeyChange: PublishKeyChange }

/** The same, and who makes the change. */
export type ActingDeps = AccountDeps & { actor: Actor }

/**
 * Makes a key, and its account when that is new. The result holds the key in full: it is shown once and stored nowhere.
 *
 * @throws {@link KeyRefusedError} when the account has another plan, or as many active keys as its plan allows, or the expiry is past
 */
export async function createKey({ sql, planTable, publishKeyChange, actor }: ActingDeps, newKey: NewKey) {
  const key = createApiKey()
  const print = fingerprint(key)
  const created = await sql.begin(async (tx) => {
    requireFuture(newKey.expiresAt, await databaseNow(tx))
    const account = await openAccount(tx, actor, newKey)
    await requireFreePlace(tx, planTable, account)
    const keyId = await insertKey(tx, account.id, { ...newKey, fingerprint: print })
    const details = { keyId, expiresAt: isoSecondsOrNull(newKey.expiresAt) }
    await auditLog(tx, { actor, action: 'key.created', accountId: account.id, details })
    return { keyId, accountId: account.id, account: account.name, plan: account.plan, name: newKey.name }
  })
  return { ...created, key, toldGateways: await publishKeyChange([print.sha256]) }
}
export type CreatedKey = Awaited<ReturnType<typeof createKey>>

async function openAccount(tx: TransactionSql, actor: Actor, { account: name, plan }: NewKey): Promise<Account> {
  const made = await ensureAccount(tx, name, plan ?? 'decouverte')
  if (made !== null) {
    await auditLog(tx, { actor, action: 'account.created', accountId: made.id, details: { plan: made.plan } })
  }
  const account = await lockAccount(tx, { name })
  if (account === null) throw new KeyRefusedError('conflict', `Account "${name}" was removed meanwhile; try again.`)
  if (plan === null || plan === account.plan) return account
  throw new KeyRefusedError(
    'conflict',
    `Account "${name}" is on plan ${account.plan}, not ${plan}: leave --plan out, or choose another account name.`,
  )
}

/**
 * Makes a key that replaces another: of the same account, with the same name and expiry. The old key stays valid for the overlap, at most
 * until its own expiry, and no longer counts against the plan's maximum.
 *
 * @throws {@link KeyRefusedError} when the key is replaced, revoked or expired already, or too many replaced keys are still valid
 */
export async function rotateKey({ sql, planTable, publishKeyChange, actor }: ActingDeps, rotation: Rotation) {
  const { selector, overlapHours } = rotation
  const key = createApiKey()
  const print = fingerprint(key)
  const rotated = await sql.begin(async (tx) => {
    const { keyId: oldKeyId, sha256, account, name, expiresAt } = await lockRotatable(tx, selector)
    // Without an overlap the number of valid keys stays the same: a key that leaked can always be rotated.
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

async function lockRotatable(tx: TransactionSql, selector: KeySelector): Promise<LockedKey> {
  const key = await lockKey(tx, selector)
  const { keyId, isRevoked, isExpired, replacedBy } = key
  const end = isRevoked ? 'revoked' : isExpired ? 'expired' : null
  if (end !== null) {
    throw new KeyRefusedError('conflict', `Key ${keyId} is ${end}: make a new one (bun run keys create).`)
  }
  if (replacedBy === null) return key
  throw new KeyRefusedError('conflict', `Key ${keyId} was replaced by ${replacedBy} already: rotate that one.`)
}

/**
 * Revokes a key now and for good. Revoking it again is no error: `wasRevoked` says so.
 *
 * @throws KeyRefusedError when no key, or more than one, is named
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

/**
 * Sets when a key expires. An expired key becomes valid again, when the plan has a place for it.
 *
 * @throws {@link KeyRefusedError} when the key is revoked, the instant is past, the plan has no place, or a replaced key would outlive the
 *   longest overlap
 */
export async function setExpiry({ sql, planTable, publishKeyChange, actor }: ActingDeps, change: ExpiryChange) {
  const { selector, expiresAt } = change
  const changed = await sql.begin(async (tx) => {
    const now = await databaseNow(tx)
    requireFuture(expiresAt, now)
    const key = await lockKey(tx, selector)
    const { keyId, account, sha256 } = key
    if (key.isRevoked) {
      throw new KeyRefusedError('conflict', `Key ${keyId} is revoked: make a new one (bun run keys create).`)
    }
    if (key.replacedBy !== null) requireShortOverlap(key, expiresAt, now)
    else if (key.isExpired) await requireFreePlace(tx, planTable, account)
    await updateExpiry(tx, keyId, expiresAt)
    const details = { keyId, expiresAt: isoSecondsOrNull(expiresAt), before: isoSecondsOrNull(key.expiresAt) }
    await auditLog(tx, { actor, action: 'key.expiry_set', accountId: account.id, details })
    return { keyId, accountId: account.id, account: account.name, sha256, expiresAt }
  })
  return { ...changed, toldGateways: await publishKeyChange([changed.sha256]) }
}
export type ChangedExpiry = Awaited<ReturnType<typeof setExpiry>>

/** A replaced key does not count against the plan: it must expire, and cannot become valid again. */
function requireShortOverlap(key: LockedKey, expiresAt: Temporal.Instant | null, now: Temporal.Instant): void {
  const latest = now.add({ hours: maxOverlapHours })
  if (!key.isExpired && expiresAt !== null && Temporal.Instant.compare(expiresAt, latest) <= 0) return
  throw new KeyRefusedError(
    'conflict',
    key.isExpired
      ? `Key ${key.keyId} was replaced by ${key.replacedBy} and its overlap is over: use that one.`
      : `Key ${key.keyId} was replaced by ${key.replacedBy}: it may stay valid for ${maxOverlapHours} hours from now at most.`,
  )
}

/**
 * Puts an account on a plan, which holds for all of its keys, and notes in the running month that the account had both plans. Setting the
 * plan that it has already is no error.
 *
 * @throws {@link KeyRefusedError} when there is no such account, or it has more active keys than the plan allows
 */
export async function setPlan({ sql, planTable, publishKeyChange, actor }: ActingDeps, change: PlanChange) {
  const { account: selector, plan } = change
  const { sha256s, ...changed } = await sql.begin(async (tx) => {
    const account = await lockAccount(tx, selector)
    if (account === null) {
      throw new KeyRefusedError('not_found', 'No such account: bun run keys list shows the accounts that have keys.')
    }
    const { active, sha256s } = await validKeys(tx, account.id)
    requireFit(account, plan, active, planTable.plans[plan].apiKeys)
    if (plan !== account.plan) {
      // First: a flush may hold the month's row for a while, and updating the plan locks the counter that every change of keys increments.
      await noteMonthPlan(tx, account, plan)
      await updatePlan(tx, account.id, plan)
      const details = { plan, previousPlan: account.plan }
      await auditLog(tx, { actor, action: 'plan.set', accountId: account.id, details })
    }
    return { accountId: account.id, account: account.name, plan, previousPlan: account.plan, sha256s }
  })
  return { ...changed, toldGateways: await publishKeyChange(sha256s) }
}
export type ChangedPlan = Awaited<ReturnType<typeof setPlan>>

function requireFit({ name }: Account, plan: PlanId, active: number, allowed: number): void {
  if (active <= allowed) return
  throw new KeyRefusedError(
    'conflict',
    `Account "${name}" has ${active} active keys, and plan ${plan} allows ${allowed}: ` +
      `revoke ${active - allowed} first (bun run keys list --account "${name}", then bun run keys revoke KEY_ID).`,
  )
}

/** Refuses another active key where the plan allows no more. @throws {@link KeyRefusedError} `conflict` */
async function requireFreePlace(tx: TransactionSql, { plans }: PlanTable, { id, name, plan }: Account): Promise<void> {
  const { active } = await validKeys(tx, id)
  const allowed = plans[plan].apiKeys
  if (active < allowed) return
  throw new KeyRefusedError(
    'conflict',
    `Account "${name}" already has ${active} active key(s), the most that plan ${plan} allows (${allowed}): ` +
      `revoke one first (bun run keys list --account "${name}", then bun run keys revoke KEY_ID), or rotate one.`,
  )
}

/**
 * Refuses another rotation while as many replaced keys are in their overlap as the plan allows keys: without this bound an account
 * could gather any number of valid keys.
 */
async function requireFewReplaced(tx: TransactionSql, { plans }: PlanTable, { id, name, plan }: Account) {
  const { replaced } = await validKeys(tx, id)
  const allowed = plans[plan].apiKeys
  if (replaced < allowed) return
  throw new KeyRefusedError(
    'conflict',
    `Account "${name}" has ${replaced} replaced key(s) that are still valid, the most that plan ${plan} allows (${allowed}): ` +
      `revoke one first (bun run keys list --account "${name}", then bun run keys revoke KEY_ID), or rotate without an overlap.`,
  )
}

/** First instant that is no expiry: Postgres does not read the years after it as they are written. */
const firstTooLate = Temporal.Instant.from('+010000-01-01T00:00:00Z')

/** Refuses an expiry that is past, or too far away to be stored. @throws {@link KeyRefusedError} `invalid` */
function requireFuture(expiresAt: Temporal.Instant | null, now: Temporal.Instant): void {
  if (expiresAt === null) return
  if (Temporal.Instant.compare(expiresAt, firstTooLate) >= 0) {
    throw new KeyRefusedError(
      'invalid',
      'The expiry must lie before the year 10000; leave it out for a key without one.',
    )
  }
  if (Temporal.Instant.compare(expiresAt, now) > 0) return
  throw new KeyRefusedError(
    'invalid',
    `The expiry must lie in the future; ${expiresAt} is past (revoke ends a key now).`,
  )
}
