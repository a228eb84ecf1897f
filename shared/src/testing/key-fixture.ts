import type { PlanId } from '../contract/plans.ts'
import { createApiKey, fingerprintKey, hashApiKey } from '../keys/api-key.ts'
import type { Sql } from '../postgres/client.ts'

type Stored = { sql: Sql }

/** A stored key in full, and its account. */
export type TestKey = { key: string; keyId: string; accountId: string; account: string; plan: PlanId }

const createId = (kind: 'acc' | 'key'): string => `${kind}_${crypto.getRandomValues(new Uint8Array(8)).toHex()}`

/**
 * Stores a new key without the account rules of svc-web, for tests of programs that only read keys.
 *
 * @param account name of its account; a new one without it
 */
export async function storeTestKey(
  { sql }: Stored,
  plan: PlanId = 'scale',
  account = `account ${crypto.randomUUID()}`,
): Promise<TestKey> {
  const [key, keyId] = [createApiKey(), createId('key')]
  const { sha256, prefix, last4 } = fingerprintKey(key)
  const accountId = await sql.begin(async (tx) => {
    await tx`insert into accounts (id, name, plan) values (${createId('acc')}, ${account}, ${plan}) on conflict (name) do nothing`
    const [{ id }] = await tx<[{ id: string }]>`select id from accounts where name = ${account}`
    await tx`
      insert into api_keys (id, account_id, name, key_sha256, prefix, last4)
      values (${keyId}, ${id}, 'test', ${sha256}, ${prefix}, ${last4})`
    return id
  })
  return { key, keyId, accountId, account, plan }
}

/** Stores an account without a key, named after its id. @returns the id */
export async function storeTestAccount({ sql }: Stored, plan: PlanId = 'pro'): Promise<string> {
  const id = createId('acc')
  await sql`insert into accounts (id, name, plan) values (${id}, ${`account ${id}`}, ${plan})`
  return id
}

/** The running month and the one before by the clock of the database, such as 2026-11. */
export async function readTestMonths({ sql }: Stored): Promise<{ running: string; last: string }> {
  const [months] = await sql<[{ running: string; last: string }]>`
    select to_char(now(), 'YYYY-MM') as running, to_char(now() - interval '1 month', 'YYYY-MM') as last`
  return months
}

/** Revokes a key without notifying any gateway. */
export async function revokeTestKey({ sql }: Stored, { key }: Pick<TestKey, 'key'>): Promise<void> {
  await sql`update api_keys set revoked_at = now() where key_sha256 = ${hashApiKey(key)}`
}

/** Puts an account on another plan without notifying any gateway. The month keeps the plan that it has. */
export async function setTestPlan({ sql }: Stored, { accountId }: Pick<TestKey, 'accountId'>, plan: PlanId) {
  await sql`update accounts set plan = ${plan} where id = ${accountId}`
}
