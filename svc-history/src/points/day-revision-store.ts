import type { Statements } from '@hexawatt/shared/postgres/client'
import type { DayRevision } from './utc-span.ts'

/**
 * Part of a statement: the UTC days from `first` to `last`, both inclusive, that hold points, as a JSON list of {@link DayRevision} in their order.
 * A statement that reads points takes the revisions with it, so that both come from one snapshot of the database.
 */
export const selectDayRevisionsJson = (sql: Statements, first: string, last: string) => sql`
  (select coalesce(json_agg(json_build_object('day', day, 'revision', revision::text) order by day), '[]')
    from score_days where day between ${first}::text::date and ${last}::text::date)`

/** The UTC days from `first` to `last`, both inclusive, that hold points. */
export async function readDayRevisions(sql: Statements, first: string, last: string): Promise<DayRevision[]> {
  const [row] = await sql<{ days: string }[]>`select ${selectDayRevisionsJson(sql, first, last)}::text as days`
  return row === undefined ? [] : JSON.parse(row.days)
}
