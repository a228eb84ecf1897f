import { readOptionsOnly } from '@hexawatt/shared/config/command-options'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { dateFrom } from '../command-line/civil-dates.ts'
import { type DayRange, type RecordFolder, shippedFolder, yearsFolder } from '../recorded/record-folder.ts'

/** A run that was asked for; days are null when every day of the folder is, and the folder is when none was named. */
export type BacktestRequest = { days: DayRange | null; folder: string | null; weeklyStandIn: boolean }

/** What the command line asks for. */
export type BacktestOptions = { kind: 'help' } | ({ kind: 'run' } & BacktestRequest)

export const backtestUsage = `Usage: bun run backtest [--from DAY --to DAY] [--data DIR] [--weekly-stand-in]

Issues a forecast every three hours of these Paris days (both included) from what had been published by then, and
compares it with what came, beside flat persistence and the same hour of the day before.

  --from DAY, --to DAY
               first and last day; without them every day that can be replayed
  --data DIR   folder of the recorded data: without it ${yearsFolder} (2023-02-01 to 2025-01-13) where it is, else
               ${shippedFolder}, the weeks that come with the project; these have no prices, which are made up
  --weekly-stand-in
               let the day-ahead forecast of consumption stand in, at any time, for the weekly one that was not
               recorded: this looks ahead and gives a bound, not a result
  --help       this text`

/** Reads the command line. @throws UsageError with one sentence that says what is accepted */
export function parseBacktestOptions(args: readonly string[]): BacktestOptions {
  const values = readOptionsOnly(args, 'bun run backtest', {
    from: { type: 'string' },
    to: { type: 'string' },
    data: { type: 'string' },
    'weekly-stand-in': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return { kind: 'help' }
  return {
    kind: 'run',
    days: daysFrom(values.from, values.to),
    folder: values.data ?? null,
    weeklyStandIn: values['weekly-stand-in'],
  }
}

/**
 * The days of a folder that a run goes over.
 *
 * @throws UsageError when the folder has no history to replay the days that were asked for
 */
export function daysToReplay({ replayable }: RecordFolder, asked: DayRange | null): readonly DayRange[] {
  if (asked === null) return replayable
  const holds = ({ from, to }: DayRange, day: Temporal.PlainDate): boolean =>
    Temporal.PlainDate.compare(day, from) >= 0 && Temporal.PlainDate.compare(day, to) <= 0
  if (replayable.some((range) => holds(range, asked.from) && holds(range, asked.to))) return [asked]
  const ranges = replayable.map(({ from, to }) => `from ${from} to ${to}`).join(' or ')
  throw new UsageError(`--from and --to take days ${ranges}, not ${asked.from} and ${asked.to}.`)
}

function daysFrom(from: string | undefined, to: string | undefined): DayRange | null {
  if (from === undefined && to === undefined) return null
  const days = { from: dayFrom('--from', from), to: dayFrom('--to', to) }
  if (Temporal.PlainDate.compare(days.from, days.to) <= 0) return days
  throw new UsageError(`--from takes a day that is not after --to, but ${days.from} is after ${days.to}.`)
}

function dayFrom(option: string, text: string | undefined): Temporal.PlainDate {
  if (text === undefined) throw new UsageError(`${option} is missing: --from and --to are given together, or neither.`)
  return dateFrom(option, text)
}
