import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import type { KeySelector } from './account-names.ts'
import { lockKey, setRevoked } from './account-store.ts'

/**
 * Revokes the one key that the selector names. Doing it again is no error: `wasRevoked` says so.
 *
 * @throws KeyRefusedError when no key, or more than one, is named
 */
export async function endKey(tx: TransactionSql, selector: KeySelector) {
  const { keyId, account, sha256, isRevoked } = await lockKey(tx, selector)
  if (!isRevoked) await setRevoked(tx, keyId)
  return { keyId, accountId: account.id, account: account.name, sha256, wasRevoked: isRevoked }
}
export type RevokedKey = Awaited<ReturnType<typeof endKey>>
