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
  'neighbour_generation',
] as const
type PartitionedTable = (typeof partitionedTables)[number]

/**
 * Creates monthly partitions before rows need them. It remembers created months, so that the usual call does nothing.
 */
export function createPartitions(sql: Sql) {
  const made = new Set<string>()
  return {
    /** Ensures that every month (UTC) with one of the instants has its partition. */
    async ensure(table: PartitionedTable, instants: Iterable<Temporal.Instant>): Promise<void> {
      for (const month of listMonths(instants)) {
        const name = `${table} ${month.toString()}`
        if (made.has(name)) continue
        await sql`select create_month_partition(${table}, ${findFirstDay(month)}::text::date)`
        made.add(name)
      }
    },
  }
}
export type Partitions = ReturnType<typeof createPartitions>

/** First day of a month, by which the functions of the database name it. */
export function findFirstDay(month: Temporal.PlainYearMonth): string {
  return month.toPlainDate({ day: 1 }).toString()
}

/** The months (UTC) of the instants, each once. A payload holds tens of thousands of instants: only a new month is formatted. */
function listMonths(instants: Iterable<Temporal.Instant>): Temporal.PlainYearMonth[] {
  const months = new Map<number, Temporal.PlainYearMonth>()
  for (const { epochMilliseconds } of instants) {
    const date = new Date(epochMilliseconds)
    const index = date.getUTCFullYear() * 12 + date.getUTCMonth()
    if (!months.has(index)) months.set(index, Temporal.PlainYearMonth.from(date.toISOString().slice(0, 7)))
  }
  return [...months.values()]
}
