import type { Statements } from '@hexawatt/shared/postgres/client'
import { selectComposition } from '@hexawatt/shared/postgres/score-sums-store'
import { unpackHourScores } from '../fast/packed-sums.ts'
import type { RawColumns } from '../fast/raw-rows.ts'
import { selectDayRevisionsJson } from '../points/day-revision-store.ts'
import { selectHourScores } from '../points/hour-score-store.ts'
import type { HourScores } from '../points/hour-sums.ts'
import { takeOnlyRow } from '../points/store-reading.ts'
import { type DayRevision, toDay, toSeconds } from '../points/utc-span.ts'
import type { HourColumns } from './hourly-points.ts'

/** JSON text: list of the {@link DayRevision}s of the points. */
type Revisions = { revisions: string }
export type RawStretch = Revisions & RawColumns
export type HourStretch = Revisions & { columns: HourColumns; scores: HourScores[] }

/**
 * Raw points of `[from, to)` in the order of time, as columns, and the revisions of their days in the same snapshot.
 *
 * The cost in Postgres is the number of values that a function writes and an aggregate reads, not their width. Therefore small numbers share one value,
 * and a line segment (`lseg`) serves as the type of four doubles. With one column per number, a year took twice as long.
 */
export async function readRawColumns(
  sql: Statements,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<RawStretch> {
  const rows = await sql<RawStretch[]>`
    select ${selectDayRevisionsJson(sql, toDay(toSeconds(from)), toDay(toSeconds(to) - 1))}::text as revisions,
      string_agg(timestamptz_send(at), '') as at,
      string_agg(int8send(
        (((price_score_tenths::int << 20) | (carbon_score_tenths::int << 10) | grid_score_tenths)::bigint << 32)
        | ((${selectComposition(sql)} << 25) | (adequacy_score_tenths::int << 15) | (global_score::int << 8)
          | (confidence::int << 1) | (provenance = 'backfilled')::int)), '') as scores,
      string_agg(int8send((score_version::bigint << 48) | (carbon_version::bigint << 32)
        | (confidence_version::bigint << 16) | coalesce(consumption_version, 0)), '') as versions,
      string_agg(timestamptz_send(coalesce(carbon_slot_start, '-infinity')), '') as carbon_slot_start,
      string_agg(lseg_send(lseg(
        point(coalesce(production_g_co2eq_per_kwh, 'NaN'), coalesce(consumption_g_co2eq_per_kwh, 'NaN')),
        point(coalesce(low_carbon_pct, 'NaN'), coalesce(spot_price_eur_per_mwh, 'NaN')))), '') as figures
    from (select * from score_points where at >= ${from} and at < ${to} order by at) as points`
  return takeOnlyRow(rows)
}

/** Sums of the hours of `[from, to)`, both bounds whole hours. An hour with two version sets counts in the one with more points. */
export async function readHourColumns(
  sql: Statements,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<HourStretch> {
  const isInSpan = sql`hour_start >= ${from} and hour_start < ${to}`
  const rows = await sql<{ revisions: string; columns: string; scores: Uint8Array | null }[]>`
    select ${selectDayRevisionsJson(sql, toDay(toSeconds(from)), toDay(toSeconds(to) - 1))}::text as revisions,
      json_build_object(
        'at', coalesce(to_json(array_agg(date_part('epoch', hour_start))), '[]'),
        'samples', coalesce(to_json(array_agg(samples)), '[]'),
        'backfilledSamples', coalesce(to_json(array_agg(backfilled_samples)), '[]'),
        'confidence', coalesce(to_json(array_agg(confidence)), '[]'),
        'carbonSlotStart', coalesce(to_json(array_agg(date_part('epoch', carbon_slot_start))), '[]'),
        'carbonSamples', coalesce(to_json(array_agg(carbon_samples)), '[]'),
        'production', coalesce(to_json(array_agg(production)), '[]'),
        'lowCarbon', coalesce(to_json(array_agg(low_carbon)), '[]'),
        'consumptionSamples', coalesce(to_json(array_agg(consumption_samples)), '[]'),
        'consumption', coalesce(to_json(array_agg(consumption)), '[]'),
        'spotPriceSamples', coalesce(to_json(array_agg(spot_price_samples)), '[]'),
        'spotPrice', coalesce(to_json(array_agg(spot_price)), '[]'),
        'versions', coalesce(to_json(array_agg(versions)), '[]'))::text as columns,
      ${selectHourScores(sql, isInSpan)} as scores
    from (
      select hour_start, sum(samples) as samples, sum(backfilled_samples) as backfilled_samples, sum(confidence_sum) as confidence,
        max(carbon_slot_start) as carbon_slot_start, sum(carbon_samples) as carbon_samples,
        sum(carbon_hundredths) as production, sum(low_carbon_hundredths) as low_carbon,
        sum(consumption_samples) as consumption_samples, sum(consumption_hundredths) as consumption,
        sum(spot_price_samples) as spot_price_samples, sum(spot_price_hundredths) as spot_price,
        (array_agg(concat_ws('.', score_version, carbon_version, confidence_version, consumption_version)
          order by samples desc, score_version desc, carbon_version desc, confidence_version desc,
            consumption_version desc))[1] as versions
      from score_hours where ${isInSpan}
      group by hour_start order by hour_start
    ) as hours`
  const { revisions, columns, scores } = takeOnlyRow(rows)
  return { revisions, columns: JSON.parse(columns), scores: unpackHourScores(scores) }
}
