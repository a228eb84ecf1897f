import { referenceIds } from '@hexawatt/shared/grid/feeds'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { partitionName } from '../pipeline/partition-store.ts'

/** What became of a month of payloads. */
export type RetiredMonth = { month: Temporal.PlainYearMonth; kept: number; dropped: number }

/** Longest it may hold up those who archive meanwhile: theirs is a statement with a limit of 30 s. */
const statementTimeout = '20s'
/** Longest it waits for those who archive. */
const lockTimeout = '5s'

/** Months that have a partition of payloads, oldest first. */
export async function readPayloadMonths(sql: Sql): Promise<Temporal.PlainYearMonth[]> {
  const rows = await sql<{ month: string }[]>`
    select replace(right(part.relname, 7), '_', '-') as month
    from pg_inherits
    join pg_class part on part.oid = inhrelid
    where inhparent = 'raw_payloads'::regclass
    order by month`
  return rows.map(({ month }) => Temporal.PlainYearMonth.from(month))
}

/**
 * Drops a month of payloads as a whole, after those that must outlive it were copied to `kept_payloads`: payloads that a stored
 * value, document or refused value came from, and payloads of references, whose sets do not name them one by one.
 */
export async function retireMonth(sql: Sql, month: Temporal.PlainYearMonth): Promise<RetiredMonth> {
  return sql.begin(async (tx) => {
    await tx.unsafe(`set local lock_timeout = '${lockTimeout}'; set local statement_timeout = '${statementTimeout}'`)
    // Whoever has found a payload here, and is about to refer to it, is waited for; whoever comes later waits.
    await tx`lock table raw_payloads in access exclusive mode`
    const retired = await keepReferenced(tx, month)
    // A name cannot be a bound parameter in DDL; this one is made of a year and a month only.
    await tx.unsafe(`drop table ${partitionName('raw_payloads', month)}`)
    return { month, ...retired }
  })
}

async function keepReferenced(
  tx: TransactionSql,
  month: Temporal.PlainYearMonth,
): Promise<{ kept: number; dropped: number }> {
  const payloads = tx(partitionName('raw_payloads', month))
  const [bounds] = await tx<{ count: number; first: string; last: string }[]>`
    select count(*)::int as count, coalesce(min(id), 0) as first, coalesce(max(id), 0) as last from ${payloads}`
  if (bounds === undefined) throw new Error(`no payloads of ${month.toString()}`)
  const { count, first, last } = bounds
  const { count: kept } = await tx`
    insert into kept_payloads (id, source, asked, content_sha256, body_zstd, body_bytes, first_fetched_at)
    select id, source, asked, content_sha256, body_zstd, body_bytes, first_fetched_at
    from ${payloads}
    where source = any(${[...referenceIds]}::text[]) or id in (
      select payload_id from feed_values where payload_id between ${first} and ${last}
      union
      select payload_id from feed_documents where payload_id between ${first} and ${last}
      union
      select payload_id from quarantined_values where payload_id between ${first} and ${last}
    )`
  return { kept, dropped: count - kept }
}

/** Forgets refused values that were seen before an instant. Returns how many. */
export async function forgetQuarantined(sql: Sql, before: Temporal.Instant): Promise<number> {
  const { count } = await sql`delete from quarantined_values where seen_at < ${before}`
  return count
}
