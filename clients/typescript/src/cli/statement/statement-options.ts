import { readGivenHours } from '@hexawatt/shared/contract/query/given-hours'
import type { DailyLoad } from '@hexawatt/shared/methodology/load-curve/statement/statement'
import { contractOptions } from '../arguments/contract-options.ts'
import { decimal, minutes, text, UsageError, type ValueKind } from '../arguments/option-values.ts'
import { flag, type Options, option, type ValuesOf } from '../arguments/read-options.ts'

/** Energy with or without its unit. */
const energy: ValueKind<number> = {
  placeholder: 'kWh',
  accepts: 'an energy such as 6kWh',
  read: (given) => decimal('').read(given.replace(/ ?kwh$/i, '')) || null,
}

const minutesPerDay = 1_440

/** A time of day in Paris, as minutes of the day. */
const timeOfDay: ValueKind<number> = {
  placeholder: 'time',
  accepts: 'a time in Paris such as 19:00',
  read(given) {
    const [, hour, minute] = /^([01]?\d|2[0-3])[:h]([0-5]\d)?$/.exec(given) ?? []
    return hour === undefined ? null : Number(hour) * 60 + Number(minute ?? 0)
  },
}

const dayRange: ValueKind<{ fromMinute: number; toMinute: number }> = {
  placeholder: 'range',
  accepts: 'one range in Paris time such as 22:00-07:00',
  read: (given) => readGivenHours(given, 1)?.ranges[0] ?? null,
}

/** Ids of contracts. */
const ids: ValueKind<string[]> = {
  placeholder: 'ids',
  accepts: 'ids separated by commas, such as base,tempo',
  read: (given) => (/^[\w-]+(,[\w-]+)*$/.test(given) ? [...new Set(given.split(','))] : null),
}

/** Options of `hexawatt statement`. */
export const statementOptions = {
  ...contractOptions,
  tariff: option(text('id'), 'your contract: spot, base, hphc, tempo or another id of /api/tariffs (the kept one)'),
  contracts: option(ids, 'contracts to compare (base,hphc,tempo, and spot with --adder)'),
  subscription: option(decimal('EUR'), 'subscription that you pay, EUR a month with all taxes (that of the table)'),
  move: option(energy, 'a load that runs every day and could run at another time, such as 6kWh'),
  moveAt: option(timeOfDay, 'when that load runs today (19:00)'),
  moveDuration: option(minutes, 'how long it runs (2h)'),
  moveWithin: option(dayRange, 'between which times it may run (the whole day)'),
  json: flag('the whole statement as JSON'),
  csv: flag('the months as CSV'),
  html: flag('a page of A4 for an auditor'),
  output: option(text('file'), 'writes to this file'),
  noCache: flag('reads and stores no months on disk'),
} satisfies Options

type Values = ValuesOf<typeof statementOptions>

/** Forms of the output. */
export type OutputForm = 'text' | 'json' | 'csv' | 'html'

/** The form of the output. @throws UsageError when more than one is given */
export function readForm(values: Pick<Values, 'json' | 'csv' | 'html'>): OutputForm {
  const [form, another] = (['json', 'csv', 'html'] as const).filter((name) => values[name])
  if (another !== undefined) throw new UsageError('Give one of --json, --csv and --html.')
  return form ?? 'text'
}

/** The load to move; undefined without one. @throws UsageError for a load longer than its window, or options without a load */
export function readMovedLoad({ move, moveAt, moveDuration, moveWithin }: Values): DailyLoad | undefined {
  if (move === undefined) {
    if (moveAt === undefined && moveDuration === undefined && moveWithin === undefined) return undefined
    throw new UsageError('--move-at, --move-duration and --move-within describe the load of --move: give it too.')
  }
  const load = { energyKwh: move, minutes: moveDuration ?? 120, usualStartMinute: moveAt ?? 19 * 60 }
  const { fromMinute, toMinute } = moveWithin ?? { fromMinute: 0, toMinute: 0 }
  const windowMinutes = toMinute > fromMinute ? toMinute - fromMinute : toMinute - fromMinute + minutesPerDay
  if (load.minutes > windowMinutes) throw new UsageError('--move-within is shorter than the load runs.')
  return { ...load, window: moveWithin ?? null }
}

/** The options besides the contract that decide the figures, as they are typed. */
export function describeOptions({
  subscription,
  move,
  moveAt,
  moveDuration,
  moveWithin,
}: Values): Record<string, string | undefined> {
  return {
    subscription: subscription?.toString(),
    move: move === undefined ? undefined : `${move}kWh`,
    moveAt: moveAt === undefined ? undefined : formatTimeOfDay(moveAt),
    moveDuration: moveDuration === undefined ? undefined : `${moveDuration}m`,
    moveWithin: moveWithin && `${formatTimeOfDay(moveWithin.fromMinute)}-${formatTimeOfDay(moveWithin.toMinute)}`,
  }
}

/** `07:00` of a minute of the day. */
export const formatTimeOfDay = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
