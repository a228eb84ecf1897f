import type { IntensityDifferenceSums } from '@hexawatt/shared/answers/published-intensity-figures'
import { accuracyPeriodsDays, type ComparedIntensity } from '@hexawatt/shared/contract/forecast/accuracy'
import type { Sql } from '@hexawatt/shared/postgres/client'

/** A quarter-hour of which the operator published an intensity and we hold a mix: newest versions of both. */
export type ProductionPair = {
  publishedG: number
  /** MW by series, as published with the intensity. */
  publishedMixMw: Readonly<Record<string, number>>
  /** MW by series, as stored in `generation_mix_15min`. */
  heldMixMw: Readonly<Record<string, number>>
}

type ProductionRow = { publishedG: number; mixText: string; series: string[]; mw: number[] }

/** The quarter-hours of a UTC day that can be compared: at most 96. */
export async function readProductionPairs(sql: Sql, day: string, now: Temporal.Instant): Promise<ProductionPair[]> {
  const rows = await sql<ProductionRow[]>`
    with published as (
      select distinct on (slot_start) slot_start, slot_end, g_co2_per_kwh, mix_mw::text as mix_text from published_intensities
      where boundary = 'production' and known_from <= ${now} and ${selectDay(sql, day)}
      order by slot_start, known_from desc
    ), newest as (
      select distinct on (slot_start, series) slot_start, slot_end, series, value from feed_values
      where feed = 'generation_mix_15min' and known_from <= ${now} and ${selectDay(sql, day)}
      order by slot_start, series, known_from desc
    )
    select g_co2_per_kwh as published_g, mix_text, array_agg(series) as series, array_agg(value) as mw
    from published join newest using (slot_start, slot_end) where mix_text is not null
    group by slot_start, g_co2_per_kwh, mix_text`
  return rows.map(({ publishedG, mixText, series, mw }) => ({
    publishedG,
    publishedMixMw: JSON.parse(mixText),
    heldMixMw: Object.fromEntries(series.map((name, index) => [name, mw[index] ?? 0])),
  }))
}

/** The operator's intensity and the product's for one slot, gCO2eq/kWh. */
export type IntensityPair = { publishedG: number; oursG: number }

/** Hours of a UTC day with the product's consumption intensity (of the newest revision, where there is one) and the operator's, gCO2eq/kWh: at most 24. */
export async function readConsumptionPairs(sql: Sql, day: string, now: Temporal.Instant): Promise<IntensityPair[]> {
  return sql<IntensityPair[]>`
    with hours as (${selectPublishedHours(sql, day, now)}), ours as (
      select distinct on (carbon_slot_start) carbon_slot_start as hour_start, coalesce((
          select (point ->> 'consumption_g_co2eq_per_kwh')::double precision from score_point_revisions revision
          where revision.at = score_points.at and computed_at <= ${now} order by computed_at desc limit 1
        ), consumption_g_co2eq_per_kwh) as ours_g
      from score_points where consumption_g_co2eq_per_kwh is not null and at <= ${now}
        and at >= ${day}::date::timestamp at time zone 'UTC' and at < (${day}::date + 2)::timestamp at time zone 'UTC'
      order by carbon_slot_start, at desc
    )
    select published_g, ours_g from hours join ours using (hour_start)`
}

/** Hours of a UTC day with the operator's intensity of consumption, gCO2eq/kWh: at most 24. */
export async function readPublishedHours(
  sql: Sql,
  day: string,
  now: Temporal.Instant,
): Promise<{ startMs: number; publishedG: number }[]> {
  const rows = await sql<{ hourStart: Temporal.Instant; publishedG: number }[]>`${selectPublishedHours(sql, day, now)}`
  return rows.map(({ hourStart, publishedG }) => ({ startMs: hourStart.epochMilliseconds, publishedG }))
}

