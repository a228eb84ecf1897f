import type { PlanId, PlanTable } from '@hexawatt/shared/contract/plans'
import { findSmallestPlan, isLargerPlan, listPlanIds } from '@hexawatt/shared/contract/plans/plan-rows'
import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import type { AccountDeps, ActingDeps } from '../accounts/account-changes.ts'
import { type Account, lockAccount } from '../accounts/account-store.ts'
import { type AuditAction, auditLog } from '../accounts/audit-log-store.ts'
import { changePlan } from '../accounts/plan-changes.ts'
import {
  addEvent,
  findPaidPlan,
  linkSubscription,
  lockSubscription,
  type Subscription,
  updateSubscription,
} from './billing-store.ts'
import type { BillingEvent } from './stripe-event.ts'

/**
 * Outcome of an event. `noted`: stored, the plan stays. `duplicate`: already processed. `stale`: a newer event of its subscription was already processed.
 * `unknown_account`: its checkout refers to no existing account.
 */
export const eventOutcomes = ['plan_changed', 'noted', 'duplicate', 'stale', 'unknown_account'] as const
export type EventOutcome = (typeof eventOutcomes)[number]

export type BillingDeps = AccountDeps & {
  /** Name of the provider, before the id of an event in the audit log. */
  provider: string
  /** The plan that a price of the provider pays for. */
  planOfPrice: ReadonlyMap<string, PlanId>
}

/** A paid subscription has none of the configured prices: nothing is stored, so that the provider delivers the event again. */
export class UnknownPriceError extends Error {
  override readonly name = 'UnknownPriceError'
}

type Applied = { outcome: EventOutcome; sha256s: readonly string[] }

/**
 * Processes an event once, in one transaction with its changes; then notifies the gateways.
 * @throws UnknownPriceError
 */
export async function applyEvent(deps: BillingDeps, event: BillingEvent): Promise<EventOutcome> {
  const acting: ActingDeps = { ...deps, actor: { kind: 'provider', id: `${deps.provider}:${event.id}` } }
  const { outcome, sha256s } = await deps.sql.begin(async (tx): Promise<Applied> => {
    if (!(await addEvent(tx, event))) return { outcome: 'duplicate', sha256s: [] }
    const before = await lockSubscription(tx, event.subscriptionId)
    return event.kind === 'checkout_completed'
      ? applyCheckout(tx, acting, event, before)
      : applyChange(tx, acting, event, before, deps.planOfPrice)
  })
  if (sha256s.length > 0) await deps.publishKeyChange(sha256s)
  return outcome
}

type Checkout = Extract<BillingEvent, { kind: 'checkout_completed' }>
type Change = Extract<BillingEvent, { kind: 'subscription_changed' }>

/** Assigns the subscription permanently to an account. */
async function applyCheckout(
  tx: TransactionSql,
  acting: ActingDeps,
  { subscriptionId, accountId }: Checkout,
  before: Subscription,
): Promise<Applied> {
  if (before.accountId !== null) return { outcome: 'noted', sha256s: [] }
  const account = accountId === null ? null : await lockAccount(tx, { accountId })
  if (account === null) return { outcome: 'unknown_account', sha256s: [] }
  return settlePlan(tx, acting, account, async () => {
    await linkSubscription(tx, subscriptionId, account.id)
    await record(tx, acting, 'billing.subscription_linked', account, { subscriptionId, plan: before.plan })
  })
}

/** Stores what the subscription pays for now, unless a newer event has been processed. */
async function applyChange(
  tx: TransactionSql,
  acting: ActingDeps,
  event: Change,
  before: Subscription,
  planOfPrice: BillingDeps['planOfPrice'],
): Promise<Applied> {
  const { subscriptionId, createdAt, change, isPaid, priceIds } = event
  if (isStale(event, before)) return { outcome: 'stale', sha256s: [] }
  const plan = isPaid ? findLargestPlan(priceIds, planOfPrice, acting.planTable) : null
  const store = () => updateSubscription(tx, subscriptionId, { plan, isEnded: change === 'ended', stateAt: createdAt })
  const account = before.accountId === null ? null : await lockAccount(tx, { accountId: before.accountId })
  if (account === null) {
    await store()
    return { outcome: 'noted', sha256s: [] }
  }
  return settlePlan(tx, acting, account, async () => {
    await store()
    if (plan === before.plan) return
    const details = { subscriptionId, plan, previousPlan: before.plan }
    await record(tx, acting, 'billing.subscription_changed', account, details)
  })
}

/** Events arrive in any order, and several in one second: an end is final, and a change overrides the creation of the subscription. */
function isStale({ createdAt, change }: Change, { isEnded, stateAt }: Subscription): boolean {
  if (isEnded) return true
  if (stateAt === null || change === 'ended') return false
  const order = Temporal.Instant.compare(createdAt, stateAt)
  return change === 'made' ? order <= 0 : order < 0
}

function findLargestPlan(
  priceIds: readonly string[],
  planOfPrice: BillingDeps['planOfPrice'],
  { plans: table }: PlanTable,
): PlanId {
  const plans = priceIds.map((id) => planOfPrice.get(id))
  const largest = listPlanIds(table).findLast((plan) => plans.includes(plan))
  if (largest === undefined) throw new UnknownPriceError(`no plan for ${priceIds.join(', ')}`)
  return largest
}

/**
 * Applies changes to the subscriptions of a locked account, and sets the plan that they then pay for. A paying account never loses a plan that the operator
 * gave it: a larger plan stays, and so does a plan that no subscription paid for.
 */
async function settlePlan(
  tx: TransactionSql,
  acting: ActingDeps,
  account: Account,
  change: () => Promise<void>,
): Promise<Applied> {
  const before = await findPaidPlan(tx, account.id, acting.planTable)
  await change()
  const plan = planAfter(account.plan, before, await findPaidPlan(tx, account.id, acting.planTable), acting.planTable)
  if (plan === account.plan) return { outcome: 'noted', sha256s: [] }
  const { sha256s } = await changePlan(tx, acting, account, plan, 'may_exceed')
  return { outcome: 'plan_changed', sha256s }
}

/** The plan of an account whose subscriptions paid for one plan `before` and pay for another one now; null = for none. */
function planAfter(current: PlanId, before: PlanId | null, after: PlanId | null, { plans }: PlanTable): PlanId {
  const paid = after ?? findSmallestPlan(plans)
  if (after === before || paid === current) return current
  if (isLargerPlan(plans, paid, current) === true) return paid
  return current === before ? paid : current
}

function record(
  tx: TransactionSql,
  { actor }: ActingDeps,
  action: AuditAction,
  { id: accountId }: Account,
  details: Record<string, string | null>,
): Promise<void> {
  return auditLog(tx, { actor, action, accountId, details })
}
