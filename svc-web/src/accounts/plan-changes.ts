import type { PlanId } from '@hexawatt/shared/contract/plans'
import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import { type ActingDeps, requireAccount } from './account-changes.ts'
import type { PlanChange } from './account-inputs.ts'
import { type Account, noteMonthPlan, readValidKeys, updatePlan } from './account-store.ts'
import { auditLog } from './audit-log-store.ts'
import { requireFit, requireMayChange } from './key-rules.ts'
import { closeRequest, findRequest, insertRequest, openRequestOf, type PlanRequest } from './plan-request-store.ts'
import { KeyRefusedError } from './refusals.ts'

/** Which account may exceed the keys of a smaller plan: none, or one that already pays for that plan; it can create no key until enough keys are revoked. */
type KeyRule = 'must_fit' | 'may_exceed'

/**
 * Sets the plan of an account, which applies to all its keys, and records in the running month that the account had both plans. Setting the current plan
 * again is not an error. An open request for this plan is thereby approved.
 * @throws {@link KeyRefusedError} when the account does not exist, or has more active keys than the plan allows
 */
export async function setPlan(deps: ActingDeps, { account: selector, plan }: PlanChange) {
  return published(deps, async (tx) => changePlan(tx, deps, await requireAccount(tx, selector), plan))
}
export type ChangedPlan = Awaited<ReturnType<typeof setPlan>>

/**
 * Approves a request.
 * @throws {@link KeyRefusedError} when the request does not exist or is already decided, or as {@link setPlan} does
 */
export async function approveRequest(deps: ActingDeps, requestId: string): Promise<ChangedPlan> {
  return published(deps, async (tx) => {
    const { account, plan } = await lockOpenRequest(tx, requestId)
    return changePlan(tx, deps, account, plan)
  })
}

/** Refuses a request: the account keeps its plan. @throws {@link KeyRefusedError} as {@link approveRequest} does */
export async function refuseRequest({ sql, actor }: ActingDeps, requestId: string) {
  return sql.begin(async (tx) => {
    const { account, plan } = await lockOpenRequest(tx, requestId)
    await closeRequest(tx, requestId, 'refused')
    const details = { requestId, plan }
    await auditLog(tx, { actor, action: 'plan.request_refused', accountId: account.id, details })
    return { requestId, accountId: account.id, account: account.name, plan: account.plan, refusedPlan: plan }
  })
}
export type RefusedRequest = Awaited<ReturnType<typeof refuseRequest>>

/**
 * Requests another plan, which changes nothing yet.
 * @throws {@link KeyRefusedError} when the account already has that plan, has an open request, or has more active keys than the plan allows
 */
export async function requestPlan({ sql, planTable, actor }: ActingDeps, accountId: string, plan: PlanId) {
  return sql.begin(async (tx) => {
    const account = await requireAccount(tx, { accountId })
    await requireMayChange(tx, actor, accountId)
    const open = await openRequestOf(tx, accountId)
    if (open !== null) throw new KeyRefusedError({ code: 'request_open', plan: open.plan })
    if (plan === account.plan) throw new KeyRefusedError({ code: 'plan_same', plan })
    const { active } = await readValidKeys(tx, accountId)
    requireFit(account, plan, active, planTable)
    const requestId = await insertRequest(tx, accountId, plan)
    const details = { requestId, plan, previousPlan: account.plan }
    await auditLog(tx, { actor, action: 'plan.requested', accountId, details })
    return { requestId, plan }
  })
}

/** Withdraws the open request. @throws {@link KeyRefusedError} when no request is open */
export async function withdrawRequest({ sql, actor }: ActingDeps, accountId: string) {
  return sql.begin(async (tx) => {
    await requireAccount(tx, { accountId })
    const open = await openRequestOf(tx, accountId)
    if (open === null) throw new KeyRefusedError({ code: 'request_unknown' })
    await closeRequest(tx, open.requestId, 'withdrawn')
    const details = { requestId: open.requestId, plan: open.plan }
    await auditLog(tx, { actor, action: 'plan.request_withdrawn', accountId, details })
    return open
  })
}

/** The open request, with its account locked: decisions about one account run one after the other. */
async function lockOpenRequest(tx: TransactionSql, requestId: string): Promise<{ account: Account; plan: PlanId }> {
  const found = await findRequest(tx, requestId)
  if (found === null) throw new KeyRefusedError({ code: 'request_unknown' })
  const account = await requireAccount(tx, { accountId: found.accountId })
  // Read again: the change that held the lock of the account may have decided it.
  const { state, plan } = (await findRequest(tx, requestId)) ?? found
  if (state !== 'open') throw new KeyRefusedError({ code: 'request_decided', requestId, state })
  return { account, plan }
}

/** Runs a change of plan in one transaction, then notifies the gateways of the account's keys. */
async function published(
  { sql, publishKeyChange }: ActingDeps,
  change: (tx: TransactionSql) => ReturnType<typeof changePlan>,
) {
  const { sha256s, ...changed } = await sql.begin(change)
  return { ...changed, toldGateways: await publishKeyChange(sha256s) }
}

/**
 * Sets the plan of a locked account, within a transaction.
 * @returns what changed, and the hashes of the keys that gateways must be notified of after the commit
 * @throws {@link KeyRefusedError} `too_many_keys`, unless the account may exceed the keys of the plan
 */
export async function changePlan(
  tx: TransactionSql,
  { planTable, actor }: Pick<ActingDeps, 'planTable' | 'actor'>,
  account: Account,
  plan: PlanId,
  keyRule: KeyRule = 'must_fit',
) {
  const { active, sha256s } = await readValidKeys(tx, account.id)
  if (keyRule === 'must_fit') requireFit(account, plan, active, planTable)
  if (plan === account.plan) {
    await settleRequest(tx, account.id, plan)
  } else {
    // Done first: a flush may hold the month's row for a while, and updating the plan locks the counter that every change of keys increments.
    await noteMonthPlan(tx, account, plan, planTable)
    await updatePlan(tx, account.id, plan)
    const requestId = await settleRequest(tx, account.id, plan)
    const details = { plan, previousPlan: account.plan, ...(requestId === null ? {} : { requestId }) }
    await auditLog(tx, { actor, action: 'plan.set', accountId: account.id, details })
  }
  return { accountId: account.id, account: account.name, plan, previousPlan: account.plan, sha256s }
}

/** Approves the open request for the account's new plan; returns its id, or null when there is none. */
async function settleRequest(
  tx: TransactionSql,
  accountId: string,
  plan: PlanId,
): Promise<PlanRequest['requestId'] | null> {
  const open = await openRequestOf(tx, accountId)
  if (open === null || open.plan !== plan) return null
  await closeRequest(tx, open.requestId, 'approved')
  return open.requestId
}
