import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Span } from '../inputs/span.ts'

/** Marks of a span that have a point, ms since the epoch. */
export async function readStoredMarks(sql: Sql, { startMs, endMs }: Span): Promise<ReadonlySet<number>> {
  const rows = await sql<{ atMs: number }[]>`
    select (extract(epoch from at) * 1000)::double precision as at_ms from score_points
    where at >= to_timestamp(${startMs / 1000}::double precision) and at < to_timestamp(${endMs / 1000}::double precision)`
  return new Set(rows.map(({ atMs }) => atMs))
}

/** Mark of the oldest point of the series; null when there is none. */
export async function readFirstMark(sql: Sql): Promise<Temporal.Instant | null> {
  const [row] = await sql<{ at: Temporal.Instant }[]>`select at from score_points order by at limit 1`
  return row?.at ?? null
}