/** Means of the operator's slots over the hours that they cover. */
const selectPublishedHours = (sql: Sql, day: string, now: Temporal.Instant) => sql`
  select date_bin('1 hour', slot_start, 'epoch') as hour_start,
    (sum(g_co2_per_kwh * extract(epoch from length)) / sum(extract(epoch from length)))::double precision as published_g
  from (
    select distinct on (slot_start) slot_start, slot_end - slot_start as length, g_co2_per_kwh from published_intensities
    where boundary = 'consumption' and known_from <= ${now} and ${selectDay(sql, day)}
    order by slot_start, known_from desc
  ) as published
  group by 1 having sum(length) = interval '1 hour'`

const selectDay = (sql: Sql, day: string) =>
  sql`slot_start >= ${day}::date::timestamp at time zone 'UTC' and slot_start < (${day}::date + 1)::timestamp at time zone 'UTC'`

/** Sums of a UTC day. */
export type DifferenceDay = Omit<IntensityDifferenceSums, 'days'> & { otherMixSamples: number }

/** Puts the sums of a UTC day in the place of the former ones. */
export async function replaceDifferenceDay(
  sql: Sql,
  day: string,
  sums: DifferenceDay,
  updatedAt: Temporal.Instant,
): Promise<void> {
  const { boundary, samples, otherMixSamples, differenceSum, absoluteDifferenceSum, withinGramSamples } = sums
  await sql`
    insert into intensity_difference_days (day, boundary, samples, other_mix_samples, difference_sum, absolute_difference_sum,
      within_gram_samples, updated_at)
    values (${day}::date, ${boundary}, ${samples}, ${otherMixSamples}, ${differenceSum}, ${absoluteDifferenceSum},
      ${withinGramSamples}, ${updatedAt})
    on conflict (day, boundary) do update set samples = excluded.samples, other_mix_samples = excluded.other_mix_samples,
      difference_sum = excluded.difference_sum, absolute_difference_sum = excluded.absolute_difference_sum,
      within_gram_samples = excluded.within_gram_samples, updated_at = excluded.updated_at`
}

/** Sums of each period that ends today, UTC. */
export async function readDifferenceSums(sql: Sql, now: Temporal.Instant): Promise<IntensityDifferenceSums[]> {
  return sql<IntensityDifferenceSums[]>`
    select period.days, boundary, sum(samples)::int as samples, sum(difference_sum) as difference_sum,
      sum(absolute_difference_sum) as absolute_difference_sum, sum(within_gram_samples)::int as within_gram_samples
    from unnest(${[...accuracyPeriodsDays]}::int[]) as period (days)
    join intensity_difference_days on day > (${now}::timestamptz at time zone 'UTC')::date - period.days
      and day <= (${now}::timestamptz at time zone 'UTC')::date
    group by period.days, boundary`
}

/** The newest compared day of a boundary, and the days before it. */
export type NewestDifference = {
  boundary: ComparedIntensity
  samples: number
  meanG: number
  agreeingShare: number
  /** Mean of the days before, gCO2eq/kWh; null of too few. */
  usualG: number | null
}

/** Number of days before the newest day that define the usual difference, least number of them, and greatest age of the newest. */
const [usualDays, minUsualDays, maxAgeDays] = [14, 3, 3]

/** The newest day with samples of each boundary; none that is older than three days. */
export async function readNewestDifferences(sql: Sql, now: Temporal.Instant): Promise<NewestDifference[]> {
  return sql<NewestDifference[]>`
    with newest as (
      select distinct on (boundary) * from intensity_difference_days
      where samples > 0 and day <= (${now}::timestamptz at time zone 'UTC')::date
        and day >= (${now}::timestamptz at time zone 'UTC')::date - ${maxAgeDays}::int
      order by boundary, day desc
    )
    select boundary, samples, difference_sum / samples as mean_g, within_gram_samples::double precision / samples as agreeing_share,
      (select case when count(*) >= ${minUsualDays}::int then sum(before.difference_sum) / sum(before.samples) end
        from intensity_difference_days before where before.boundary = newest.boundary and before.samples > 0
          and before.day < newest.day and before.day >= newest.day - ${usualDays}::int) as usual_g
    from newest`
}
