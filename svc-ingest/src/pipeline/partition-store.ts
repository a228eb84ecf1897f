import type { Sql } from '@hexawatt/shared/postgres/client'

/** Tables that are partitioned by month; this program creates the partitions. */
export const partitionedTables = [
  'feed_values',
  'raw_payloads',
  'score_points',
  'forecast_points',
  'forecast_issues',
  'forecast_issue_hours',
  'regional_values',
] as const
type PartitionedTable = (typeof partitionedTables)[number]

/** Advisory lock (any constant) that serialises the creation of partitions. */
const partitionLock = 0x4858

/**
 * Creates monthly partitions before rows need them. It remembers created months, so that the usual call does nothing.
 */
export function createPartitions(sql: Sql) {
  const made = new Set<string>()
  return {
    /** Ensures that every month (UTC) with one of the instants has its partition. */
    async ensure(table: PartitionedTable, instants: Iterable<Temporal.Instant>): Promise<void> {
      for (const month of monthsOf(instants)) {
        const name = partitionName(table, month)
        if (made.has(name)) continue
        await createPartition(sql, table, month)
        made.add(name)
      }
    },
  }
}
export type Partitions = ReturnType<typeof createPartitions>

/** Name of the partition of a month (UTC). */
export function partitionName(table: PartitionedTable, month: Temporal.PlainYearMonth): string {
  return `${table}_${month.toString().replace('-', '_')}`
}

/** The months (UTC) of the instants, each once. A payload holds tens of thousands of instants: only a new month is formatted. */
function monthsOf(instants: Iterable<Temporal.Instant>): Temporal.PlainYearMonth[] {
  const months = new Map<number, Temporal.PlainYearMonth>()
  for (const { epochMilliseconds } of instants) {
    const date = new Date(epochMilliseconds)
    const index = date.getUTCFullYear() * 12 + date.getUTCMonth()
    if (!months.has(index)) months.set(index, Temporal.PlainYearMonth.from(date.toISOString().slice(0, 7)))
  }
  return [...months.values()]
}

async function createPartition(sql: Sql, table: PartitionedTable, month: Temporal.PlainYearMonth): Promise<void> {
  const from = `${month.toString()}-01T00:00:00Z`
  const to = `${month.add({ months: 1 }).toString()}-01T00:00:00Z`
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${partitionLock})`
    // Names and bounds cannot be bound parameters in DDL; both are made of a table name and a year-month only.
    await tx.unsafe(
      `create table if not exists ${partitionName(table, month)} partition of ${table}
       for values from ('${from}') to ('${to}')`,
    )
  })
}
