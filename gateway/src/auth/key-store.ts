import { monthlyCap, type PlanId, type PlanTable, planIds } from '@hexawatt/shared/contract/plans'
import { type Principal, principalOf } from '@hexawatt/shared/http/principal'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { LimitSubject, RaisedTerms } from '../limits/quota.ts'

/** What the gateway knows about an existing key. Prepared when it is read, so that requests do no work on it. */
export type KeyRecord = {
  principal: Principal
  /** Cache partition: equal `rights` share cached responses. */
  rights: string
  /** The principal header that services receive. */
  principalJson: string
  /** Minute and month count per account, over all its keys. */
  subject: LimitSubject
  /** Real time, milliseconds since the epoch; null = does not expire. */
  expiresAtMs: number | null
  isRevoked: boolean
}

/** Row of a key and its account, as the store returns it. */
type KeyRow = {
  keyId: string
  accountId: string
  plan: PlanId
  /** The largest plan of the running month, and that month (months since year 0); null when the month has no row yet. */
  highestPlan: PlanId | null
  monthIndex: number | null
  expiresAt: Temporal.Instant | null
  revokedAt: Temporal.Instant | null
}

/** Prepares a row for the hot path. */
export function toKeyRecord(row: KeyRow, table: PlanTable): KeyRecord {
  const { keyId, accountId, plan, expiresAt, revokedAt } = row
  const principal = principalOf({ accountId, keyId, plan }, table)
  const { requestsPerMinute, monthlyQuota, overageEurPerRequest } = table.plans[plan]
  return {
    principal,
    rights: plan,
    principalJson: JSON.stringify(principal),
    subject: {
      kind: 'account',
      id: accountId,
      requestsPerMinute,
      month: {
        quota: monthlyQuota,
        cap: monthlyCap(table.plans[plan]),
        overagePlan: overageEurPerRequest === null ? undefined : plan,
        raised: raisedTerms(row, table),
      },
    },
    expiresAtMs: expiresAt?.epochMilliseconds ?? null,
    isRevoked: revokedAt !== null,
  }
}

/**
 * The terms of a month in which the account had a larger plan: its quota and cap hold until the end of the month. What lies beyond is priced
 * by the plan in force; where that one serves nothing beyond its quota and has no price, by the larger plan, under whose cap it is served.
 */
function raisedTerms({ plan, highestPlan, monthIndex }: KeyRow, { plans }: PlanTable): RaisedTerms | undefined {
  if (highestPlan === null || monthIndex === null) return undefined
  if (planIds.indexOf(highestPlan) <= planIds.indexOf(plan)) return undefined
  const priced = [plan, highestPlan].find((id) => plans[id].overageEurPerRequest !== null)
  return {
    monthIndex,
    quota: Math.max(plans[plan].monthlyQuota, plans[highestPlan].monthlyQuota),
    cap: Math.max(monthlyCap(plans[plan]), monthlyCap(plans[highestPlan])),
    overagePlan: priced,
  }
}

/** Longest a request waits for a key's row, ms. */
const findTimeoutMs = 2_000

/** Longest one query for changes waits, ms. */
const changesTimeoutMs = 2_000

/** Most changed keys of one query. */
export const maxChangedKeys = 5_000

/** A key and the revision of its last change. */
export type ChangedKey = { sha256: string; revision: number }

/** What changed since a revision. `newest`: the revision of the last change of any key. */
export type KeyRevisions = { newest: number; changed: ChangedKey[] }

/**
 * Reads keys from Postgres for requests.
 *
 * @param table what the plans allow
 */
export function createKeyStore(sql: Sql, table: PlanTable) {
  return {
    /** The record of a key by its hash; null when there is none. Bounded in time: requests wait for it. */
    async find(sha256: string): Promise<KeyRecord | null> {
      const [row] = await withTimeout(
        findTimeoutMs,
        sql<KeyRow[]>`
        select k.id as key_id, k.account_id, a.plan, k.expires_at, k.revoked_at,
          coalesce(u.highest_plan, u.plan) as highest_plan,
          (date_part('year', u.month) * 12 + date_part('month', u.month) - 1)::int as month_index
        from api_keys k join accounts a on a.id = k.account_id
        left join usage_months u on u.account_id = a.id and u.month = date_trunc('month', now())::date
        where k.key_sha256 = ${sha256}`,
      )
      return row === undefined ? null : toKeyRecord(row, table)
    },
    /** Keys that changed after a revision, in the order of their changes, at most {@link maxChangedKeys}. Bounded in time. */
    changedSince: (revision: number): Promise<KeyRevisions> =>
      withTimeout(changesTimeoutMs, findChanged(sql, revision)),
  }
}
export type KeyStore = ReturnType<typeof createKeyStore>

type RevisionRow = { newest: number; sha256: string | null; revision: number | null }

/** The newest revision comes with the keys, from one view of the database: the join has one row when nothing changed. */
async function findChanged(sql: Sql, revision: number): Promise<KeyRevisions> {
  const rows = await sql<[RevisionRow, ...RevisionRow[]]>`
    select r.revision::float8 as newest, k.key_sha256 as sha256, k.revision::float8 as revision
    from key_revision r left join api_keys k on k.revision > ${revision}
    order by k.revision limit ${maxChangedKeys}`
  return { newest: rows[0].newest, changed: rows.filter(isChangedKey) }
}

function isChangedKey(row: RevisionRow): row is RevisionRow & ChangedKey {
  return row.sha256 !== null && row.revision !== null
}
