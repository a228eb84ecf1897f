import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import { lockKey, setRevoked } from './key-rows-store.ts'
import type { KeySelector } from './key-selector.ts'

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
