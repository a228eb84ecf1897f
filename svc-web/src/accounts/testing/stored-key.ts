import type { PlanId } from '@hexawatt/shared/contract/plans'
import type { Sql } from '@hexawatt/shared/postgres/client'

/** The columns of a key that gateways read. */
export type StoredKey = {
  keyId: string
  accountId: string
  plan: PlanId
  expiresAt: Temporal.Instant | null
  revokedAt: Temporal.Instant | null
}

/** The stored key of a hash; null when there is none. */
export async function findStoredKey(sql: Sql, sha256: string): Promise<StoredKey | null> {
  const [row] = await sql<StoredKey[]>`
    select k.id as key_id, k.account_id, a.plan, k.expires_at, k.revoked_at
    from api_keys k join accounts a on a.id = k.account_id where k.key_sha256 = ${sha256}`
  return row ?? null
}
