import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { type EmissionRule, emissionRules } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import type { CorrectionInputs } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import type { RidgeState } from '@hexawatt/shared/methodology/forecast/refinements/learnt-errors'
import { pastErrorDays } from '@hexawatt/shared/methodology/forecast/refinements/past-errors'
import type { RidgeBucket } from '@hexawatt/shared/methodology/forecast/refinements/residual-ridge'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { hourMs } from '@hexawatt/shared/time/instant'

/** Intensities before any correction of one lead, a column each; NaN where unknown. Hours are counted since the epoch. */
type PastLead = { lead: number; issueHours: number[]; carbon: number[]; directCarbon: number[] }

const toInstant = (hour: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(hour * hourMs)

/**
 * The uncorrected intensities of earlier issues that the errors of an issue rest on: of hours that came true in the last 24 known hours, and of the issues
 * of the same hour of the day. An issue of version 2 was served as it was computed.
 */
export async function readPastIntensities(
  sql: Sql,
  { issueHour, newestHour }: Pick<RidgeState, 'issueHour' | 'newestHour'>,
): Promise<PastLead[]> {
  const sameHours = Array.from({ length: pastErrorDays }, (_, day) => toInstant(issueHour - 24 * (day + 1)))
  const [newest, dayBefore] = [toInstant(newestHour), toInstant(newestHour - 24)]
  // An hour of the last 24 belongs to an issue of the days before it; this lets Postgres leave out the partitions of other months.
  const issuedFrom = toInstant(issueHour - 24 * pastErrorDays)
  return sql<PastLead[]>`
    select lead_hours as lead, array_agg((extract(epoch from issued_at) / 3600)::int) as issue_hours,
      array_agg(coalesce(uncorrected_carbon, case when carbon_spread is not null then carbon end, 'NaN')) as carbon,
      array_agg(coalesce(uncorrected_direct_carbon, case when direct_carbon_spread is not null then direct_carbon end, 'NaN'))
        as direct_carbon
    from forecast_issue_hours
    where issued_at >= ${issuedFrom} and issued_at < ${toInstant(issueHour)} and target_start <= ${newest}
      and (target_start > ${dayBefore} or issued_at = any(${sameHours}::timestamptz[]))
    group by lead_hours`
}

type CorrectionRow = { uncorrected: number | null } & Pick<CorrectionInputs, 'sameHour' | 'recentError' | 'hourBias'>
type TaughtRow = {
  issueHour: number
  lead: number
  loadMw: number | null
  windMw: number | null
  solarMw: number | null
  priceEurPerMwh: number | null
} & Readonly<Record<EmissionRule, CorrectionRow>>

/** An archived hour with what its corrections rested on. */
export type CorrectedHour = {
  issueHour: number
  lead: number
  corrections: Readonly<Record<EmissionRule, CorrectionInputs | null>>
}

/**
 * Hours of issues of version 3 whose targets begin after one hour and up to another, in the order of issue and lead. The hour in progress at an issue
 * teaches nothing: half of it had passed.
 */
export async function readCorrectedHours(sql: Sql, afterHour: number, untilHour: number): Promise<CorrectedHour[]> {
  // As text: the driver would rename the factor sets.
  const [row] = await sql<{ text: string | null }[]>`
    select jsonb_agg(jsonb_build_object(
      'issueHour', extract(epoch from issued_at)::int / 3600, 'lead', lead_hours,
      'loadMw', load_mw, 'windMw', wind_mw, 'solarMw', solar_mw, 'priceEurPerMwh', price,
      'lifeCycle', jsonb_build_object('uncorrected', uncorrected_carbon, 'sameHour', carbon_same_hour,
        'recentError', carbon_recent_error, 'hourBias', carbon_hour_bias),
      'direct', jsonb_build_object('uncorrected', uncorrected_direct_carbon, 'sameHour', direct_carbon_same_hour,
        'recentError', direct_carbon_recent_error, 'hourBias', direct_carbon_hour_bias)
      ) order by issued_at, lead_hours)::text as text
    from forecast_issue_hours
    where target_start > ${toInstant(afterHour)} and target_start <= ${toInstant(untilHour)} and lead_hours > 0
      and (uncorrected_carbon is not null or uncorrected_direct_carbon is not null)`
  const rows: TaughtRow[] = JSON.parse(row?.text ?? '[]')
  return rows.map(({ issueHour, lead, loadMw, windMw, solarMw, priceEurPerMwh, ...byRule }) => {
    const residualMw = loadMw === null || windMw === null || solarMw === null ? null : loadMw - windMw - solarMw
    const corrections = recordFromEntries(emissionRules, (rule) => {
      const { uncorrected, ...errors } = byRule[rule]
      return uncorrected === null ? null : { uncorrected, residualMw, windMw, solarMw, priceEurPerMwh, ...errors }
    })
    return { issueHour, lead, corrections }
  })
}

/** A bucket in `ridge_state`. */
type BucketRecord = Omit<RidgeBucket, 'equations'> & {
  samples: number
  weight: number
  products: number[]
  targets: number[]
}
type RidgeRecord = Omit<RidgeState, 'bucketsByRule'> & { bucketsByRule: Record<EmissionRule, BucketRecord[]> }

/** A state as the JSON of its column. */
export function formatRidgeState(state: RidgeState): string {
  const bucketsByRule = recordFromEntries(emissionRules, (rule) =>
    state.bucketsByRule[rule].map(({ equations, ...bucket }): BucketRecord => {
      const { samples, weight, products, targets } = equations
      return { ...bucket, samples, weight, products: [...products], targets: [...targets] }
    }),
  )
  const record: RidgeRecord = { ...state, bucketsByRule }
  return JSON.stringify(record)
}

/** The state that the text of `ridge_state` holds. */
export function parseRidgeState(text: string): RidgeState {
  const record: RidgeRecord = JSON.parse(text)
  const bucketsByRule = recordFromEntries(emissionRules, (rule) =>
    record.bucketsByRule[rule].map(({ samples, weight, products, targets, ...bucket }): RidgeBucket => {
      const equations = { size: targets.length, samples, weight }
      return {
        ...bucket,
        equations: { ...equations, products: Float64Array.from(products), targets: Float64Array.from(targets) },
      }
    }),
  )
  return { ...record, bucketsByRule }
}

/** The newest state of issues up to an instant; null when there is none. */
export async function readNewestRidgeState(sql: Sql, until: Temporal.Instant): Promise<RidgeState | null> {
  const [row] = await sql<{ text: string }[]>`
    select ridge_state::text as text from forecast_issues
    where issued_at <= ${until} and ridge_state is not null order by issued_at desc limit 1`
  return row === undefined ? null : parseRidgeState(row.text)
}
