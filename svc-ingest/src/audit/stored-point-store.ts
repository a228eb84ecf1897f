import type { Sql } from '@hexawatt/shared/postgres/client'

/** A point recomputed from inputs that were corrected later; `point` is JSON. */
export type StoredRevision = { computedAt: Temporal.Instant; point: string }

/** Most revisions of one point that are shown. */
const maxRevisions = 100

/** Revisions of the point of an instant, oldest first. */
export async function readRevisions(sql: Sql, at: Temporal.Instant): Promise<StoredRevision[]> {
  return sql<StoredRevision[]>`
    select computed_at, point::text as point from score_point_revisions
    where at = ${at} order by computed_at limit ${maxRevisions}`
}

/** The stored points next to an instant: the last before it and the first after it, where they exist. */
export async function readNearestPoints(sql: Sql, at: Temporal.Instant): Promise<Temporal.Instant[]> {
  const rows = await sql<{ at: Temporal.Instant }[]>`
    (select at from score_points where at <= ${at} order by at desc limit 1)
    union
    (select at from score_points where at > ${at} order by at limit 1)
    order by at`
  return rows.map((row) => row.at)
}

/** Instants of points drawn at random, in their order; the same seed draws the same of the same points. */
export async function drawPoints(sql: Sql, count: number, seed: number): Promise<Temporal.Instant[]> {
  const rows = await sql<{ at: Temporal.Instant }[]>`
    select at from (
      select at from score_points
      order by md5(${seed}::bigint || ' ' || extract(epoch from at)::bigint), at limit ${count}
    ) drawn order by at`
  return rows.map(({ at }) => at)
}

/** The canonical text of a stored point, and its UTC day (`YYYY-MM-DD`). */
type PointLine = { day: string; line: string }

/**
 * Canonical text of a stored point: a JSON array of every column, in the order of the table, as Postgres writes it. Columns are listed one
 * by one, so that a column that is added later changes no existing digest: the known dimensions, which points of version 1 of the score do not have, stand
 * at the end of those that have them. `docs/operate/audit.md` repeats the statement for psql.
 */
const canonicalLine = `(jsonb_build_array(
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  price_score_tenths, carbon_score_tenths, grid_score_tenths, adequacy_score_tenths, global_score, confidence, fallbacks,
  to_char(carbon_slot_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh, low_carbon_pct, spot_price_eur_per_mwh,
  score_version, carbon_version, confidence_version, consumption_version, factor_set_id, inputs, provenance,
  to_char(computed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
  || case when known_dimensions is null then '[]' else jsonb_build_array(known_dimensions) end)::text`

/** First and last UTC day that has a point; null when there is none. */
export async function readPointDays(sql: Sql): Promise<{ first: Temporal.PlainDate; last: Temporal.PlainDate } | null> {
  const [row] = await sql<{ first: Temporal.Instant | null; last: Temporal.Instant | null }[]>`
    select min(at) as first, max(at) as last from score_points`
  if (row === undefined || row.first === null || row.last === null) return null
  return { first: toUtcDate(row.first), last: toUtcDate(row.last) }
}

/** Canonical texts of the points of the UTC days `[from, to)`, in their order. */
export async function readPointLines(sql: Sql, from: Temporal.PlainDate, to: Temporal.PlainDate): Promise<PointLine[]> {
  return sql<PointLine[]>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, ${sql.unsafe(canonicalLine)} as line from score_points
    where at >= ${`${from.toString()}T00:00:00Z`}::text::timestamptz and at < ${`${to.toString()}T00:00:00Z`}::text::timestamptz
    order by at`
}

const toUtcDate = (at: Temporal.Instant): Temporal.PlainDate => at.toZonedDateTimeISO('UTC').toPlainDate()
