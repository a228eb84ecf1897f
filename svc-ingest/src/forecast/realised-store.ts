import type { ForecastQuantity } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import type { RealisedByHour } from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import { type ScoreVersion, scoreVersion } from '@hexawatt/shared/methodology/versions'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { realisedScoreColumns } from '@hexawatt/shared/postgres/score-sums-store'

/** Realised values of one hour; null where unknown. `score` is that of the present version. */
export type RealisedHour = { startMs: number } & Readonly<Record<ForecastQuantity, number | null>> & {
    /** Of every version, for an hour whose points may have several; absent: of the present one. */
    scoreByVersion?: Readonly<Record<ScoreVersion, number | null>>
  }

/**
 * Stores realised values. A known value is replaced by another one, never by null; a row that would not change is not written. The scores of an hour are
 * replaced together: a program of the version before writes into `score`, which is that of the points of version 1, what follows from all points.
 *
 * @param hours ascending, so that two programs cannot deadlock
 * @returns how many rows were added or changed
 */
export async function storeRealisedHours(
  sql: Sql,
  hours: readonly RealisedHour[],
  updatedAt: Temporal.Instant,
): Promise<number> {
  const column = (name: 'startMs' | ForecastQuantity) => hours.map((hour) => hour[name])
  const scores = (version: ScoreVersion) =>
    hours.map(({ score, scoreByVersion }) => (scoreByVersion ?? { [scoreVersion]: score })[version] ?? null)
  const hasScore = sql`num_nonnulls(excluded.score, excluded.score_2) > 0`
  const next = sql`coalesce(excluded.carbon, stored.carbon), coalesce(excluded.direct_carbon, stored.direct_carbon),
    coalesce(excluded.consumption_carbon, stored.consumption_carbon),
    coalesce(excluded.direct_consumption_carbon, stored.direct_consumption_carbon),
    coalesce(excluded.price, stored.price), case when ${hasScore} then excluded.score else stored.score end,
    case when ${hasScore} then excluded.score_2 else stored.score_2 end`
  const { count } = await sql`
    insert into realised_hours as stored (hour_start, carbon, direct_carbon, consumption_carbon, direct_consumption_carbon,
      price, score, score_2, updated_at)
    select to_timestamp(start_ms / 1000), carbon, direct_carbon, consumption_carbon, direct_consumption_carbon, price, score,
      score_2, ${updatedAt}
    from unnest(${column('startMs')}::double precision[], ${column('carbon')}::double precision[],
      ${column('directCarbon')}::double precision[], ${column('consumptionCarbon')}::double precision[],
      ${column('directConsumptionCarbon')}::double precision[], ${column('price')}::double precision[],
      ${scores(1)}::double precision[], ${scores(2)}::double precision[])
      as sent (start_ms, carbon, direct_carbon, consumption_carbon, direct_consumption_carbon, price, score, score_2)
    where num_nonnulls(carbon, direct_carbon, consumption_carbon, direct_consumption_carbon, price, score, score_2) > 0
    on conflict (hour_start) do update set
      (carbon, direct_carbon, consumption_carbon, direct_consumption_carbon, price, score, score_2, updated_at) = (${next}, excluded.updated_at)
    where (${next}) is distinct from (stored.carbon, stored.direct_carbon, stored.consumption_carbon,
      stored.direct_consumption_carbon, stored.price, stored.score, stored.score_2)`
  return count
}

/** Realised values of the hours that begin in `[from, before)`, with the score of the present version. */
export async function readRealisedHours(
  sql: Sql,
  from: Temporal.Instant,
  before: Temporal.Instant,
): Promise<RealisedByHour> {
  const rows = await sql<Omit<RealisedHour, 'scoreByVersion'>[]>`
    select (extract(epoch from hour_start) * 1000)::double precision as start_ms, carbon, direct_carbon, consumption_carbon,
      direct_consumption_carbon, price,
      ${sql(realisedScoreColumns[scoreVersion])} as score
    from realised_hours where hour_start >= ${from} and hour_start < ${before}`
  return new Map(rows.map((row) => [row.startMs, row]))
}
