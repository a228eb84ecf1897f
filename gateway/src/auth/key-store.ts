import { computeMonthlyCap, type PlanId, type PlanRow, type PlanTable } from '@hexawatt/shared/contract/plans'
import { findPlan, isLargerPlan } from '@hexawatt/shared/contract/plans/plan-rows'
import { createPrincipal, type Principal } from '@hexawatt/shared/http/principal'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { LimitSubject, MonthTerms, RaisedTerms } from '../limits/quota/quota.ts'

/** What the gateway knows about an existing key. */
export type KeyRecord = {
  /** The plan of the key's account. Also the cache partition: equal `rights` share cached responses. */
  readonly rights: PlanId
  /** false: this gateway's plan table lacks the plan. Its rights and limits are then unknown, and the key is refused. */
  readonly isPlanKnown: boolean
  /** The caller as services see it. */
  readonly principal: Principal
  /** Minute and month limits are counted per account, over all its keys. */
  readonly subject: LimitSubject
  /** Real time, milliseconds since the epoch; null = does not expire. */
  readonly expiresAtMs: number | null
  readonly isRevoked: boolean
  /** Revision of the last change of the key, or of its account's plan. */
  readonly revision: number
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
  revision: number
}

/**
 * The record of a row. Hundreds of thousands of records stay in memory: keys of one plan share what they have in common, and the principal is written when a
 * request is forwarded.
 */
export function toKeyRecord(row: KeyRow, table: PlanTable): KeyRecord {
  return new StoredKey(row, table)
}

class StoredKey implements KeyRecord {
  readonly rights: PlanId
  readonly subject: LimitSubject
  readonly expiresAtMs: number | null
  readonly isRevoked: boolean
  readonly revision: number
  readonly #table: PlanTable

  constructor(row: KeyRow, table: PlanTable) {
    const terms = getPlanTerms(row.plan, table)
    // Uses the plan id of the plan table instead of the row's own copy of the text, to save memory.
    this.rights = terms?.id ?? row.plan
    const raised = getRaisedTerms(row, table)
    const month = terms?.month ?? noMonth
    this.subject = {
      kind: 'account',
      id: row.accountId,
      keyId: row.keyId,
      requestsPerMinute: terms?.requestsPerMinute ?? 0,
      month: raised === undefined ? month : { ...month, raised },
    }
    this.expiresAtMs = row.expiresAt?.epochMilliseconds ?? null
    this.isRevoked = row.revokedAt !== null
    this.revision = row.revision
    this.#table = table
  }

  get isPlanKnown(): boolean {
    return findPlan(this.#table.plans, this.rights) !== null
  }

  get principal(): Principal {
    const { rights: plan, subject } = this
    return createPrincipal({ accountId: subject.id, keyId: subject.keyId ?? '', plan }, this.#table)
  }
}

type PlanTerms = { id: PlanId; requestsPerMinute: number; month: MonthTerms }

/** Terms of a plan that the table lacks: no request is served. */
const noMonth: MonthTerms = { quota: 0, cap: 0 }

const termsOfTables = new WeakMap<PlanTable, ReadonlyMap<PlanId, PlanTerms>>()

/** The terms of a plan, one object for all its keys. */
function getPlanTerms(plan: PlanId, table: PlanTable): PlanTerms | undefined {
  const terms = termsOfTables.getOrInsertComputed(
    table,
    () =>
      new Map(
        Object.entries(table.plans).map(([id, row]) => [
          id,
          { id, requestsPerMinute: row.requestsPerMinute, month: getMonthTerms(row) },
        ]),
      ),
  )
  return terms.get(plan)
}

function getMonthTerms(plan: PlanRow): MonthTerms {
  return {
    quota: plan.monthlyQuota,
    cap: computeMonthlyCap(plan),
    overagePlanIndex: plan.overageEurPerRequest === null ? undefined : plan.index,
  }
}

/**
 * The terms of a month in which the account had a larger plan: its quota and cap hold until the end of the month. Requests beyond them are priced by the
 * current plan; if the current plan serves nothing beyond its quota and has no price, by the larger plan, whose cap then applies.
 */
function getRaisedTerms({ plan, highestPlan, monthIndex }: KeyRow, { plans }: PlanTable): RaisedTerms | undefined {
  if (highestPlan === null || monthIndex === null) return undefined
  const [current, highest] = [findPlan(plans, plan), findPlan(plans, highestPlan)]
  if (current === null || highest === null || isLargerPlan(plans, highestPlan, plan) !== true) return undefined
  const priced = [current, highest].find(({ overageEurPerRequest }) => overageEurPerRequest !== null)
  return {
    monthIndex,
    quota: Math.max(current.monthlyQuota, highest.monthlyQuota),
    cap: Math.max(computeMonthlyCap(current), computeMonthlyCap(highest)),
    overagePlanIndex: priced?.index,
  }
}

/** Longest time a request waits for a key's row, ms. */
const findTimeoutMs = 2_000

/** Longest time a query for changes waits, ms. */
const changesTimeoutMs = 2_000

/** Changed keys of one query at most. */
export const maxChangedKeys = 5_000

/** A key and the revision of its last change. */
export type ChangedKey = { sha256: string; revision: number }

/** Changes since a revision. */
export type KeyRevisions = {
  /** Revision of the last change of any key. */
  newest: number
  /** When the server was started, seconds since the epoch: a different server may have lost the last changes of its predecessor. */
  serverStartedAt: number
  changed: ChangedKey[]
}

/** Thrown when the queried server is a replica: changes that it does not show may have happened. */
class ReplicaError extends Error {
  override readonly name = 'ReplicaError'
}

/**
 * Reads keys from Postgres for requests.
 * @param table the plans and their limits
 */
export function createKeyStore(sql: Sql, table: PlanTable) {
  return {
    /** The record of a key by its hash; null when no such key exists. Bounded in time, because requests wait for it. */
    async find(sha256: string): Promise<KeyRecord | null> {
      const [row] = await withTimeout(
        findTimeoutMs,
        sql<KeyRow[]>`
        select k.id as key_id, k.account_id, a.plan, k.expires_at, k.revoked_at, k.revision::float8 as revision,
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

type RevisionRow = {
  newest: number
  serverStartedAt: number
  isReplica: boolean
  sha256: string | null
  revision: number | null
}

/**
 * The newest revision comes with the keys, from one view of the database: the join has one row when nothing changed.
 *
 * @throws ReplicaError
 */
async function findChanged(sql: Sql, revision: number): Promise<KeyRevisions> {
  const rows = await sql<[RevisionRow, ...RevisionRow[]]>`
    select r.revision::float8 as newest, extract(epoch from pg_postmaster_start_time())::float8 as server_started_at,
      pg_is_in_recovery() as is_replica, k.key_sha256 as sha256, k.revision::float8 as revision
    from key_revision r left join api_keys k on k.revision > ${revision}
    order by k.revision limit ${maxChangedKeys}`
  const { newest, serverStartedAt, isReplica } = rows[0]
  if (isReplica) throw new ReplicaError('the key watch needs the primary, but this server is a replica')
  return { newest, serverStartedAt, changed: rows.filter(isChangedKey) }
}

function isChangedKey(row: RevisionRow): row is RevisionRow & ChangedKey {
  return row.sha256 !== null && row.revision !== null
}
