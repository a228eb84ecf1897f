import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { type Dimension, dimensions } from '@hexawatt/shared/contract/dimensions'
import { maxOutlookHours } from '@hexawatt/shared/contract/values/longest-outlook'
import { type ForecastQuantity, forecastQuantities } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import {
  type ErrorSeries,
  type ErrorsByLead,
  quantityErrorKinds,
  subScoreErrors,
} from '@hexawatt/shared/methodology/schedule/error-paths'
import { computeError } from '@hexawatt/shared/methodology/schedule/value-paths'
import { scoreVersion } from '@hexawatt/shared/methodology/versions'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { realisedScoreColumns, selectCompositionSums } from '@hexawatt/shared/postgres/score-sums-store'

type Values = Record<ForecastQuantity, number | null>
type ErrorRow = { issuedMs: number; leadHours: number; actual: Values } & Values
type FlatRow = { issuedMs: number; leadHours: number } & Record<
  ForecastQuantity | `actual${Capitalize<ForecastQuantity>}`,
  number | null
>

/** Every hour of an issue is realised and published so long after it: 72 hours ahead, and three until the last one is out. */
const knownAfterHours = maxOutlookHours + 3
/** Days of issues whose errors make the paths. */
const pathDays = 90

/**
 * Errors of the issues of the same hour of UTC as an issue, of the 90 days before it, by lead; the newest value that came true counts. Errors of the score
 * and of the sub-scores are those of the present version; with fewer of them than a plan needs it takes the shipped ones.
 *
 * @returns one list per quantity and sub-score, with the same issues in the same order
 */
export async function readIssueErrors(
  sql: Sql,
  issuedAt: Temporal.Instant,
): Promise<Readonly<Record<ErrorSeries, ErrorsByLead>>> {
  const from = issuedAt.subtract({ hours: pathDays * 24 })
  // By name, so that the index finds them: a day has 23 issues of other hours.
  const instants = Array.from({ length: pathDays }, (_, day) => from.add({ hours: day * 24 }).toString())
  const until = issuedAt.subtract({ hours: knownAfterHours })
  const ofSubScores = readSubScoreErrors(sql, { from, until, instants })
  const rows = await sql<FlatRow[]>`
    select extract(epoch from hour.issued_at)::float8 * 1000 as issued_ms, hour.lead_hours,
      hour.carbon, hour.direct_carbon, hour.consumption_carbon, hour.direct_consumption_carbon, hour.price,
      case when issue.score_version = ${scoreVersion} then hour.score end as score,
      realised.carbon as actual_carbon, realised.direct_carbon as actual_direct_carbon,
      realised.consumption_carbon as actual_consumption_carbon,
      realised.direct_consumption_carbon as actual_direct_consumption_carbon, realised.price as actual_price, realised.${sql(realisedScoreColumns[scoreVersion])} as actual_score
    from forecast_issue_hours as hour join forecast_issues as issue on issue.issued_at = hour.issued_at
      and issue.issued_at >= ${from} and issue.issued_at <= ${until}
    join realised_hours as realised on realised.hour_start = hour.target_start
    where hour.issued_at >= ${from} and hour.issued_at <= ${until}
      and hour.issued_at = any(${instants}::timestamptz[])
      and realised.hour_start >= ${from}
    order by hour.issued_at, hour.lead_hours`
  const issues = [...Map.groupBy(rows.map(readErrorRow), ({ issuedMs }) => issuedMs).values()]
  const subScores = Map.groupBy(await ofSubScores, ({ issuedMs }) => issuedMs)
  const ofQuantities = recordFromEntries(forecastQuantities, (quantity) =>
    issues.map((hours) =>
      buildPath(hours, (hour) => computeError(quantityErrorKinds[quantity], hour.actual[quantity], hour[quantity])),
    ),
  )
  const ofDimensions = dimensions.map((dimension) => [
    subScoreErrors[dimension],
    issues.map(([first]) => {
      const path = buildPath(subScores.get(first?.issuedMs ?? Number.NaN) ?? [], (hour) => hour[dimension])
      // A point forecasts from the next hour on: the hour in progress has its error, as in the shipped ones.
      path[0] = path[1] ?? Number.NaN
      return path
    }),
  ])
  return { ...ofQuantities, ...Object.fromEntries(ofDimensions) }
}

/** Errors by lead; NaN where none is known. */
function buildPath<Row extends { leadHours: number }>(
  hours: readonly Row[],
  errorAt: (hour: Row) => number,
): Float64Array {
  const path = new Float64Array(maxOutlookHours + 1).fill(Number.NaN)
  for (const hour of hours) path[hour.leadHours] = errorAt(hour)
  return path
}

/** Realised less forecast sub-scores of the present version, points: the mean of the hour's points minus the issue's point. */
function readSubScoreErrors(
  sql: Sql,
  { from, until, instants }: { from: Temporal.Instant; until: Temporal.Instant; instants: readonly string[] },
): Promise<({ issuedMs: number; leadHours: number } & Record<Dimension, number>)[]> {
  return sql`
    with realised as (
      select hour_start, sum(price_score_tenths)::float8 / sum(samples) as price,
        sum(carbon_score_tenths)::float8 / sum(samples) as carbon, sum(grid_score_tenths)::float8 / sum(samples) as grid,
        sum(adequacy_score_tenths)::float8 / sum(samples) as adequacy
      from ${selectCompositionSums(sql)} as sums
      where hour_start >= ${from} and samples > 0 and score_version = ${scoreVersion} group by hour_start
    )
    select extract(epoch from issued_at)::float8 * 1000 as issued_ms, lead_hours,
      (price - price_score_tenths) / 10 as price, (carbon - carbon_score_tenths) / 10 as carbon,
      (grid - grid_score_tenths) / 10 as grid, (adequacy - adequacy_score_tenths) / 10 as adequacy
    from forecast_points join realised on hour_start = slot_start
    where issued_at >= ${from} and issued_at <= ${until} and issued_at = any(${[...instants]}::timestamptz[])
      and (known_dimensions is null) = ${scoreVersion === 1}`
}

const toActualColumn = (quantity: ForecastQuantity) =>
  `actual${quantity.charAt(0).toUpperCase()}${quantity.slice(1)}` as `actual${Capitalize<ForecastQuantity>}`

function readErrorRow(row: FlatRow): ErrorRow {
  return { ...row, actual: recordFromEntries(forecastQuantities, (quantity) => row[toActualColumn(quantity)]) }
}
