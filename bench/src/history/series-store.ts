import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import {
  compositionCount,
  findCompositionWeights,
  packKnownDimensions,
} from '@hexawatt/shared/methodology/score/composition'
import { allKnown } from '@hexawatt/shared/methodology/score/known-dimensions'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { selectComposition } from '@hexawatt/shared/postgres/score-sums-store'
import { createPartitions } from '@hexawatt/svc-ingest/src/pipeline/partition-store.ts'
import { rollUp } from '@hexawatt/svc-ingest/src/points/roll-up-store.ts'

/** Bounds of the benchmark's series: three years, 157 824 points. The clock is at its end. */
export const seriesStart = Temporal.Instant.from('2023-03-01T00:00:00Z')
export const seriesEnd = Temporal.Instant.from('2026-03-01T00:00:00Z')

/** `inputs` of a realistic size: smaller rows would favour queries that read whole rows. */
const inputsOfOneFeed =
  '{"availability":1,"rows":24,"newestKnownFrom":"2025-01-15T12:00:00Z","payloads":["0123456789abcdef"]}'
const allDimensions = packKnownDimensions(allKnown)
const withoutGrid = packKnownDimensions({ ...allKnown, grid: false })
const inputsJson = JSON.stringify(
  Object.fromEntries(Array.from({ length: 12 }, (_, feed) => [`feed_${feed}`, JSON.parse(inputsOfOneFeed)])),
)

/** Fills an empty database with a point every ten minutes and the roll-ups, month by month, each month in its partition. */
export async function fillSeries(sql: Sql): Promise<void> {
  await ensureDataMode(sql, 'demo')
  await sql`select setseed(0.25)`
  for (let from = seriesStart; Temporal.Instant.compare(from, seriesEnd) < 0; from = findNextMonth(from)) {
    await fillMonth(sql, from, findNextMonth(from))
  }
  await sql`vacuum analyze score_points`
  await sql`vacuum analyze score_hours`
  await sql`vacuum analyze score_set_hours`
  await sql`vacuum analyze score_days`
}

function findNextMonth(instant: Temporal.Instant): Temporal.Instant {
  return instant.toZonedDateTimeISO('UTC').add({ months: 1 }).toInstant()
}

/**
 * Values with a daily cycle and random variation; one point in a hundred has neither carbon nor consumption. The grid signal is missing at night and in the
 * first half of one hour of the day, so that this hour has two sets of known dimensions.
 */
async function fillMonth(sql: Sql, from: Temporal.Instant, to: Temporal.Instant): Promise<void> {
  await createPartitions(sql).ensure('score_points', [from])
  await sql.begin(async (tx) => {
    const points = await tx<{ at: Temporal.Instant }[]>`
      insert into score_points (at, price_score_tenths, carbon_score_tenths, grid_score_tenths, adequacy_score_tenths,
        global_score, confidence, fallbacks, carbon_slot_start, production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh,
        low_carbon_pct, spot_price_eur_per_mwh, score_version, known_dimensions, carbon_version, confidence_version, consumption_version,
        factor_set_id, inputs, provenance, computed_at)
      select at, price, carbon, grid, adequacy,
        case when has_signal then round(0.03 * price + 0.03 * carbon + 0.02 * grid + 0.02 * adequacy)
          else round((0.03 * price + 0.03 * carbon + 0.02 * adequacy) / 0.8) end, 85 + floor(15 * random()), '{}',
        case when has_carbon then date_trunc('hour', at) - interval '2 hours' end,
        case when has_carbon then 18 + 12 * random() end,
        case when has_carbon then 21 + 12 * random() end,
        case when has_carbon then 90 + 9 * random() end,
        60 - 0.09 * (price - 450) + random(), 2, case when has_signal then ${allDimensions}::smallint else ${withoutGrid}::smallint end, 1, 1, case when has_carbon then 1 end, 1,
        ${inputsJson}::text::jsonb, 'backfilled', at
      from (
        select at, random() < 0.99 as has_carbon,
          extract(hour from at at time zone 'UTC') >= 6 and (extract(hour from at at time zone 'UTC') <> 12
            or extract(minute from at) >= 30) as has_signal,
          (450 + 250 * sin(day + 1) + 200 * random())::int as price, (600 + 150 * sin(day) + 200 * random())::int as carbon,
          (array[1000, 800, 800, 350])[1 + floor(4 * random())::int] as grid,
          (400 + 300 * cos(day) + 200 * random())::int as adequacy
        from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '10 minutes', interval '10 minutes') as at
        cross join lateral (select extract(epoch from at)::float8 / 86400 * 2 * pi() as day) as angle
      ) as values
      returning at`
    await rollUp(
      tx,
      points.map(({ at }) => at),
    )
  })
}

/**
 * Analytics without stored sums: one aggregate over the raw rows, by hour of the day in a time zone, in the fastest arithmetic of
 * Postgres.
 */
export async function runPlainAggregate(
  sql: Sql,
  {
    from,
    to,
    timeZone,
    weights,
  }: { from: Temporal.Instant; to: Temporal.Instant; timeZone: string; weights: ScoreWeights },
): Promise<void> {
  const used = Array.from({ length: compositionCount }, (_, composition) => {
    const { weights: own, divisor } = findCompositionWeights(composition, weights)
    const [price, carbon, grid, adequacy] = [own.price, own.carbon, own.grid, own.adequacy].map((one) => one / divisor)
    return { composition, price, carbon, grid, adequacy }
  })
  const column = (of: (row: (typeof used)[number]) => number | undefined) => used.map((row) => of(row) ?? 0)
  await sql`
    select extract(hour from at at time zone ${timeZone}::text) as hour, count(*), avg(composite),
      count(*) filter (where round(composite) >= 70), avg(production_g_co2eq_per_kwh), avg(low_carbon_pct),
      count(production_g_co2eq_per_kwh), count(consumption_g_co2eq_per_kwh), avg(consumption_g_co2eq_per_kwh),
      avg(consumption_g_co2eq_per_kwh - production_g_co2eq_per_kwh), score_version, carbon_version, confidence_version,
      consumption_version
    from score_points
    join unnest(${column(({ composition }) => composition)}::int[], ${column(({ price }) => price)}::float8[],
      ${column(({ carbon }) => carbon)}::float8[], ${column(({ grid }) => grid)}::float8[],
      ${column(({ adequacy }) => adequacy)}::float8[]) as weight (composition, price, carbon, grid, adequacy)
      on weight.composition = ${selectComposition(sql)}
    cross join lateral (
      select (weight.price * price_score_tenths + weight.carbon * carbon_score_tenths + weight.grid * grid_score_tenths
        + weight.adequacy * adequacy_score_tenths) / 10 as composite
    ) as weighted
    where at >= ${from} and at < ${to}
    group by 1, score_version, carbon_version, confidence_version, consumption_version`
}

/** `COPY` of the columns that history serves per raw point. */
export const writePointsCopy = (from: Temporal.Instant, to: Temporal.Instant): string =>
  `COPY (select at, global_score, confidence, carbon_slot_start, production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh,
    low_carbon_pct, spot_price_eur_per_mwh from score_points where at >= '${from}' and at < '${to}' order by at) TO STDOUT`

export async function countPoints(sql: Sql): Promise<number> {
  const [row] = await sql<{ points: number }[]>`select count(*)::int as points from score_points`
  return row?.points ?? 0
}
