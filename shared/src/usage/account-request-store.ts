import type { Sql } from '../postgres/client.ts'
import { withTimeout } from '../time/with-timeout.ts'

/** Statement timeout, ms. */
const statementTimeoutMs = 10_000

/** Newest requests of an account that are stored. */
export const maxAccountRequests = 10_000

/** How long a request is stored. */
export const requestDaysKept = 7

/** Statuses by their first digit, as the filter names them. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const
export type StatusClass = (typeof statusClasses)[number]

/** A request that was answered to one of an account's keys. */
export type AccountRequest = {
  receivedAt: Temporal.Instant
  /** Distinguishes requests of the same millisecond. */
  slot: number
  /** Id of the operation in the contract. */
  operation: string
  keyId: string
  /** null = not a key of the account any more. */
  keyName: string | null
  status: number
  /** Code of the problem that was answered; null = none. */
  problem: string | null
  durationMs: number
  requestId: string
}

/** Place in the list: requests after it are older. */
export type RequestCursor = Pick<AccountRequest, 'receivedAt' | 'slot'>

/** Which requests of an account are asked for; null = all. */
export type RequestSelection = {
  accountId: string
  statusClass: StatusClass | null
  operation: string | null
  before: RequestCursor | null
  limit: number
}

/** Number of requests of an operation with statuses of a class. */
export type RequestCount = { operation: string; statusClass: StatusClass; requests: number }

/** Reads the last requests of an account; read-only. Requests of the last seconds are still in the memory of the gateways. */
export function createAccountRequestStore(sql: Sql) {
  return {
    /** Requests, newest first. */
    async list({ accountId, statusClass, operation, before, limit }: RequestSelection): Promise<AccountRequest[]> {
      return withTimeout(
        statementTimeoutMs,
        sql<AccountRequest[]>`
        select r.received_at, r.slot, r.operation, r.key_id, k.name as key_name, r.status, r.problem, r.duration_ms, r.request_id
        from account_requests r left join api_keys k on k.id = r.key_id and k.account_id = r.account_id
        where ${selectStored(sql, accountId)}
          and (${statusClass}::text is null or r.status / 100 = left(${statusClass}, 1)::int)
          and (${operation}::text is null or r.operation = ${operation})
          ${before === null ? sql`` : sql`and (r.received_at, r.slot) < (${before.receivedAt}, ${before.slot})`}
        order by r.received_at desc, r.slot desc limit ${Math.min(limit, maxAccountRequests)}`,
      )
    },
    /** How many requests are stored, by operation and class of status. */
    async counts(accountId: string): Promise<RequestCount[]> {
      return withTimeout(
        statementTimeoutMs,
        sql<RequestCount[]>`
        select r.operation, r.status / 100 || 'xx' as status_class, count(*)::int as requests
        from account_requests r where ${selectStored(sql, accountId)} group by 1, 2 order by 1, 2`,
      )
    },
  }
}
export type AccountRequestStore = ReturnType<typeof createAccountRequestStore>

/** Rows `r` of an account that are not too old: a purge may be late. */
function selectStored(sql: Sql, accountId: string) {
  return sql`r.account_id = ${accountId} and r.received_at > now() - make_interval(days => ${requestDaysKept})`
}
