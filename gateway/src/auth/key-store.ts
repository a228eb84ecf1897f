import type { PlanTable } from '@hexawatt/shared/contract/plans'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { withinTime } from '@hexawatt/shared/time/within-time'
import { type KeyRecord, type KeyRow, toKeyRecord } from './key-record.ts'

/** Longest a request waits for a key's row, ms. */
const findTimeoutMs = 2_000

/** Longest one look for changes waits, ms. */
const changesTimeoutMs = 2_000

/** Most changed keys that one look returns. */
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
      const [row] = await withinTime(
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
    changedSince: (revision: number): Promise<KeyRevisions> => withinTime(changesTimeoutMs, findChanged(sql, revision)),
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
