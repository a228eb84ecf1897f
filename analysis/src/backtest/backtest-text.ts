import { formatFiguresTable } from '@hexawatt/shared/command-line/tables'
import {
  type LeadClass,
  leadClasses,
  outlookLeadClasses,
} from '@hexawatt/shared/methodology/forecast-accuracy/class-errors'
import { divideOrNull, formatFixed, formatPercent } from '../figures-text.ts'
import type { DayRange } from '../recorded/record-folder.ts'
import { addWeeklyForecast, type GridRecord, toSpanMs } from '../recorded/recorded-hours.ts'
import { createRefinementRun, type RefinementChoice } from '../refinements/refinement-run.ts'
import { computeDriverErrors } from '../weather/driver-errors.ts'
import type { ObservedWeather } from '../weather/observed-weather.ts'
import { groupBySeries, type Omission, type RecordedSeries } from './analog-inputs.ts'
import { type BandStats, type BandTarget, bandTargets, createBandRun, type MonthlyBandStats } from './band-run.ts'
import { type Emulation, hasWeather } from './emulated-inputs.ts'
import { type ErrorStats, noErrorStats } from './error-stats.ts'
import { type Method, methods, type Target, targets } from './replayed-issue.ts'
import { addIssue, type MonthlyErrorStats, replayIssues, sumMonths, type TargetStats } from './run-backtest.ts'

/** Record and issues of a run. */
export type BacktestRun = {
  ranges: readonly DayRange[]
  weeklyStandIn: boolean
  /** Invented part of the record; null when nothing is invented. */
  note: string | null
  /** Method of the tables by half-year, month and band; the tables over all hours compare every method. */
  method: Method
  omission: Omission
  emulation: Emulation
  /** Weather as it was, which emulated forecasts of it are made of; null when it was not recorded. */
  observed: ObservedWeather | null
  refinements: RefinementChoice
}

/** What `bun run backtest` prints: the tables of docs/methodology/accuracy-figures.md with an explanation. */
export async function writeBacktest(record: GridRecord, run: BacktestRun): Promise<string> {
  const { ranges, weeklyStandIn, note, method, omission, emulation, observed, refinements } = run
  const spans = ranges.map(({ from, to }) => toSpanMs(from, to))
  const months = new Map<string, TargetStats>()
  const bands = createBandRun(method)
  const classes = hasWeather(emulation) ? outlookLeadClasses : leadClasses
  const replayed = weeklyStandIn ? addWeeklyForecast(record) : record
  const series = groupBySeries(replayed, observed)
  const isColdStart = omission.daysOfData !== null || omission.daysOfWindAndSun !== null
  // With a few days of data there are no earlier issues to learn from.
  const refinementRun = isColdStart ? null : createRefinementRun(refinements)
  for await (const outcome of replayIssues(replayed, spans, { omission, emulation, refinementRun }, series)) {
    addIssue(months, outcome)
    bands.add(outcome)
  }
  const days = ranges.map(({ from, to }) => `${from} to ${to}`).join(', ')
  const total = sumMonths(months)
  return [
    `Forecasts issued every three hours of the Paris days ${days}: ${countIssues(months)} issues.`,
    ...(note === null ? [] : [`${note}\n${shortRecordNote}`]),
    ...(weeklyStandIn ? [standInNote] : []),
    ...(omission.missing === null ? [] : [`The analog mix without this input: ${omission.missing}.`]),
    ...(omission.daysOfData === null ? [] : [`The analog mix with ${omission.daysOfData} days of data.`]),
    ...(omission.daysOfWindAndSun === null
      ? []
      : [`The analog mix with ${omission.daysOfWindAndSun} days of forecasts of wind and sun.`]),
    ...(isColdStart || refinements === 'all' ? [] : [`The analog mix with these refinements: ${refinements}.`]),
    ...(emulation.size === 0 ? [] : [`${emulationNote} ${[...emulation].join(', ')}.`]),
    ...(hasWeather(emulation) ? [weatherNote] : []),
    ...targets.map((target) => writeAccuracyTable(total, target, classes)),
    ...(hasWeather(emulation) && observed !== null ? [writeDriverErrors(series, observed, ranges)] : []),
    `By half-year of issue: ${methodNames[method]}.`,
    ...halfYearTargets.map((target) => writeHalfYearTable(months, target, method, classes)),
    `Bands (p10 to p90) of the ${methodNames[method]}, from the archive of the issues before.`,
    ...bandTargets.map((target) => writeBandTable(bands.months, target, classes)),
    `By month of issue: ${methodNames[method]}.`,
    writeMonthlyTable(months, 'intensity', method, classes),
    writeMonthlyTable(months, 'score', method, classes),
    explanation,
  ].join('\n\n')
}

