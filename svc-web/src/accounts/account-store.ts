import type { PlanId, PlanTable } from '@hexawatt/shared/contract/plans'
import { listPlanIds } from '@hexawatt/shared/contract/plans/plan-rows'
import type { KeyFingerprint } from '@hexawatt/shared/keys/api-key'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import type { AccountSelector, KeySelector } from './account-inputs.ts'
import { KeyRefusedError } from './refusals.ts'

/** Most accounts that a list shows. */
export const maxListedAccounts = 1_000

export type Account = { id: string; name: string; plan: PlanId }

export type ListedAccount = {
  accountId: string
  account: string
  plan: PlanId
  createdAt: Temporal.Instant
  /** Keys that count towards the plan's maximum. */
  activeKeys: number
}

/** Most keys that a list shows. */
export const maxListedKeys = 1_000

export type ListedKey = {
  keyId: string
  accountId: string
  account: string
  plan: PlanId
  name: string
  prefix: string
  last4: string
  createdAt: Temporal.Instant
  expiresAt: Temporal.Instant | null
  revokedAt: Temporal.Instant | null
  /** Id of the key that replaces this one. */
  replacedBy: string | null
}

/** A key that is about to change: its row and its account are locked. The clock of the database decides whether it has expired. */
export type LockedKey = {
  keyId: string
  name: string
  sha256: string
  account: Account
  expiresAt: Temporal.Instant | null
  isRevoked: boolean
  isExpired: boolean
  replacedBy: string | null
}

/** Keys of an account that are valid now. */
export type ValidKeys = {
  /** Keys that count towards the plan's maximum. */
  active: number
  /** Replaced keys whose overlap has not ended. */
  replaced: number
  /** Hashes of both, unordered. */
  sha256s: string[]
}

/** Makes an account; null when an account of this name exists. */
export async function ensureAccount(tx: TransactionSql, name: string, plan: PlanId): Promise<Account | null> {
  const [made] = await tx<Account[]>`
    insert into accounts (id, name, plan) values (${createRowId('acc')}, ${name}, ${plan})
    on conflict (name) do nothing returning id, name, plan`
  return made ?? null
}

/**
 * The account, locked until the transaction ends; null when it does not exist. Every change of keys locks the account first: changes of one account run one
 * after the other, so that key counts stay exact and changes cannot deadlock. The lock leaves foreign keys free: a usage flush that opens the account's month
 * does not wait for it, and so cannot deadlock with its holder.
 */
export async function lockAccount(tx: TransactionSql, selector: AccountSelector): Promise<Account | null> {
  const named = 'accountId' in selector ? tx`id = ${selector.accountId}` : tx`name = ${selector.name}`
  const [account] = await tx<Account[]>`select id, name, plan from accounts where ${named} for no key update`
  return account ?? null
}

/** The account; null when it does not exist. */
export async function findAccount(sql: Sql, accountId: string): Promise<Account | null> {
  const [account] = await sql<Account[]>`select id, name, plan from accounts where id = ${accountId}`
  return account ?? null
}

/** Whether a member still belongs to this account: the member may be deleted while its last request runs. Exact while the account is locked. */
export async function isMemberOf(tx: TransactionSql, memberId: string, accountId: string): Promise<boolean> {
  const found = await tx`select from members where id = ${memberId} and account_id = ${accountId}`
  return found.count === 1
}

/** Sets the plan of an account. */
export async function updatePlan(tx: TransactionSql, accountId: string, plan: PlanId): Promise<void> {
  await tx`update accounts set plan = ${plan} where id = ${accountId}`
}

/**
 * Records in the running month, in the transaction of a plan change, that the account has had both plans. Only gateways write usage, so a function of the
 * database makes this record.
 */
export async function noteMonthPlan(
  tx: TransactionSql,
  before: { id: string; plan: PlanId },
  plan: PlanId,
  { plans }: Pick<PlanTable, 'plans'>,
): Promise<void> {
  await tx`select note_month_plan(${before.id}, ${before.plan}, ${plan}, ${listPlanIds(plans)}::text[])`
}

/** Accounts by name, at most {@link maxListedAccounts}. */
export async function listAccounts(sql: Sql): Promise<ListedAccount[]> {
  return sql<ListedAccount[]>`${selectListedAccounts(sql)} order by a.name limit ${maxListedAccounts}`
}

/** Accounts `a`, as lists show them. */
export function selectListedAccounts(sql: Sql) {
  return sql`
    select a.id as account_id, a.name as account, a.plan, a.created_at,
      (select count(*)::int from api_keys k where k.account_id = a.id and k.revoked_at is null and k.replaced_by is null
        and (k.expires_at is null or k.expires_at > now())) as active_keys
    from accounts a`
}

/** Keys with their accounts, oldest first, at most {@link maxListedKeys}; only of one account when it is given. */
export async function listKeys(sql: Sql, account: string | null): Promise<ListedKey[]> {
  return sql<ListedKey[]>`
    ${selectListedKeys(sql)} where ${account}::text is null or a.name = ${account}
    order by k.created_at, k.id limit ${maxListedKeys}`
}

/** Keys that a member sees at most: all valid keys, and the newest of the others. */
const maxMemberKeys = 50

