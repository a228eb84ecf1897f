import type { Sql } from '@hexawatt/shared/postgres/client'

/** The canonical text of a stored point, and its UTC day (`YYYY-MM-DD`). */
export type PointLine = { day: string; line: string }

/**
 * Canonical text of a stored point: a JSON array of every column, in the order of the table, as Postgres writes it. Columns are named one
 * by one, so that a column that is added later changes no digest of today. `docs/operations/audit.md` repeats it for psql.
 */
const canonicalLine = `jsonb_build_array(
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  price_score_tenths, carbon_score_tenths, grid_score_tenths, adequacy_score_tenths, global_score, confidence, fallbacks,
  to_char(carbon_slot_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh, low_carbon_pct, spot_price_eur_per_mwh,
  score_version, carbon_version, confidence_version, consumption_version, factor_set_id, inputs, provenance,
  to_char(computed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text`

/** First and last UTC day that has a point; null when there is none. */
export async function readPointDays(sql: Sql): Promise<{ first: Temporal.PlainDate; last: Temporal.PlainDate } | null> {
  const [row] = await sql<{ first: Temporal.Instant | null; last: Temporal.Instant | null }[]>`
    select min(at) as first, max(at) as last from score_points`
  if (row === undefined || row.first === null || row.last === null) return null
  return { first: utcDate(row.first), last: utcDate(row.last) }
}

/** Canonical texts of the points of the UTC days `[from, to)`, in their order. */
export async function readPointLines(sql: Sql, from: Temporal.PlainDate, to: Temporal.PlainDate): Promise<PointLine[]> {
  return sql<PointLine[]>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, ${sql.unsafe(canonicalLine)} as line from score_points
    where at >= ${`${from.toString()}T00:00:00Z`}::text::timestamptz and at < ${`${to.toString()}T00:00:00Z`}::text::timestamptz
    order by at`
}

const utcDate = (at: Temporal.Instant): Temporal.PlainDate => at.toZonedDateTimeISO('UTC').toPlainDate()
