import type { Sql } from '@hexawatt/shared/postgres/client'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { KeySelector } from './account-inputs.ts'
import { type ListedAccount, type ListedKey, listedAccounts, listedKeys } from './account-store.ts'

/** Longest one search may take, ms. */
const searchTimeoutMs = 5_000

/** Rows of a page of accounts or keys. */
export const searchPageRows = 50

/** Most pages of keys that can be turned. */
export const maxKeyPages = 200

export type AccountSearch = {
  /** Part of a name, or an account's id; '' = every account. */
  text: string
  /** Only accounts whose name follows this one: the last name of the page before. */
  after: string
}

/** Accounts in the order of their names: a page of {@link searchPageRows}, and one more where another page follows. */
export function searchAccounts(sql: Sql, { text, after }: AccountSearch): Promise<ListedAccount[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`
  return withTimeout(
    searchTimeoutMs,
    sql<ListedAccount[]>`
    ${listedAccounts(sql)} where (a.name ilike ${pattern} or a.id = ${text}) and a.name > ${after}
    order by a.name limit ${searchPageRows + 1}`,
  )
}

/** One account as lists show it; null when there is none of this id. */
export async function findListedAccount(sql: Sql, accountId: string): Promise<ListedAccount | null> {
  const [account] = await withTimeout(
    searchTimeoutMs,
    sql<ListedAccount[]>`${listedAccounts(sql)} where a.id = ${accountId}`,
  )
  return account ?? null
}

/** Keys of all accounts, newest first, or those that a selector names: a page, from 0 on, and one more row where another page follows. */
export function searchKeys(sql: Sql, selector: KeySelector | null, page: number): Promise<ListedKey[]> {
  return withTimeout(
    searchTimeoutMs,
    sql<ListedKey[]>`
    ${listedKeys(sql)} where ${selector === null ? sql`true` : named(sql, selector)}
    order by k.created_at desc, k.id limit ${searchPageRows + 1} offset ${page * searchPageRows}`,
  )
}

function named(sql: Sql, selector: KeySelector) {
  if ('sha256' in selector) return sql`k.key_sha256 = ${selector.sha256}`
  if ('prefix' in selector) return sql`k.prefix = ${selector.prefix} and k.last4 = ${selector.last4}`
  return sql`k.id = ${selector.keyId}`
}
