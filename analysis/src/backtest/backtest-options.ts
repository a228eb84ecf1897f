import { flag, optional } from '@hexawatt/shared/command-line/command-inputs'
import { type CommandLine, command } from '@hexawatt/shared/command-line/command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { date, text, type ValueKind } from '@hexawatt/shared/command-line/value-kinds'
import { type DayRange, type RecordFolder, shippedFolder, yearsFolder } from '../recorded/record-folder.ts'

/** A run that was asked for; days are null when every day of the folder is, and the folder is when none was named. */
export type BacktestRequest = { days: DayRange | null; folder: string | null; weeklyStandIn: boolean }

const day: ValueKind<Temporal.PlainDate> = { ...date, placeholder: 'day', accepts: 'a Paris day such as 2024-03-31' }

/** The command line of `bun run backtest`. */
export const backtestCommandLine: CommandLine<BacktestRequest> = {
  name: 'backtest',
  notes: `Without --from and --to every day that can be replayed is gone through.
Without --data the folder is ${yearsFolder} (2023-02-01 to 2025-01-13) where it is, else
${shippedFolder}, the weeks that come with the project; these have no prices, which are made up.`,
  command: command({
    summary:
      'Issues a forecast every three hours of these Paris days from what had been published by then, and compares it with what came, beside flat persistence and the same hour of the day before.',
    examples: ['--data recordings', '--from 2023-02-01 --to 2025-01-13'],
    inputs: {
      from: optional(day, 'first day'),
      to: optional(day, 'last day, included'),
      data: optional(text('dir'), 'folder of the recorded data'),
      weeklyStandIn: flag(
        'let the day-ahead forecast of consumption stand in, at any time, for the weekly one that was not recorded: this looks ahead and gives a bound, not a result',
      ),
    },
    read: ({ from, to, data: folder, weeklyStandIn }) => ({ days: daysFrom(from, to), folder, weeklyStandIn }),
  }),
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

function daysFrom(from: Temporal.PlainDate | null, to: Temporal.PlainDate | null): DayRange | null {
  if (from === null && to === null) return null
  if (from === null || to === null) {
    throw new UsageError(
      `--${from === null ? 'from' : 'to'} is missing: --from and --to are given together, or neither.`,
    )
  }
  if (Temporal.PlainDate.compare(from, to) <= 0) return { from, to }
  throw new UsageError(`--from takes a day that is not after --to, but ${from} is after ${to}.`)
}
