import type { PlanId } from '@hexawatt/shared/contract/plans'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { createRowId } from './account-store.ts'

export type RequestState = 'open' | 'approved' | 'refused' | 'withdrawn'

/** A plan change that a member requested. */
export type PlanRequest = {
  requestId: string
  accountId: string
  /** Name of the account. */
  account: string
  /** The account's current plan. */
  currentPlan: PlanId
  /** The requested plan. */
  plan: PlanId
  state: RequestState
  requestedAt: Temporal.Instant
  /** null while the request is open. */
  decidedAt: Temporal.Instant | null
}

/** Most requests that a list shows. */
export const maxListedRequests = 1_000

/** Open requests, oldest first, at most {@link maxListedRequests}. */
export async function listOpenRequests(sql: Sql): Promise<PlanRequest[]> {
  return sql<PlanRequest[]>`
    ${requests(sql)} where r.state = 'open' order by r.requested_at, r.id limit ${maxListedRequests}`
}

/** Requests of an account, newest first, at most {@link maxListedRequests}. */
export async function listRequestsOf(sql: Sql, accountId: string): Promise<PlanRequest[]> {
  return sql<PlanRequest[]>`
    ${requests(sql)} where r.account_id = ${accountId} order by r.requested_at desc, r.id limit ${maxListedRequests}`
}

/** The newest request of an account in any state; null when there was none. */
export async function findNewestRequest(sql: Sql | TransactionSql, accountId: string): Promise<PlanRequest | null> {
  const [request] = await sql<PlanRequest[]>`
    ${requests(sql)} where r.account_id = ${accountId} order by r.requested_at desc, r.id limit 1`
  return request ?? null
}

function requests(sql: Sql | TransactionSql) {
  return sql`
    select r.id as request_id, r.account_id, a.name as account, a.plan as current_plan, r.plan, r.state, r.requested_at, r.decided_at
    from plan_requests r join accounts a on a.id = r.account_id`
}

/** A request; null when it does not exist. Exact while the account is locked. */
export async function findRequest(
  tx: TransactionSql,
  requestId: string,
): Promise<Pick<PlanRequest, 'accountId' | 'plan' | 'state'> | null> {
  const [request] = await tx<Pick<PlanRequest, 'accountId' | 'plan' | 'state'>[]>`
    select account_id, plan, state from plan_requests where id = ${requestId}`
  return request ?? null
}

/** The open request of an account; null when there is none. Exact while the account is locked. */
export async function openRequestOf(
  tx: TransactionSql,
  accountId: string,
): Promise<Pick<PlanRequest, 'requestId' | 'plan'> | null> {
  const [request] = await tx<Pick<PlanRequest, 'requestId' | 'plan'>[]>`
    select id as request_id, plan from plan_requests where account_id = ${accountId} and state = 'open'`
  return request ?? null
}

/** Adds an open request and returns its id. */
export async function insertRequest(tx: TransactionSql, accountId: string, plan: PlanId): Promise<string> {
  const requestId = createRowId('req')
  await tx`insert into plan_requests (id, account_id, plan) values (${requestId}, ${accountId}, ${plan})`
  return requestId
}

/** Records the decision on an open request. */
export async function closeRequest(
  tx: TransactionSql,
  requestId: string,
  state: Exclude<RequestState, 'open'>,
): Promise<void> {
  await tx`update plan_requests set state = ${state}, decided_at = now() where id = ${requestId} and state = 'open'`
}
