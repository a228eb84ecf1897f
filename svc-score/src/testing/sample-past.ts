import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { forecastQuantities } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import { type ErrorSeries, errorSeries } from '@hexawatt/shared/methodology/schedule/error-paths'
import { errorLeads, type PlanPastSnapshot, packErrors } from '@hexawatt/shared/snapshot/plan-past'

/**
 * The past at 14:20 UTC of the test's day: forecasts that were right, but for the price at lead 4 (18:00 UTC), and eight days in which every hour
 * came true as 50, but for one hour of each day that came true as 10.
 */
export function createSamplePast({
  issues,
  priceErrorAtLead4,
  subScoreErrorsAtLead4 = {},
  cheapYesterdayAtUtc = -1,
}: {
  issues: number
  priceErrorAtLead4: (issue: number) => number
  /** Errors of the sub-scores, points; 0 unless given. */
  subScoreErrorsAtLead4?: Partial<Record<ErrorSeries, (issue: number) => number>>
  cheapYesterdayAtUtc?: number
}): PlanPastSnapshot {
  const createErrorPath = (error: number) =>
    Float64Array.from({ length: errorLeads }, (_, lead) => (lead === 4 ? error : 0))
  const errors = Array.from({ length: issues }, (_, issue) => createErrorPath(priceErrorAtLead4(issue)))
  const createErrors = (series: ErrorSeries) => {
    if (series === 'price') return errors
    return errors.map((_, issue) => createErrorPath(subScoreErrorsAtLead4[series]?.(issue) ?? 0))
  }
  return {
    mode: 'replay',
    computedAt: '2025-01-15T14:00:20Z',
    issuedAt: '2025-01-15T14:00:00Z',
    issues,
    errors: recordFromEntries(errorSeries, (series) => packErrors(createErrors(series), series)),
    realised: {
      from: '2025-01-08T00:00:00Z',
      values: recordFromEntries(forecastQuantities, () =>
        Array.from({ length: 182 }, (_, hour) => (hour % 24 === cheapYesterdayAtUtc ? 10 : 50)),
      ),
    },
  }
}
