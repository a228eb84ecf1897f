import type { CompositionSums } from '@hexawatt/shared/methodology/score/composition'
import type { Statements } from '@hexawatt/shared/postgres/client'
import { selectComposition } from '@hexawatt/shared/postgres/score-sums-store'
import { selectDayRevisionsJson } from '../points/day-revision-store.ts'
import { selectHourScores } from '../points/hour-score-store.ts'
import type { DayRevision } from '../points/utc-span.ts'
import type { OffsetSpan } from './time-zone.ts'

/** Packed rows and the revision of each day, from one database snapshot. */
type PackedRows = { revisions: DayRevision[]; rows: Uint8Array | null }

/** Reads the hour sums of some UTC days in the order of time, packed as `unpackHourSums` and `unpackHourScores` decode them. */
export async function readHourSums(
  sql: Statements,
  first: string,
  last: string,
): Promise<PackedRows & { scores: Uint8Array | null }> {
  const isOfDays = sql`hour_start >= (${first}::text::date)::timestamp at time zone 'UTC'
    and hour_start < (${last}::text::date + 1)::timestamp at time zone 'UTC'`
  const [row] = await sql<{ revisions: string; rows: Uint8Array | null; scores: Uint8Array | null }[]>`
    select ${selectDayRevisionsJson(sql, first, last)}::text as revisions,
      string_agg(int4send((date_part('epoch', hour_start) / 3600)::int)
        || int4send(score_version) || int4send(carbon_version) || int4send(confidence_version)
        || int4send(consumption_version) || int4send(samples) || int4send(optimal_samples)
        || int4send(carbon_samples) || int4send(carbon_hundredths::int) || int4send(low_carbon_hundredths::int)
        || int4send(consumption_samples) || int4send(consumption_hundredths::int) || int4send(delta_hundredths::int), '' order by hour_start) as rows,
      ${selectHourScores(sql, isOfDays)} as scores
    from score_hours where ${isOfDays}`
  return {
    revisions: row === undefined ? [] : JSON.parse(row.revisions),
    rows: row?.rows ?? null,
    scores: row?.scores ?? null,
  }
}

/** Reads the sub-scores of the raw points of some UTC days in the order of time, packed as `unpackScores` decodes them; the shift drops the high bits. */
export async function readPackedScores(sql: Statements, first: string, last: string): Promise<PackedRows> {
  const [row] = await sql<{ revisions: string; rows: Uint8Array | null }[]>`
    select ${selectDayRevisionsJson(sql, first, last)}::text as revisions,
      string_agg(int8send(((date_part('epoch', at) / 600)::bigint << 45)
        | (((composition << 10) | price_score_tenths)::bigint << 30) | (carbon_score_tenths::bigint << 20)
        | (grid_score_tenths::bigint << 10) | adequacy_score_tenths), '') as rows
    from (
      select at, price_score_tenths, carbon_score_tenths, grid_score_tenths, adequacy_score_tenths,
        ${selectComposition(sql)} as composition from score_points
      where at >= (${first}::text::date)::timestamp at time zone 'UTC'
        and at < (${last}::text::date + 1)::timestamp at time zone 'UTC'
      order by at) as points`
  return { revisions: row === undefined ? [] : JSON.parse(row.revisions), rows: row?.rows ?? null }
}

/** Sums of the sub-scores of the raw points of a span, by hour of the local day and composition. */
export function readLocalHours(
  sql: Statements,
  { from, end, offsetSeconds }: OffsetSpan,
): Promise<({ hour: number } & CompositionSums)[]> {
  return sql<({ hour: number } & CompositionSums)[]>`
    select ((date_part('epoch', at)::bigint + ${offsetSeconds}::int) / 3600 % 24)::int as hour,
      ${selectComposition(sql)} as composition, count(*)::int as samples,
      sum(price_score_tenths)::int as price, sum(carbon_score_tenths)::int as carbon,
      sum(grid_score_tenths)::int as grid, sum(adequacy_score_tenths)::int as adequacy
    from score_points where at >= ${from} and at < ${end} group by 1, 2`
}
