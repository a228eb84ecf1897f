import type { Sql } from '@hexawatt/shared/postgres/client'

/** Tables that are partitioned by month, and whose partitions this program makes. */
export type PartitionedTable = 'feed_values' | 'raw_payloads'

/** Any constant: makers of partitions take this advisory lock one after the other. */
const partitionLock = 0x4858

/**
 * Makes monthly partitions before rows need them. Months already made are remembered, so the usual call does nothing.
 */
export function createPartitions(sql: Sql) {
  const made = new Set<string>()
  return {
    /** Makes sure that every month (UTC) holding one of the instants has its partition. */
    async ensure(table: PartitionedTable, instants: Iterable<Temporal.Instant>): Promise<void> {
      const months = new Set<string>()
      for (const instant of instants) months.add(instant.toString().slice(0, 7))
      for (const month of months) {
        const name = `${table}_${month.replace('-', '_')}`
        if (made.has(name)) continue
        await createPartition(sql, table, name, Temporal.PlainYearMonth.from(month))
        made.add(name)
      }
    },
  }
}
export type Partitions = ReturnType<typeof createPartitions>

async function createPartition(
  sql: Sql,
  table: PartitionedTable,
  name: string,
  month: Temporal.PlainYearMonth,
): Promise<void> {
  const from = `${month.toString()}-01T00:00:00Z`
  const to = `${month.add({ months: 1 }).toString()}-01T00:00:00Z`
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${partitionLock})`
    // Names and bounds cannot be bound parameters in DDL; both are made of a table name and a year-month only.
    await tx.unsafe(`create table if not exists ${name} partition of ${table} for values from ('${from}') to ('${to}')`)
  })
}
