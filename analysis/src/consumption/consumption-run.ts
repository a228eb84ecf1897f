import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { type EmissionRule, emissionRules } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import {
  type ClassErrors,
  computeClassErrors,
  outlookLeadClasses,
} from '@hexawatt/shared/methodology/forecast-accuracy/class-errors'
import { parisDate } from '@hexawatt/shared/time/paris'
import { groupBySeries } from '../backtest/analog-inputs.ts'
import { addForecasterErrors } from '../backtest/error-stats.ts'
import { listIssueInstants } from '../backtest/run-backtest.ts'
import type { SpanMs } from '../recorded/recorded-hours.ts'
import { type BandSums, createConsumptionBands } from './consumption-bands.ts'
import { type ConsumptionIssue, computeImportsKnownUntilMs, replayConsumptionIssue } from './consumption-issue.ts'
import type { ConsumptionRecord, RealisedHours } from './consumption-record.ts'
import { type Forecaster, forecasters, listForecastHours, listTruth } from './forecasters.ts'
import { fitImportTable } from './import-fit.ts'

/** Sums over the issues of one lead class: those of {@link ClassErrors}, without the hours behind them. */
type ClassSums = Omit<ClassErrors<Forecaster>, 'known'>

/** Sums of each lead class. */
export type ConsumptionSums = Readonly<Record<EmissionRule, readonly ClassSums[]>>

/** The sums of a run, by Paris month of the issue, `YYYY-MM`. */
export type ConsumptionRun = {
  issues: ReadonlyMap<string, number>
  errors: ReadonlyMap<string, ConsumptionSums>
  bands: ReadonlyMap<string, Readonly<Record<EmissionRule, readonly BandSums[]>>>
}

/**
 * Issues a forecast of consumption every three hours of a span and judges it. The weights of the deviations that an issue is judged with are fitted on
 * the issues of the other years of the run; the shipped ones are judged too.
 */
export function runConsumptionBacktest(record: ConsumptionRecord, span: SpanMs): ConsumptionRun {
  const { grid, realised } = record
  const french = groupBySeries(grid)
  const issues = listIssueInstants(span).flatMap((now) => replayConsumptionIssue(french, realised, now) ?? [])
  const tableByYear = fitByOtherYears(issues, realised)
  const truth = listTruth(realised)
  const bands = createConsumptionBands()
  const counts = new Map<string, number>()
  const errors = new Map<string, ConsumptionSums>()
  for (const issue of issues) {
    const month = parisDate(issue.issuedAt).toString().slice(0, 7)
    const table = tableByYear.get(toYear(issue))
    if (table === undefined) continue
    const hoursByRule = listForecastHours(issue, table, truth)
    const sums = recordFromEntries(emissionRules, (rule) =>
      outlookLeadClasses.map((leadClass) => computeClassErrors(hoursByRule[rule], leadClass, forecasters, false)),
    )
    errors.set(month, addSums(errors.get(month) ?? createSums(), sums))
    counts.set(month, (counts.get(month) ?? 0) + 1)
    const banded = recordFromEntries(emissionRules, (rule) =>
      hoursByRule[rule].map(({ startMs, lead, spread, realised: came, predicted }) => {
        return { startMs, lead, spread, realised: came, forecast: predicted.fitted ?? Number.NaN }
      }),
    )
    bands.add(month, issue.issuedAt, computeImportsKnownUntilMs(issue.issuedAt), banded)
  }
  return { issues: counts, errors, bands: bands.months }
}

/** Weights for the issues of each year, fitted on those of the other years. */
function fitByOtherYears(issues: readonly ConsumptionIssue[], realised: RealisedHours) {
  const years = new Set(issues.map(toYear))
  return new Map(
    [...years].map((year) => [
      year,
      fitImportTable(
        issues.filter((issue) => toYear(issue) !== year),
        realised,
      ),
    ]),
  )
}

const toYear = ({ issuedAt }: ConsumptionIssue): number => parisDate(issuedAt).year

/** The sums of no issue. */
const noClassSums: ClassSums = {
  hours: 0,
  skippedHours: 0,
  windows: 0,
  achievable: 0,
  byForecaster: recordFromEntries(forecasters, () => ({ error: 0, absoluteError: 0, squaredError: 0, saved: 0 })),
}

function addClassSums(a: ClassSums, b: ClassSums): ClassSums {
  return {
    hours: a.hours + b.hours,
    skippedHours: a.skippedHours + b.skippedHours,
    windows: a.windows + b.windows,
    achievable: a.achievable + b.achievable,
    byForecaster: recordFromEntries(forecasters, (name) =>
      addForecasterErrors(a.byForecaster[name], b.byForecaster[name]),
    ),
  }
}

function createSums(): ConsumptionSums {
  return recordFromEntries(emissionRules, () => outlookLeadClasses.map(() => noClassSums))
}

function addSums(a: ConsumptionSums, b: ConsumptionSums): ConsumptionSums {
  return recordFromEntries(emissionRules, (rule) =>
    a[rule].map((sums, index) => addClassSums(sums, b[rule][index] ?? noClassSums)),
  )
}

/** The sums of the months that are meant. */
export function sumConsumptionMonths({ errors }: ConsumptionRun, isMeant: (month: string) => boolean): ConsumptionSums {
  return [...errors]
    .filter(([month]) => isMeant(month))
    .reduce((sums, [, ofMonth]) => addSums(sums, ofMonth), createSums())
}
