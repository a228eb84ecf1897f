import type { PlanId, PlanTable } from '@hexawatt/shared/contract/plans'
import { listPlanIds } from '@hexawatt/shared/contract/plans/plan-rows'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import type { BillingEvent } from './stripe-event.ts'

/** The known state of a subscription at the payment provider. */
export type Subscription = {
  /** null until its checkout was received. */
  accountId: string | null
  /** The plan that it pays for; null = none at present. */
  plan: PlanId | null
  isEnded: boolean
  /** When the provider made the event that set this state; null = no event yet. */
  stateAt: Temporal.Instant | null
}

/** Records that an event is processed; false when it already was. A concurrent delivery of the event waits until this transaction ends. */
export async function addEvent(tx: TransactionSql, { id, kind, createdAt }: BillingEvent): Promise<boolean> {
  const added = await tx`
    insert into billing_events (id, kind, created_at) values (${id}, ${kind}, ${createdAt}) on conflict do nothing`
  return added.count === 1
}

/** The subscription, locked; created if it is new. */
export async function lockSubscription(tx: TransactionSql, subscriptionId: string): Promise<Subscription> {
  await tx`insert into billing_subscriptions (id) values (${subscriptionId}) on conflict do nothing`
  const [subscription] = await tx<[Subscription]>`
    select account_id, plan, is_ended, state_at from billing_subscriptions where id = ${subscriptionId} for update`
  return subscription
}

/** Assigns a subscription to an account. */
export async function linkSubscription(tx: TransactionSql, subscriptionId: string, accountId: string): Promise<void> {
  await tx`update billing_subscriptions set account_id = ${accountId} where id = ${subscriptionId}`
}

/** Stores the state given by an event. */
export async function updateSubscription(
  tx: TransactionSql,
  subscriptionId: string,
  { plan, isEnded, stateAt }: Omit<Subscription, 'accountId'>,
): Promise<void> {
  await tx`
    update billing_subscriptions set plan = ${plan}, is_ended = ${isEnded}, state_at = ${stateAt}
    where id = ${subscriptionId}`
}

/** Whether an account pays for a plan at the provider. */
export async function hasPaidSubscription(sql: Sql, accountId: string): Promise<boolean> {
  const [{ isPaid }] = await sql<[{ isPaid: boolean }]>`
    select exists (select from billing_subscriptions where account_id = ${accountId} and plan is not null) as is_paid`
  return isPaid
}

/** The largest plan that the subscriptions of an account pay for; null = none does. Exact while the account is locked. */
export async function findPaidPlan(
  tx: TransactionSql,
  accountId: string,
  { plans }: Pick<PlanTable, 'plans'>,
): Promise<PlanId | null> {
  const [row] = await tx<{ plan: PlanId }[]>`
    select plan from billing_subscriptions where account_id = ${accountId} and plan is not null
    order by array_position(${listPlanIds(plans)}::text[], plan) desc nulls last limit 1`
  return row?.plan ?? null
}
