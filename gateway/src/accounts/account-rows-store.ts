import type { PlanId } from '@hexawatt/shared/contract/plans'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { createRowId } from '../auth/api-key.ts'

/** Most accounts that a list shows. */
export const maxListedAccounts = 1_000

export type Account = { id: string; name: string; plan: PlanId }

/** How an operator names an account. */
export type AccountSelector = { accountId: string } | { name: string }

export type ListedAccount = {
  accountId: string
  account: string
  plan: PlanId
  createdAt: Temporal.Instant
  /** Keys that count against the plan's maximum. */
  activeKeys: number
}

/** Makes an account unless there is one of this name. */
export async function ensureAccount(tx: TransactionSql, name: string, plan: PlanId): Promise<void> {
  await tx`
    insert into accounts (id, name, plan) values (${createRowId('acc')}, ${name}, ${plan})
    on conflict (name) do nothing`
}

/**
 * The account, locked until the transaction ends; null when there is none. Every change of keys locks the account first: changes of
 * one account wait for each other, so that what was counted still holds, and none waits in a circle. The id stays free to be referred to:
 * a flush of usage that opens the account's month does not wait for the lock, and so cannot wait in a circle with who holds it.
 */
export async function lockAccount(tx: TransactionSql, selector: AccountSelector): Promise<Account | null> {
  const named = 'accountId' in selector ? tx`id = ${selector.accountId}` : tx`name = ${selector.name}`
  const [account] = await tx<Account[]>`select id, name, plan from accounts where ${named} for no key update`
  return account ?? null
}

/** Puts an account on a plan. */
export async function setPlan(tx: TransactionSql, accountId: string, plan: PlanId): Promise<void> {
  await tx`update accounts set plan = ${plan} where id = ${accountId}`
}

/** Accounts by name, at most {@link maxListedAccounts}. */
export async function listAccounts(sql: Sql): Promise<ListedAccount[]> {
  return sql<ListedAccount[]>`
    select a.id as account_id, a.name as account, a.plan, a.created_at,
      (select count(*)::int from api_keys k where k.account_id = a.id and k.revoked_at is null and k.replaced_by is null
        and (k.expires_at is null or k.expires_at > now())) as active_keys
    from accounts a order by a.name limit ${maxListedAccounts}`
}