const shortRecordNote =
  'These days show how a backtest goes; what the forecast is worth over two recorded years is in docs/methodology/accuracy.md.'

const standInNote =
  'With the day-ahead forecast of consumption in place of the weekly one: this LOOKS AHEAD and is a bound, not a result.'

const emulationNote =
  'EMULATED, because the record lacks them ("fresh-hour": the hour that has just ended is known; "horizons" and "load": forecasts of two days ahead and more are the day-ahead ones with made-up errors; "weather": forecasts of the weather):'

const weatherNote =
  'The weather is EMULATED: observed weather, and from the issue on with an artificial error that grows with the lead. Temperature and wind err like forecasts as they were issued; how well clouds are forecast is ASSUMED.'

/** Errors that are left of load and sun when the weather is known: what no forecast of it can better. */
function writeDriverErrors(
  { generationMwByType, loadMw }: RecordedSeries,
  observed: ObservedWeather,
  ranges: readonly DayRange[],
): string {
  const solarMw = generationMwByType.get('SOLAR') ?? new Map<number, number>()
  const rows = ranges.map((range) => {
    const { load, sun } = computeDriverErrors(observed, { solarMw, loadMw }, range)
    const cells = [...load, sun.midday, sun.all].map((error) => formatFixed(error, 0))
    return [`${range.from} to ${range.to}`, ...cells]
  })
  const header = [
    'From observed weather, MAE, MW',
    'load, D+1',
    'load, D+2',
    'load, D+3',
    'sun, 08–15 UTC',
    'sun, all hours',
  ]
  return formatFiguresTable(header, rows)
}

function countIssues(months: MonthlyErrorStats): number {
  return [...months.values()].reduce((sum, { intensity }) => sum + (intensity[0]?.issues ?? 0), 0)
}

const explanation = `Skipped: hours that were not recorded, or of which a method has no value; all methods are judged on the same hours.
Rank correlation: Spearman, over the hours of a lead class within one issue, averaged over the issues; flat persistence orders nothing.
Saving captured: of what the best 4 consecutive hours of a lead class save against its mean, the share that the block chosen by
the method saves; summed over the issues of which every hour is known, then divided. Of equal blocks the earliest is chosen.
Price and load: their errors are those of the hours that were not published; their saving is that of all hours of a class.
A band's coverage is the share of the hours within it; pinball is the mean loss of its two edges; CRPS is that of 19 quantiles of the archive, where a
bucket has its 100 errors. Issues between these, one an hour in the product, are not in the archive here.
Not recorded, hence not in it: grid signals, capacities, outages, weekly consumption forecasts. Adequacy and grid
are estimates, which do not count under the national weights: the score consists of price and carbon.`

/** Names of the methods in the tables. */
const methodNames: Readonly<Record<Method, string>> = {
  analog: 'analog mix',
  carryOver: 'carry-over',
  flat: 'flat persistence',
  sameHour: 'same hour yesterday',
}

/** Names of the targets in the tables, with units. */
export const headings: Readonly<Record<Target, string>> = {
  intensity: 'Carbon intensity, g/kWh',
  direct: 'Direct emissions, g/kWh',
  score: 'National score, points of 100',
  price: 'Price beyond the auction, EUR/MWh',
  load: 'Load beyond its publication, MW',
}

/** The table of one target: errors, rank correlation and captured saving of each method by lead. */
function writeAccuracyTable(byTarget: TargetStats, target: Target, classes: readonly LeadClass[]): string {
  const header = [headings[target], 'hours', 'skipped', 'MAE', 'bias', 'RMSE', 'rank correlation', 'saving captured']
  const rows = classes.flatMap(({ name }, index) => {
    const stats = byTarget[target][index] ?? noErrorStats
    return methods.map((method) => [`${name}, ${methodNames[method]}`, ...formatMethodCells(stats, method)])
  })
  return formatFiguresTable(header, rows)
}