/** Keys of an account, valid keys first, then newest first; at most {@link maxMemberKeys}. */
export async function listMemberKeys(sql: Sql, accountId: string): Promise<ListedKey[]> {
  return sql<ListedKey[]>`
    ${selectListedKeys(sql)} where k.account_id = ${accountId}
    order by (k.revoked_at is null and (k.expires_at is null or k.expires_at > now())) desc, k.created_at desc, k.id
    limit ${maxMemberKeys}`
}

/** Keys `k` with their accounts `a`, as lists show them. */
export function selectListedKeys(sql: Sql) {
  return sql`
    select k.id as key_id, k.account_id, a.name as account, a.plan, k.name, k.prefix, k.last4,
      k.created_at, k.expires_at, k.revoked_at, k.replaced_by
    from api_keys k join accounts a on a.id = k.account_id`
}

/**
 * The one key that the selector matches, locked together with its account.
 * @throws {@link KeyRefusedError} `not_found`, or `conflict` when more than one key has these first and last characters
 */
export async function lockKey(tx: TransactionSql, selector: KeySelector): Promise<LockedKey> {
  const found = await tx<{ keyId: string; accountId: string }[]>`
    select id as key_id, account_id from api_keys where ${selected(tx, selector)} order by id limit 2`
  const [key] = found
  if (key === undefined) {
    throw new KeyRefusedError({ code: 'key_unknown' })
  }
  if (found.length > 1) {
    throw new KeyRefusedError({ code: 'key_ambiguous' })
  }
  const account = await lockAccount(tx, key)
  const [row] = await tx<Omit<LockedKey, 'account'>[]>`
    select id as key_id, name, key_sha256 as sha256, expires_at, replaced_by, revoked_at is not null as is_revoked,
      coalesce(expires_at <= now(), false) as is_expired
    from api_keys where id = ${key.keyId} for update`
  if (account === null || row === undefined) throw new KeyRefusedError({ code: 'key_removed' })
  return { ...row, account }
}

/** The valid keys of an account; exact while the account is locked. */
export async function readValidKeys(tx: TransactionSql, accountId: string): Promise<ValidKeys> {
  const [keys] = await tx<[ValidKeys]>`
    select (count(*) filter (where replaced_by is null))::int as active,
      (count(*) filter (where replaced_by is not null))::int as replaced,
      coalesce(json_agg(key_sha256), '[]') as sha256s
    from api_keys
    where account_id = ${accountId} and revoked_at is null and (expires_at is null or expires_at > now())`
  return keys
}

/** Adds a key and returns its id. */
export async function insertKey(
  tx: TransactionSql,
  accountId: string,
  { name, expiresAt, fingerprint }: { name: string; expiresAt: Temporal.Instant | null; fingerprint: KeyFingerprint },
): Promise<string> {
  const keyId = createRowId('key')
  await tx`
    insert into api_keys (id, account_id, name, key_sha256, prefix, last4, expires_at)
    values (${keyId}, ${accountId}, ${name}, ${fingerprint.sha256}, ${fingerprint.prefix}, ${fingerprint.last4}, ${expiresAt})`
  return keyId
}

/** Revokes a key now. */
export async function markRevoked(tx: TransactionSql, keyId: string): Promise<void> {
  await tx`update api_keys set revoked_at = now() where id = ${keyId}`
}

/** Sets when a key expires; null = never. */
export async function updateExpiry(
  tx: TransactionSql,
  keyId: string,
  expiresAt: Temporal.Instant | null,
): Promise<void> {
  await tx`update api_keys set expires_at = ${expiresAt} where id = ${keyId}`
}

/** Renames a key. */
export async function updateName(tx: TransactionSql, keyId: string, name: string): Promise<void> {
  await tx`update api_keys set name = ${name} where id = ${keyId}`
}

/** Records which key replaces a key. The replaced key expires after the overlap, or at its own expiry if that is earlier. */
export async function markReplaced(
  tx: TransactionSql,
  keyId: string,
  { replacedBy, overlapHours }: { replacedBy: string; overlapHours: number },
): Promise<Temporal.Instant> {
  const [row] = await tx<{ expiresAt: Temporal.Instant }[]>`
    update api_keys set replaced_by = ${replacedBy}, expires_at = least(expires_at, now() + make_interval(hours => ${overlapHours}))
    where id = ${keyId} returning expires_at`
  if (row === undefined) throw new KeyRefusedError({ code: 'key_removed' })
  return row.expiresAt
}

/** The time by the clock of the database, which decides when keys expire. */
export async function readDatabaseNow(tx: TransactionSql): Promise<Temporal.Instant> {
  const [{ now }] = await tx<[{ now: Temporal.Instant }]>`select now() as now`
  return now
}

function selected(tx: TransactionSql, selector: KeySelector) {
  if ('accountId' in selector) return tx`id = ${selector.keyId} and account_id = ${selector.accountId}`
  if ('keyId' in selector) return tx`id = ${selector.keyId}`
  if ('sha256' in selector) return tx`key_sha256 = ${selector.sha256}`
  return tx`prefix = ${selector.prefix} and last4 = ${selector.last4}`
}

/** Random id of a row, such as `key_3f…` (16 hex characters: collisions are refused by the primary key). */
export function createRowId(kind: 'acc' | 'key' | 'req'): string {
  return `${kind}_${crypto.getRandomValues(new Uint8Array(8)).toHex()}`
}
