import { figuresTable } from '@hexawatt/shared/command-line/tables'
import { inventedHoursNote } from '@hexawatt/shared/testing/shipped-hours'
import { fixed, percent, ratio } from '../figures-text.ts'
import type { DayRange } from '../recorded/record-folder.ts'
import { type GridRecord, spanOfDays, withWeeklyStandIn } from '../recorded/recorded-hours.ts'
import { type ErrorStats, leadClasses, noErrorStats } from './error-stats.ts'
import { type Method, methods, type Target } from './replayed-issue.ts'
import { type MonthlyErrorStats, runBacktest, type TargetStats, totalOf } from './run-backtest.ts'

/** What a run goes over, and what it stands on. */
export type BacktestRun = { ranges: readonly DayRange[]; weeklyStandIn: boolean; isShipped: boolean }

/** What `bun run backtest` prints: the tables of docs/accuracy.md, and what they do not tell by themselves. */
export function backtestText(record: GridRecord, { ranges, weeklyStandIn, isShipped }: BacktestRun): string {
  const spans = ranges.map(({ from, to }) => spanOfDays(from, to))
  const months = runBacktest(weeklyStandIn ? withWeeklyStandIn(record) : record, ...spans)
  const days = ranges.map(({ from, to }) => `${from} to ${to}`).join(', ')
  const total = totalOf(months)
  return [
    `Forecasts issued every three hours of the Paris days ${days}: ${issueCount(months)} issues.`,
    ...(isShipped ? [shippedNote] : []),
    ...(weeklyStandIn ? [standInNote] : []),
    accuracyTable(total, 'intensity'),
    accuracyTable(total, 'score'),
    'By month of issue, the forecast alone.',
    monthlyTable(months, 'intensity'),
    monthlyTable(months, 'score'),
    explanation,
  ].join('\n\n')
}

const shippedNote = `${inventedHoursNote}
These weeks show how a backtest goes; what the forecast is worth over two recorded years is in docs/accuracy.md.`

const standInNote =
  'With the day-ahead forecast of consumption in place of the weekly one: this LOOKS AHEAD and is a bound, not a result.'

function issueCount(months: MonthlyErrorStats): number {
  return [...months.values()].reduce((sum, { intensity }) => sum + (intensity[0]?.issues ?? 0), 0)
}

const explanation = `Skipped: hours that were not recorded, or of which a method has no value; all methods are judged on the same hours.
Rank correlation: Spearman, over the hours of a lead class within one issue, averaged over the issues; flat persistence orders nothing.
Saving captured: of what the best 4 consecutive hours of a lead class save against its mean, the share that the block chosen by
the method saves; summed over the issues of which every hour is known, then divided. Of equal blocks the earliest is chosen.
Not recorded, hence not in it: grid signals, capacities, outages, weekly consumption forecasts. Adequacy stands on the day-ahead
forecast of consumption (before 19:30 Paris that of tomorrow is not known: the median stands in), and grid on adequacy.`

const methodNames: Readonly<Record<Method, string>> = {
  forecast: 'forecast',
  flat: 'flat persistence',
  sameHour: 'same hour yesterday',
}

/** What the figures of a target are called, with their unit. */
const headings: Readonly<Record<Target, string>> = {
  intensity: 'Carbon intensity, g/kWh',
  score: 'National score, points of 100',
}

/** The table of one target: errors, rank correlation and captured saving of each method by lead. */
export function accuracyTable(byTarget: TargetStats, target: Target): string {
  const header = [headings[target], 'hours', 'skipped', 'MAE', 'RMSE', 'rank correlation', 'saving captured']
  const rows = leadClasses.flatMap(({ name }, index) => {
    const stats = byTarget[target][index] ?? noErrorStats
    return methods.map((method) => [`${name}, ${methodNames[method]}`, ...methodCells(stats, method)])
  })
  return figuresTable(header, rows)
}

function methodCells(stats: ErrorStats, method: Method): string[] {
  const { absoluteError, squaredError, rankCorrelation, rankedIssues } = stats.byMethod[method]
  const meanSquare = ratio(squaredError, stats.hours)
  return [
    String(stats.hours),
    String(stats.skippedHours),
    fixed(ratio(absoluteError, stats.hours), 2),
    fixed(meanSquare === null ? null : Math.sqrt(meanSquare), 2),
    fixed(ratio(rankCorrelation, rankedIssues), 2),
    savingCell(stats, method),
  ]
}

/** The forecast month by month: mean absolute error and captured saving of each lead class. */
export function monthlyTable(months: MonthlyErrorStats, target: Target): string {
  const header = [
    headings[target],
    'issues',
    ...leadClasses.map(({ name }) => `MAE ${name}`),
    ...leadClasses.map(({ name }) => `saving ${name}`),
  ]
  const rows = [...months].map(([month, byTarget]) => {
    const ofTarget = byTarget[target]
    return [
      month,
      String(ofTarget[0]?.issues ?? 0),
      ...ofTarget.map((stats) => fixed(ratio(stats.byMethod.forecast.absoluteError, stats.hours), 2)),
      ...ofTarget.map((stats) => savingCell(stats, 'forecast')),
    ]
  })
  return figuresTable(header, rows)
}

function savingCell(stats: ErrorStats, method: Method): string {
  return percent(ratio(stats.byMethod[method].saved, stats.achievable), 0)
}
