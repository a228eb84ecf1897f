import * as v from 'valibot'
import { recordFromEntries } from '../bounds/record-from-entries.ts'
import { Int32, UtcTimestamp } from '../contract/values/fields.ts'
import { maxOutlookHours } from '../contract/values/longest-outlook.ts'
import { dataModes } from '../grid/feeds.ts'
import { forecastQuantities } from '../methodology/forecast/forecast-issue.ts'
import { type ErrorSeries, type ErrorsByLead, errorSeries, errorUnits } from '../methodology/schedule/error-paths.ts'
import type { SnapshotKind } from './snapshot-store.ts'

/** Maximum number of issues: one per day for 90 days, and one more for a clock change. */
const maxIssues = 91
/** Leads of an archived issue: the hour in progress and 72 more, of which an issue without a weather forecast has 48. */
export const errorLeads = 1 + maxOutlookHours

/** Two bytes for each error, as base64: 50 000 numbers would take longer to parse than an answer takes to make. */
const maxPackedChars = Math.ceil((maxIssues * errorLeads * 2) / 3) * 4 + 4
const Packed = v.pipe(v.string(), v.maxLength(maxPackedChars), v.base64())

/** Realised values of an hour; null = unknown. */
const RealisedValues = v.array(v.nullable(v.number()))

/** Past data for plans: errors of earlier forecasts, and actual values of the last days. */
export const PlanPastSnapshot = v.strictObject({
  mode: v.picklist(dataModes),
  computedAt: UtcTimestamp,
  /** The newest issue: errors belong to issues of the same hour of UTC, and leads count from it. */
  issuedAt: UtcTimestamp,
  /** Number of issues. */
  issues: v.pipe(Int32, v.minValue(0), v.maxValue(maxIssues)),
  errors: v.strictObject(recordFromEntries(errorSeries, () => Packed)),
  /** Hourly values from an hour on. */
  realised: v.strictObject({
    from: UtcTimestamp,
    values: v.strictObject(recordFromEntries(forecastQuantities, () => RealisedValues)),
  }),
})
export type PlanPastSnapshot = v.InferOutput<typeof PlanPastSnapshot>

export const planPastSnapshot: SnapshotKind<PlanPastSnapshot> = {
  name: 'plan_past',
  schemaVersion: 4,
  schema: PlanPastSnapshot,
}

/** Stands for an unknown error. */
const unknownUnits = -32_768
const mostUnits = 32_767

/** Errors of some issues, 73 leads each, as the snapshot holds them: in whole units, the largest ones cut. */
export function packErrors(paths: ErrorsByLead, series: ErrorSeries): string {
  const packed = new Int16Array(paths.length * errorLeads).fill(unknownUnits)
  for (const [index, path] of paths.entries()) {
    for (const [lead, error] of path.subarray(0, errorLeads).entries()) {
      const units = Math.round(error / errorUnits[series])
      if (!Number.isNaN(units)) packed[index * errorLeads + lead] = Math.max(-mostUnits, Math.min(mostUnits, units))
    }
  }
  return Buffer.from(packed.buffer).toString('base64')
}

/** The errors of a snapshot by issue; issues of which no error of the series is known are left out. */
export function unpackErrors({ issues, errors }: PlanPastSnapshot, series: ErrorSeries): ErrorsByLead {
  const bytes = Buffer.from(errors[series], 'base64')
  const packed = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const paths = Array.from({ length: issues }, (_, index) =>
    Float64Array.from(packed.subarray(index * errorLeads, (index + 1) * errorLeads), (units) =>
      units === unknownUnits ? Number.NaN : units * errorUnits[series],
    ),
  )
  return paths.filter((path) => path.some((error) => !Number.isNaN(error)))
}
