import type { PlanId, PlanTable } from '@hexawatt/shared/contract/plans'
import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import type { KeyFingerprint } from '../auth/api-key.ts'
import { type Account, ensureAccount, lockAccount } from './account-rows-store.ts'
import { databaseNow, insertKey, validKeys } from './account-store.ts'
import { requireFreePlace, requireFuture } from './key-places.ts'
import { KeyRefusedError } from './key-refused-error.ts'

export type NewKey = {
  account: string
  /** Plan of an account that is made now; for an existing one it must be its plan. null = not said. */
  plan: PlanId | null
  name: string
  expiresAt: Temporal.Instant | null
  fingerprint: KeyFingerprint
}

/**
 * Adds a key, and its account when that is new.
 *
 * @throws {@link KeyRefusedError} when the account has another plan, or as many active keys as its plan allows, or the expiry is past
 */
export async function addKey(tx: TransactionSql, table: PlanTable, newKey: NewKey) {
  requireFuture(newKey.expiresAt, await databaseNow(tx))
  const account = await openAccount(tx, newKey)
  requireFreePlace(account, await validKeys(tx, account.id), table.plans[account.plan].apiKeys)
  const keyId = await insertKey(tx, account.id, newKey)
  return { keyId, accountId: account.id, account: account.name, plan: account.plan, name: newKey.name }
}

async function openAccount(tx: TransactionSql, { account: name, plan }: NewKey): Promise<Account> {
  await ensureAccount(tx, name, plan ?? 'decouverte')
  const account = await lockAccount(tx, { name })
  if (account === null) throw new KeyRefusedError('conflict', `Account "${name}" was removed meanwhile; try again.`)
  if (plan === null || plan === account.plan) return account
  throw new KeyRefusedError(
    'conflict',
    `Account "${name}" is on plan ${account.plan}, not ${plan}: leave --plan out, or choose another account name.`,
  )
}
