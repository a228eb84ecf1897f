import { figuresTable } from '@hexawatt/shared/command-line/tables'
import { fixed, percent, ratio } from '../tables/number-text.ts'
import { leadClasses } from './lead-classes.ts'
import { type Method, methods, type Target } from './replayed-issue.ts'
import type { MonthlyTallies, TargetTallies } from './run-backtest.ts'
import { emptyTally, type Tally } from './tally.ts'

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
export function accuracyTable(tallies: TargetTallies, target: Target): string {
  const header = [headings[target], 'hours', 'skipped', 'MAE', 'RMSE', 'rank correlation', 'saving captured']
  const rows = leadClasses.flatMap(({ name }, index) => {
    const tally = tallies[target][index] ?? emptyTally
    return methods.map((method) => [`${name}, ${methodNames[method]}`, ...methodCells(tally, method)])
  })
  return figuresTable(header, rows)
}

function methodCells(tally: Tally, method: Method): string[] {
  const { absoluteError, squaredError, rankCorrelation, rankedIssues } = tally.byMethod[method]
  const meanSquare = ratio(squaredError, tally.hours)
  return [
    String(tally.hours),
    String(tally.skippedHours),
    fixed(ratio(absoluteError, tally.hours), 2),
    fixed(meanSquare === null ? null : Math.sqrt(meanSquare), 2),
    fixed(ratio(rankCorrelation, rankedIssues), 2),
    savingCell(tally, method),
  ]
}

/** The forecast month by month: mean absolute error and captured saving of each lead class. */
export function monthlyTable(months: MonthlyTallies, target: Target): string {
  const header = [
    headings[target],
    'issues',
    ...leadClasses.map(({ name }) => `MAE ${name}`),
    ...leadClasses.map(({ name }) => `saving ${name}`),
  ]
  const rows = [...months].map(([month, tallies]) => {
    const ofTarget = tallies[target]
    return [
      month,
      String(ofTarget[0]?.issues ?? 0),
      ...ofTarget.map((tally) => fixed(ratio(tally.byMethod.forecast.absoluteError, tally.hours), 2)),
      ...ofTarget.map((tally) => savingCell(tally, 'forecast')),
    ]
  })
  return figuresTable(header, rows)
}

function savingCell(tally: Tally, method: Method): string {
  return percent(ratio(tally.byMethod[method].saved, tally.achievable), 0)
}
