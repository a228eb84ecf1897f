import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { maxOutlookHours } from '@hexawatt/shared/contract/values/longest-outlook'
import { computeAnalogIssue, emissionRules } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { toAxisSeries } from '@hexawatt/shared/methodology/forecast/axis/filled-past'
import { computeHourIndex, type ParisAxis } from '@hexawatt/shared/methodology/forecast/axis/paris-axis'
import {
  computeImportTerms,
  type ImportTerms,
  prepareImportHistory,
  prepareImportPast,
} from '@hexawatt/shared/methodology/imports/import-forecast'
import { type ImportRow, importRows } from '@hexawatt/shared/methodology/imports/import-table'
import { hourMs } from '@hexawatt/shared/time/instant'
import { createAnalogInputs, type RecordedSeries } from '../backtest/analog-inputs.ts'
import type { ByRule, RealisedHour, RealisedHours } from './consumption-record.ts'

/** Ways in which the imports of the past are known to an issue. */
export const importViews = ['usual', 'after2Hours', 'after8Hours', 'after26Hours', 'germanyWeekLate'] as const
export type ImportView = (typeof importViews)[number]

/** Hours from the start of the newest hour whose imports are known to the issue. */
const ageHours: Readonly<Record<ImportView, number>> = {
  usual: 4,
  after2Hours: 2,
  after8Hours: 8,
  after26Hours: 26,
  germanyWeekLate: 4,
}

/** End, ms, of the newest hour whose imports an issue may know. */
export function computeImportsKnownUntilMs(issuedAt: Temporal.Instant, view: ImportView = 'usual'): number {
  return (Math.floor(issuedAt.epochMilliseconds / hourMs) - ageHours[view] + 1) * hourMs
}

/** The terms of one row: its kernel mean and the deviation of the same hour by lead − 1, and the deviations that all leads share. */
type PackedTerms = { means: Float64Array; sameHours: Float64Array; newest: number; dayMean: number }

/** One hour of an issue without its imports: the forecast of French production, MW and g/kWh, and the spread of ln(consumption). */
export type ProductionHour = { startMs: number; lead: number; productionMw: number; production: ByRule; spread: ByRule }

/** One issue before the weights of the deviations are applied, so that every table can be judged on it. */
export type ConsumptionIssue = {
  issuedAt: Temporal.Instant
  /** Leads 1 to 72. */
  hours: readonly ProductionHour[]
  /** A run keeps thousands of issues, hence packed. */
  imports: Readonly<Record<ImportView, Readonly<Record<ImportRow, PackedTerms>>>>
}

/**
 * Issues the forecast of `now` to 72 hours from what was published by then: production by the method of version 2 without weather, and the terms of the
 * imports in every view.
 *
 * @returns null with too little generation, or without a known import
 */
export function replayConsumptionIssue(
  french: RecordedSeries,
  realised: RealisedHours,
  now: Temporal.Instant,
): ConsumptionIssue | null {
  const inputs = createAnalogInputs(french, now)
  const issue = computeAnalogIssue(inputs, now, maxOutlookHours)
  if (issue === null) return null
  const { axis, traits } = issue
  const leads = issue.hours.slice(1)
  const computeTerms = (view: ImportView): ImportTerms[] | null => {
    const history = prepareImportHistory(listKnownPast(axis, realised, view, computeImportsKnownUntilMs(now, view)))
    if (history === null) return null
    const past = prepareImportPast(axis, traits, history)
    return leads.map(({ startMs }) => computeImportTerms(past, computeHourIndex(axis.firstMs, startMs)))
  }
  const byView = recordFromEntries(importViews, (view) => computeTerms(view) ?? [])
  if (importViews.some((view) => byView[view].length === 0)) return null
  return {
    issuedAt: now,
    hours: leads.map(({ startMs, lead, powerMwByType, carbon }, index) => ({
      startMs,
      lead,
      productionMw: Object.values(powerMwByType).reduce((sum, powerMw) => sum + powerMw, 0),
      production: recordFromEntries(emissionRules, (rule) => carbon[rule]?.gCo2eqPerKwh ?? Number.NaN),
      spread: recordFromEntries(emissionRules, (rule) => byView.usual[index]?.spreadByRule[rule] ?? Number.NaN),
    })),
    imports: recordFromEntries(importViews, (view) => packTerms(byView[view])),
  }
}

/** The known past over the axis; NaN where unknown. */
function listKnownPast(axis: ParisAxis, realised: RealisedHours, view: ImportView, knownUntilMs: number) {
  const toSeries = (read: (hour: RealisedHour) => number): Float64Array =>
    toAxisSeries(axis, {
      get(startMs) {
        const hour = startMs < knownUntilMs ? realised.get(startMs) : undefined
        return hour && read(hour)
      },
    })
  const key = view === 'germanyWeekLate' ? 'importsWithOldGermany' : 'imports'
  return {
    valuesByRow: recordFromEntries(importRows, (row) => toSeries((hour) => hour[key][row])),
    intensityByRule: recordFromEntries(emissionRules, (rule) => toSeries(({ consumption }) => consumption[rule])),
  }
}

function packTerms(byLead: readonly ImportTerms[]): Record<ImportRow, PackedTerms> {
  return recordFromEntries(importRows, (row) => {
    const terms = byLead.map(({ rows }) => rows[row])
    const [newest = Number.NaN, , dayMean = Number.NaN] = terms[0]?.deviations ?? []
    return {
      means: Float64Array.from(terms, ({ mean }) => mean),
      sameHours: Float64Array.from(terms, ({ deviations }) => deviations[1]),
      newest,
      dayMean,
    }
  })
}

/** The terms of one lead of an issue. */
export function readImportTerms({ imports, hours }: ConsumptionIssue, view: ImportView, lead: number): ImportTerms {
  const none = { lifeCycle: null, direct: null }
  return {
    rows: recordFromEntries(importRows, (row) => {
      const { means, sameHours, newest, dayMean } = imports[view][row]
      const [mean = Number.NaN, sameHour = Number.NaN] = [means[lead - 1], sameHours[lead - 1]]
      return { mean, deviations: [newest, sameHour, dayMean] }
    }),
    spreadByRule: hours[lead - 1]?.spread ?? none,
  }
}
