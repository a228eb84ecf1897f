import type { PlanId, PlanTable } from '@hexawatt/shared/contract/plans'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { withinTime } from '@hexawatt/shared/time/within-time'
import { createRowId, type KeyFingerprint } from './api-key.ts'
import { type KeyRecord, type KeyRow, toKeyRecord } from './key-record.ts'

/** Longest a request waits for a key's row, ms. */
const findTimeoutMs = 2_000

/** Most keys that a list shows. */
const maxListedKeys = 1_000

/** A change of keys that the rules forbid; the message tells the operator why, and what to do. */
export class KeyRefusedError extends Error {
  override readonly name = 'KeyRefusedError'
}

export type NewKey = {
  account: string
  /** Plan of an account that is made now; for an existing one it must be its plan. null = not said. */
  plan: PlanId | null
  name: string
  expiresAt: Temporal.Instant | null
  fingerprint: KeyFingerprint
}
export type CreatedKey = { keyId: string; accountId: string; account: string; plan: PlanId; name: string }

/** How an operator names a key: by its id, by the two ends that lists show, or by the hash of the whole key. */
export type KeySelector = { keyId: string } | { prefix: string; last4: string } | { sha256: string }

export type ListedKey = CreatedKey & {
  prefix: string
  last4: string
  createdAt: Temporal.Instant
  expiresAt: Temporal.Instant | null
  revokedAt: Temporal.Instant | null
}
export type RevokedKey = { keyId: string; account: string; sha256: string; wasRevoked: boolean }

type Account = { id: string; name: string; plan: PlanId }

/**
 * All SQL about accounts and keys.
 *
 * @param table what the plans allow
 */
export function createKeyStore(sql: Sql, table: PlanTable) {
  return {
    /** The record of a key by its hash; null when there is none. Bounded in time: requests wait for it. */
    async find(sha256: string): Promise<KeyRecord | null> {
      const [row] = await withinTime(
        findTimeoutMs,
        sql<KeyRow[]>`
        select k.id as key_id, k.account_id, a.plan, k.expires_at, k.revoked_at
        from api_keys k join accounts a on a.id = k.account_id
        where k.key_sha256 = ${sha256}`,
      )
      return row === undefined ? null : toKeyRecord(row, table)
    },
    /**
     * Adds a key, and its account when that is new.
     *
     * @throws {@link KeyRefusedError} when the account has another plan, or as many active keys as its plan allows
     */
    async create(newKey: NewKey): Promise<CreatedKey> {
      return sql.begin(async (tx) => {
        const account = await lockAccount(tx, newKey)
        await requireFreePlace(tx, account, table.plans[account.plan].apiKeys)
        return insertKey(tx, account, newKey)
      })
    },
    /** Keys with their accounts, oldest first, at most 1 000; of one account when it is named. */
    async list(account: string | null): Promise<ListedKey[]> {
      return sql<ListedKey[]>`
        select k.id as key_id, k.account_id, a.name as account, a.plan, k.name, k.prefix, k.last4,
          k.created_at, k.expires_at, k.revoked_at
        from api_keys k join accounts a on a.id = k.account_id
        where ${account}::text is null or a.name = ${account}
        order by k.created_at, k.id limit ${maxListedKeys}`
    },
    /**
     * Revokes the one key that the selector names. Doing it again is no error: `wasRevoked` says so.
     *
     * @throws {@link KeyRefusedError} when no key, or more than one, is named
     */
    async revoke(selector: KeySelector): Promise<RevokedKey> {
      return sql.begin((tx) => revokeOne(tx, selector))
    },
  }
}
export type KeyStore = ReturnType<typeof createKeyStore>

/** The row lock makes creations on one account wait for each other: the count that follows cannot be overtaken. */
async function lockAccount(tx: TransactionSql, { account: name, plan }: NewKey): Promise<Account> {
  await tx`
    insert into accounts (id, name, plan) values (${createRowId('acc')}, ${name}, ${plan ?? 'decouverte'})
    on conflict (name) do nothing`
  const [account] = await tx<Account[]>`select id, name, plan from accounts where name = ${name} for update`
  if (account === undefined) throw new KeyRefusedError(`Account "${name}" was removed meanwhile; try again.`)
  if (plan !== null && plan !== account.plan) {
    throw new KeyRefusedError(
      `Account "${name}" is on plan ${account.plan}, not ${plan}: leave --plan out, or choose another account name.`,
    )
  }
  return account
}

async function requireFreePlace(tx: TransactionSql, { id, name, plan }: Account, allowed: number): Promise<void> {
  const [row] = await tx<{ active: number }[]>`
    select count(*)::int as active from api_keys
    where account_id = ${id} and revoked_at is null and (expires_at is null or expires_at > now())`
  if ((row?.active ?? 0) < allowed) return
  throw new KeyRefusedError(
    `Account "${name}" already has ${row?.active} active key(s), the most that plan ${plan} allows (${allowed}): ` +
      `revoke one first (bun run keys list --account "${name}", then bun run keys revoke KEY_ID).`,
  )
}

async function insertKey(tx: TransactionSql, account: Account, newKey: NewKey): Promise<CreatedKey> {
  const { name, expiresAt, fingerprint } = newKey
  const keyId = createRowId('key')
  await tx`
    insert into api_keys (id, account_id, name, key_sha256, prefix, last4, expires_at)
    values (${keyId}, ${account.id}, ${name}, ${fingerprint.sha256}, ${fingerprint.prefix}, ${fingerprint.last4},
      ${expiresAt})`
  return { keyId, accountId: account.id, account: account.name, plan: account.plan, name }
}

async function revokeOne(tx: TransactionSql, selector: KeySelector): Promise<RevokedKey> {
  const found = await tx<RevokedKey[]>`
    select k.id as key_id, a.name as account, k.key_sha256 as sha256, k.revoked_at is not null as was_revoked
    from api_keys k join accounts a on a.id = k.account_id
    where ${selected(tx, selector)} order by k.id limit 2 for update of k`
  const [key] = found
  if (key === undefined) throw new KeyRefusedError('No such key: bun run keys list shows the keys and their ids.')
  if (found.length > 1) {
    throw new KeyRefusedError('More than one key has these ends: give the key id (bun run keys list shows it).')
  }
  if (!key.wasRevoked) await tx`update api_keys set revoked_at = now() where id = ${key.keyId}`
  return key
}

function selected(tx: TransactionSql, selector: KeySelector) {
  if ('keyId' in selector) return tx`k.id = ${selector.keyId}`
  if ('sha256' in selector) return tx`k.key_sha256 = ${selector.sha256}`
  return tx`k.prefix = ${selector.prefix} and k.last4 = ${selector.last4}`
}
