import { referenceIds } from '@hexawatt/shared/grid/feeds'
import type { Fragment, Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { recordObjectsOfMonth } from '../archive/loose-object-store.ts'
import { findFirstDay } from '../pipeline/partition-store.ts'

/** Result of retiring a month of payloads. */
export type RetiredMonth = { month: Temporal.PlainYearMonth; kept: number; dropped: number }

/** Longest time that archiving programs are blocked: their statements have a limit of 30 s. */
const statementTimeout = '20s'
/** Longest wait for archiving programs. */
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
 * Drops a month of payloads, after it has copied to `kept_payloads` the payloads of stored values (also of regions and neighbours), documents, quarantined
 * values, published intensities, runs of the weather and regulated prices, and of the references of the score, whose sets do not name their payloads one by one.
 * Objects of the others are noted, to be removed later.
 */
export async function retireMonth(sql: Sql, month: Temporal.PlainYearMonth): Promise<RetiredMonth> {
  return sql.begin(async (tx) => {
    await tx.unsafe(`set local lock_timeout = '${lockTimeout}'; set local statement_timeout = '${statementTimeout}'`)
    // Waits for transactions that have found a payload here and are about to refer to it; later ones wait for this one.
    await tx`lock table raw_payloads in access exclusive mode`
    const retired = await keepReferenced(tx, month)
    await recordObjectsOfMonth(tx, isOfMonth(tx, month))
    await tx`select drop_payload_month(${findFirstDay(month)}::text::date)`
    return { month, ...retired }
  })
}

/** Payloads of a month stand in one partition, which is read through its table: the program has no right on partitions. */
function isOfMonth(tx: TransactionSql, month: Temporal.PlainYearMonth): Fragment {
  const [from, before] = [month, month.add({ months: 1 })].map((first) => `${first.toString()}-01T00:00:00Z`)
  return tx`first_fetched_at >= ${from ?? ''}::text::timestamptz and first_fetched_at < ${before ?? ''}::text::timestamptz`
}

async function keepReferenced(
  tx: TransactionSql,
  month: Temporal.PlainYearMonth,
): Promise<{ kept: number; dropped: number }> {
  const [bounds] = await tx<{ count: number; first: string; last: string }[]>`
    select count(*)::int as count, coalesce(min(id), 0) as first, coalesce(max(id), 0) as last
    from raw_payloads where ${isOfMonth(tx, month)}`
  if (bounds === undefined) throw new Error(`no payloads of ${month.toString()}`)
  const { count, first, last } = bounds
  const { count: kept } = await tx`
    insert into kept_payloads (id, source, asked, content_sha256, body_zstd, body_bytes, first_fetched_at)
    select id, source, asked, content_sha256, body_zstd, body_bytes, first_fetched_at
    from raw_payloads
    where ${isOfMonth(tx, month)} and (source = any(${[...referenceIds]}::text[]) or id in (
      select payload_id from feed_values where payload_id between ${first} and ${last}
      union
      select payload_id from feed_documents where payload_id between ${first} and ${last}
      union
      select payload_id from quarantined_values where payload_id between ${first} and ${last}
      union
      select payload_id from regional_values where payload_id between ${first} and ${last}
      union
      select payload_id from neighbour_generation where payload_id between ${first} and ${last}
      union
      select payload_id from published_intensities where payload_id between ${first} and ${last}
      union
      select payload_id from weather_runs where payload_id between ${first} and ${last}
      union
      select payload_id from regulated_prices where payload_id between ${first} and ${last}
    ))`
  return { kept, dropped: count - kept }
}

/** Deletes quarantined values that were seen before an instant. @returns how many */
export async function forgetQuarantined(sql: Sql, before: Temporal.Instant): Promise<number> {
  const { count } = await sql`delete from quarantined_values where seen_at < ${before}`
  return count
}
