import { inventedHoursNote } from '@hexawatt/shared/testing/shipped-hours'
import { spanOfDays } from '../recorded/civil-span.ts'
import type { DayRange } from '../recorded/record-folder.ts'
import type { GridRecord } from '../recorded/recorded-hours.ts'
import { withWeeklyStandIn } from '../recorded/weekly-stand-in.ts'
import { accuracyTable, monthlyTable } from './accuracy-tables.ts'
import type { MonthlyTallies } from './run-backtest.ts'
import { runBacktest, totalOf } from './run-backtest.ts'

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

function issueCount(months: MonthlyTallies): number {
  return [...months.values()].reduce((sum, { intensity }) => sum + (intensity[0]?.issues ?? 0), 0)
}

const explanation = `Skipped: hours that were not recorded, or of which a method has no value; all methods are judged on the same hours.
Rank correlation: Spearman, over the hours of a lead class within one issue, averaged over the issues; flat persistence orders nothing.
Saving captured: of what the best 4 consecutive hours of a lead class save against its mean, the share that the block chosen by
the method saves; summed over the issues of which every hour is known, then divided. Of equal blocks the earliest is chosen.
Not recorded, hence not in it: grid signals, capacities, outages, weekly consumption forecasts. Adequacy stands on the day-ahead
forecast of consumption (before 19:30 Paris that of tomorrow is not known: the median stands in), and grid on adequacy.`