function formatMethodCells(stats: ErrorStats, method: Method): string[] {
  const { error, absoluteError, squaredError, rankCorrelation, rankedIssues } = stats.byMethod[method]
  const meanSquare = divideOrNull(squaredError, stats.hours)
  return [
    String(stats.hours),
    String(stats.skippedHours),
    formatFixed(divideOrNull(absoluteError, stats.hours), 2),
    formatFixed(divideOrNull(error, stats.hours), 2),
    formatFixed(meanSquare === null ? null : Math.sqrt(meanSquare), 2),
    formatFixed(divideOrNull(rankCorrelation, rankedIssues), 2),
    formatSavingCell(stats, method),
  ]
}

/** Targets with a table by half-year. */
const halfYearTargets = ['intensity', 'direct', 'score'] as const satisfies readonly Target[]

/** `2024H1` of `2024-05`. */
function toHalfYear(month: string): string {
  return `${month.slice(0, 4)}H${Number(month.slice(5)) <= 6 ? 1 : 2}`
}

/** One method and, for comparison, the same hour of yesterday, half-year by half-year. */
function writeHalfYearTable(
  months: MonthlyErrorStats,
  target: Target,
  method: Method,
  classes: readonly LeadClass[],
): string {
  const halves = [...new Set([...months.keys()].map(toHalfYear))]
  const rows = halves.flatMap((half) => {
    const ofTarget = sumMonths(months, (month) => toHalfYear(month) === half)[target]
    const compared: readonly Method[] = method === 'sameHour' ? [method] : [method, 'sameHour']
    return compared.map((one) => [`${half}, ${methodNames[one]}`, ...formatErrorCells(ofTarget, one, classes)])
  })
  return formatFiguresTable([headings[target], ...listErrorHeader(classes)], rows)
}

/** The bands of one target by half-year and over all: coverage, mean width, pinball loss and CRPS of each lead class. */
function writeBandTable(months: MonthlyBandStats, target: BandTarget, classes: readonly LeadClass[]): string {
  const halves = ['all', ...new Set([...months.keys()].map(toHalfYear))]
  const rows = halves.flatMap((half) => {
    const meant = [...months].filter(([month]) => half === 'all' || toHalfYear(month) === half)
    return classes.map(({ name }, index) => {
      const of = (sum: keyof BandStats): number =>
        meant.reduce((total, [, byTarget]) => total + (byTarget[target][index]?.[sum] ?? 0), 0)
      return [
        `${half}, ${name}`,
        String(of('hours')),
        formatPercent(divideOrNull(of('inside'), of('hours')), 1),
        ...(['width', 'pinball'] as const).map((sum) => formatFixed(divideOrNull(of(sum), of('hours')), 2)),
        formatFixed(divideOrNull(of('crps'), of('crpsHours')), 2),
      ]
    })
  })
  return formatFiguresTable([headings[target], 'hours', 'coverage', 'mean width', 'pinball', 'CRPS'], rows)
}

/** One method month by month: mean absolute error and captured saving of each lead class. */
export function writeMonthlyTable(
  months: MonthlyErrorStats,
  target: Target,
  method: Method,
  classes: readonly LeadClass[] = leadClasses,
): string {
  const rows = [...months].map(([month, byTarget]) => [
    month,
    String(byTarget[target][0]?.issues ?? 0),
    ...formatErrorCells(byTarget[target], method, classes),
  ])
  return formatFiguresTable([headings[target], 'issues', ...listErrorHeader(classes)], rows)
}

/** Names of what {@link formatErrorCells} gives. */
const listErrorHeader = (classes: readonly LeadClass[]): string[] => [
  ...classes.map(({ name }) => `MAE ${name}`),
  ...classes.map(({ name }) => `saving ${name}`),
]

/** Mean absolute error, then captured saving, of each lead class. */
function formatErrorCells(ofTarget: readonly ErrorStats[], method: Method, classes: readonly LeadClass[]): string[] {
  const meant = ofTarget.slice(0, classes.length)
  return [
    ...meant.map((stats) => formatFixed(divideOrNull(stats.byMethod[method].absoluteError, stats.hours), 2)),
    ...meant.map((stats) => formatSavingCell(stats, method)),
  ]
}

function formatSavingCell(stats: ErrorStats, method: Method): string {
  return formatPercent(divideOrNull(stats.byMethod[method].saved, stats.achievable), 0)
}
