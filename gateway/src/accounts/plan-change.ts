import type { PlanId, PlanTable } from '@hexawatt/shared/contract/plans'
import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import { noteMonthPlan } from '../usage/usage-store.ts'
import { type Account, type AccountSelector, lockAccount, setPlan } from './account-rows-store.ts'
import { validKeys } from './account-store.ts'
import { KeyRefusedError } from './key-refused-error.ts'

export type PlanChange = { account: AccountSelector; plan: PlanId }

/**
 * Puts an account on another plan, which holds for all of its keys, and notes in the running month that the account had both. The plan that
 * it has already is no error.
 *
 * @throws {@link KeyRefusedError} when there is no such account, or it has more active keys than the plan allows
 */
export async function movePlan(tx: TransactionSql, table: PlanTable, { account: selector, plan }: PlanChange) {
  const account = await lockAccount(tx, selector)
  if (account === null) {
    throw new KeyRefusedError('not_found', 'No such account: bun run keys list shows the accounts that have keys.')
  }
  const { active, sha256s } = await validKeys(tx, account.id)
  requireFit(account, plan, active, table.plans[plan].apiKeys)
  if (plan !== account.plan) {
    // First: a flush may hold the month's row for a while, and the change of the plan holds the counter that all changes of keys take.
    await noteMonthPlan(tx, account, plan)
    await setPlan(tx, account.id, plan)
  }
  return {
    accountId: account.id,
    account: account.name,
    plan,
    previousPlan: account.plan,
    sha256s,
  }
}
export type MovedPlan = Awaited<ReturnType<typeof movePlan>>

function requireFit({ name }: Account, plan: PlanId, active: number, allowed: number): void {
  if (active <= allowed) return
  throw new KeyRefusedError(
    'conflict',
    `Account "${name}" has ${active} active keys, and plan ${plan} allows ${allowed}: ` +
      `revoke ${active - allowed} first (bun run keys list --account "${name}", then bun run keys revoke KEY_ID).`,
  )
}
