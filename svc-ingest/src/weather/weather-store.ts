import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import {
  type WeatherModel,
  type WeatherQuantity,
  weatherQuantities,
} from '@hexawatt/shared/methodology/forecast/weather/national-weather'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { isoSeconds } from '@hexawatt/shared/time/instant'

/** Column of each quantity in both tables. */
const columns = {
  radiationWattsPerM2: 'radiation_w_per_m2',
  temperatureCelsius: 'temperature_c',
  windFeature6: 'wind_feature_6',
  windFeature8p5: 'wind_feature_8p5',
  windFeature11: 'wind_feature_11',
} as const satisfies Record<WeatherQuantity, string>
const columnNames = weatherQuantities.map((quantity) => columns[quantity])

/** Values of consecutive hours by quantity; null where unknown. */
export type HourColumns = Readonly<Record<WeatherQuantity, readonly (number | null)[]>>

/** A run as issued. `firstHourMs`: start of the hour of the first element. */
export type StoredRun = {
  model: WeatherModel
  knownFrom: Temporal.Instant
  firstHourMs: number
  isWindFrom10m: boolean
  values: HourColumns
}

/** Serialises the writers, so that each of them sees the run before its own. */
export async function lockWeather(tx: TransactionSql): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('weather'))`
}

type RunRow = Omit<StoredRun, 'values'> & Record<WeatherQuantity, number[]>

/** The newest run of each model that was known at an instant. */
export async function readNewestRuns(sql: Sql | TransactionSql, at: Temporal.Instant): Promise<StoredRun[]> {
  const rows = await sql<RunRow[]>`
    select distinct on (model) model, known_from, (extract(epoch from first_hour) * 1000)::double precision as first_hour_ms, is_wind_from_10m as "isWindFrom10m", ${sql.unsafe(selectedColumns)}
    from weather_runs where known_from <= ${at} order by model, known_from desc`
  // The driver gives an element that is null as no number.
  const toValues = (column: readonly number[]) => column.map((value) => (Number.isNaN(value) ? null : value))
  return rows.map(({ model, knownFrom, firstHourMs, isWindFrom10m, ...arrays }) => {
    const values = recordFromEntries(weatherQuantities, (quantity) => toValues(arrays[quantity]))
    return { model, knownFrom, firstHourMs, isWindFrom10m, values }
  })
}
const selectedColumns = weatherQuantities.map((quantity) => `${columns[quantity]} as "${quantity}"`).join(', ')

/** Adds a run. */
export async function addRun(tx: TransactionSql, run: StoredRun, payloadId: string): Promise<void> {
  const arrays = weatherQuantities.map((quantity) => toArrayLiteral(run.values[quantity]))
  await tx`
    insert into weather_runs (model, known_from, first_hour, is_wind_from_10m, payload_id, ${tx.unsafe(columnNames.join(', '))})
    select ${run.model}, ${run.knownFrom}, ${toText(run.firstHourMs)}::text::timestamptz,
      ${run.isWindFrom10m}, ${payloadId}, given[1]::double precision[], given[2]::double precision[], given[3]::double precision[],
      given[4]::double precision[], given[5]::double precision[]
    from (select ${arrays}::text[] as given) quantities
    on conflict do nothing`
}

/**
 * Adds what is not known yet of past hours: a quantity of an hour keeps the first value that is stored.
 *
 * @returns how many hours got a row
 */
export async function addPastHours(
  tx: TransactionSql,
  { model, knownFrom, firstHourMs, values }: Omit<StoredRun, 'isWindFrom10m'>,
): Promise<number> {
  const { length } = values.temperatureCelsius
  if (length === 0) return 0
  const arrays = weatherQuantities.map((quantity) => toArrayLiteral(values[quantity]))
  const isNew = columnNames.map((name) => `(incoming.${name} is not null and not coalesce(known.has_${name}, false))`)
  const isKnown = columnNames.map((name) => `bool_or(${name} is not null) as has_${name}`)
  const { count } = await tx`
    with incoming as (
      select ${toText(firstHourMs)}::text::timestamptz + make_interval(hours => (ordinality - 1)::int) as hour_start, ${tx.unsafe(columnNames.join(', '))}
      from (select ${arrays}::text[] as given) quantities,
        unnest(given[1]::double precision[], given[2]::double precision[], given[3]::double precision[], given[4]::double precision[],
          given[5]::double precision[]) with ordinality as hours (${tx.unsafe(columnNames.join(', '))}, ordinality)
    ), known as (
      select hour_start, ${tx.unsafe(isKnown.join(', '))}
      from weather_hours where model = ${model} and known_from <= ${knownFrom}
        and hour_start >= ${toText(firstHourMs)}::text::timestamptz group by hour_start
    )
    insert into weather_hours (model, hour_start, known_from, ${tx.unsafe(columnNames.join(', '))})
    select ${model}, hour_start, ${knownFrom}, ${tx.unsafe(columnNames.map((name) => `incoming.${name}`).join(', '))}
    from incoming left join known using (hour_start)
    where ${tx.unsafe(isNew.join(' or '))}
    on conflict do nothing`
  return count
}

/** A past hour of a model; a quantity that no run gave is null. */
export type StoredHour = { model: WeatherModel; startMs: number } & Record<WeatherQuantity, number | null>

/** Past hours from `from` on as they were known at an instant. */
export async function readPastHours(sql: Sql, from: Temporal.Instant, at: Temporal.Instant): Promise<StoredHour[]> {
  const first = weatherQuantities.map((quantity) => {
    const name = columns[quantity]
    return `(array_agg(${name} order by known_from) filter (where ${name} is not null))[1] as "${quantity}"`
  })
  return sql<StoredHour[]>`
    select model, (extract(epoch from hour_start) * 1000)::double precision as start_ms, ${sql.unsafe(first.join(', '))}
    from weather_hours where hour_start >= ${from} and hour_start < ${at} and known_from <= ${at}
    group by model, hour_start`
}

/** Newest instant from which past hours are known, ms; null without any. */
export async function readNewestHoursAtMs(sql: Sql, at: Temporal.Instant): Promise<number | null> {
  const [row] = await sql<{ atMs: number | null }[]>`
    select (extract(epoch from max(known_from)) * 1000)::double precision as at_ms from weather_hours where known_from <= ${at}`
  return row?.atMs ?? null
}

/** Calls of the publisher on the UTC day of now, by the database's clock. */
export async function readCallsOfToday(sql: Sql, publisher: string): Promise<number> {
  const [row] = await sql<{ calls: number }[]>`
    select calls from publisher_calls where publisher = ${publisher} and day = (now() at time zone 'utc')::date`
  return row?.calls ?? 0
}

/** Text of the start of an hour. */
function toText(epochMs: number): string {
  return isoSeconds(Temporal.Instant.fromEpochMilliseconds(epochMs))
}

/** Text of an array: the driver takes the type of an array from its first element, which may be null. */
function toArrayLiteral(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}
