import { readOptionsOnly } from '@hexawatt/shared/config/command-options'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { dateFrom } from '../command-line/civil-dates.ts'

/** A run that was asked for; both days are included. */
export type BacktestRun = {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
  folder: string
  weeklyStandIn: boolean
}

/** What the command line asks for. */
export type BacktestOptions = { kind: 'help' } | ({ kind: 'run' } & BacktestRun)

/** Days that can be replayed: two weeks of history lie before the first, and after the last nothing was recorded. */
const firstDay = Temporal.PlainDate.from('2023-02-01')
const lastDay = Temporal.PlainDate.from('2025-01-13')

/** Where the recorded data lie beside the project. */
const defaultFolder = '../shared/data'

export const backtestUsage = `Usage: bun run backtest --from DAY --to DAY [--data DIR] [--weekly-stand-in]

Issues a forecast every three hours of these Paris days (both included) from what had been published by then, and
compares it with what came, beside flat persistence and the same hour of the day before.

  --from DAY   first day, ${firstDay} or later
  --to DAY     last day, ${lastDay} or earlier
  --data DIR   folder of the recorded data (${defaultFolder})
  --weekly-stand-in
               let the day-ahead forecast of consumption stand in, at any time, for the weekly one that was not
               recorded: this looks ahead and gives a bound, not a result
  --help       this text`

/** Reads the command line. @throws UsageError with one sentence that says what is accepted */
export function parseBacktestOptions(args: readonly string[]): BacktestOptions {
  const values = readOptionsOnly(args, 'bun run backtest', {
    from: { type: 'string' },
    to: { type: 'string' },
    data: { type: 'string', default: defaultFolder },
    'weekly-stand-in': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return { kind: 'help' }
  const from = dayFrom('--from', values.from)
  const to = dayFrom('--to', values.to)
  if (Temporal.PlainDate.compare(from, to) > 0) {
    throw new UsageError(`--from takes a day that is not after --to, but ${from} is after ${to}.`)
  }
  return { kind: 'run', from, to, folder: values.data, weeklyStandIn: values['weekly-stand-in'] }
}

function dayFrom(option: string, text: string | undefined): Temporal.PlainDate {
  if (text === undefined) throw new UsageError(`${option} is missing: it takes a Paris day such as ${firstDay}.`)
  const day = dateFrom(option, text)
  const isRecorded = Temporal.PlainDate.compare(day, firstDay) >= 0 && Temporal.PlainDate.compare(day, lastDay) <= 0
  if (!isRecorded) throw new UsageError(`${option} takes a day from ${firstDay} to ${lastDay}, not ${day}.`)
  return day
}
