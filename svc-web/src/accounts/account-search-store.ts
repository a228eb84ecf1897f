import type { Sql } from '@hexawatt/shared/postgres/client'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { KeySelector } from './account-inputs.ts'
import { type ListedAccount, type ListedKey, selectListedAccounts, selectListedKeys } from './account-store.ts'

/** Longest time one search may take, ms. */
const searchTimeoutMs = 5_000

/** Rows of a page of accounts or keys. */
export const searchPageRows = 50

/** Pages of keys that can be turned, at most. */
export const maxKeyPages = 200

export type AccountSearch = {
  /** Part of a name, or an account's id; '' = every account. */
  text: string
  /** Only accounts after this name: the last name of the previous page. */
  after: string
}

/** Accounts in the order of their names: a page of {@link searchPageRows}, plus one row when another page follows. */
export function searchAccounts(sql: Sql, { text, after }: AccountSearch): Promise<ListedAccount[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`
  return withTimeout(
    searchTimeoutMs,
    sql<ListedAccount[]>`
    ${selectListedAccounts(sql)} where (a.name ilike ${pattern} or a.id = ${text}) and a.name > ${after}
    order by a.name limit ${searchPageRows + 1}`,
  )
}

/** One account as lists show it; null when this id does not exist. */
export async function findListedAccount(sql: Sql, accountId: string): Promise<ListedAccount | null> {
  const [account] = await withTimeout(
    searchTimeoutMs,
    sql<ListedAccount[]>`${selectListedAccounts(sql)} where a.id = ${accountId}`,
  )
  return account ?? null
}

/** Keys of all accounts, newest first, or only those that match a selector: a page, counted from 0, plus one row when another page follows. */
export function searchKeys(sql: Sql, selector: KeySelector | null, page: number): Promise<ListedKey[]> {
  return withTimeout(
    searchTimeoutMs,
    sql<ListedKey[]>`
    ${selectListedKeys(sql)} where ${selector === null ? sql`true` : named(sql, selector)}
    order by k.created_at desc, k.id limit ${searchPageRows + 1} offset ${page * searchPageRows}`,
  )
}

function named(sql: Sql, selector: KeySelector) {
  if ('sha256' in selector) return sql`k.key_sha256 = ${selector.sha256}`
  if ('prefix' in selector) return sql`k.prefix = ${selector.prefix} and k.last4 = ${selector.last4}`
  return sql`k.id = ${selector.keyId}`
}
