import { defaulted, flag, optional } from '@hexawatt/shared/command-line/command-inputs'
import { type CommandLine, command } from '@hexawatt/shared/command-line/command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { date, oneOf, text, type ValueKind, wholeNumber } from '@hexawatt/shared/command-line/value-kinds'
import { analogHistoryDays } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { missingInputs, type Omission } from '../backtest/analog-inputs.ts'
import { type Emulation, emulatedInputs, publisherInputs } from '../backtest/emulated-inputs.ts'
import type { Method } from '../backtest/replayed-issue.ts'
import { importDays } from '../consumption/consumption-record.ts'
import { type OtherYear, otherYears } from '../recorded/other-years.ts'
import { type DayRange, type RecordFolder, shippedFolder, yearsFolder } from '../recorded/record-folder.ts'
import { type RefinementChoice, refinementChoices } from '../refinements/refinement-run.ts'

/** The intensity that a backtest judges: of French production, or of consumption with its imports. */
export const boundaries = ['production', 'consumption'] as const
export type Boundary = (typeof boundaries)[number]

/** A run that was asked for; days are null when every day of the folder is, and the folder is when none was named. */
export type BacktestRequest = {
  boundary: Boundary
  days: DayRange | null
  folder: string | null
  weeklyStandIn: boolean
  method: Method
  omission: Omission
  emulation: Emulation
  refinements: RefinementChoice
  /** Another recorded year, which was used for no choice; null for the folder's own. */
  otherYear: OtherYear | null
}

/** How the methods are named on the command line. */
const methodsByName = { analog: 'analog', 'carry-over': 'carryOver', yesterday: 'sameHour' } as const satisfies Record<
  string,
  Method
>
const methodNames = ['analog', 'carry-over', 'yesterday'] as const satisfies readonly (keyof typeof methodsByName)[]

/** Length of history, days, that the method reads: the longest cold start. */
const maxDaysOfData = analogHistoryDays

const day: ValueKind<Temporal.PlainDate> = { ...date, placeholder: 'day', accepts: 'a Paris day such as 2024-03-31' }

/** Which days of which folder a backtest goes over. */
export const dayInputs = {
  from: optional(day, 'first day'),
  to: optional(day, 'last day, included'),
  data: optional(text('dir'), 'folder of the recorded data'),
}

/** The command line of `bun run backtest`. */
export const backtestCommandLine: CommandLine<BacktestRequest> = {
  name: 'backtest',
  notes: `Without --from and --to every day that can be replayed is gone through; with --days-of-data or --days-of-wind-and-sun 14 weeks of 2024.
Without --data the folder is ${yearsFolder} (2023-02-01 to 2025-01-13) where it is, else
${shippedFolder}, the weeks that come with the project; these have no prices, which are made up.`,
  command: command({
    summary:
      'Issues a forecast every three hours of these Paris days from the data published at that time, and compares it with the actual values, next to flat persistence and the same hour of the day before.',
    examples: ['--data recordings', '--from 2023-02-01 --to 2025-01-13'],
    inputs: {
      ...dayInputs,
      boundary: defaulted(
        oneOf('boundary', boundaries),
        `judge the forecast of French production, or that of consumption with its imports to 72 hours (${importDays.from} to ${importDays.to}) and, next to figures of others, the hour itself; "consumption" takes --from, --to and --data only`,
        'production',
      ),
      method: defaulted(
        oneOf('method', methodNames),
        'whose half-years, months and bands are shown: the method of version 2, that of version 1, or the same hour of the day before',
        'analog',
      ),
      without: optional(
        oneOf('input', missingInputs),
        'issue the analog mix without this input; "generation" is 6 hours old instead of 2, without "wind-and-sun" is the configuration of open sources',
      ),
      daysOfData: optional(
        wholeNumber('days', 2, maxDaysOfData),
        'issue the analog mix with so many days of data only: a cold start',
      ),
      daysOfWindAndSun: optional(
        wholeNumber('days', 1, maxDaysOfData),
        'issue the analog mix with so many days of forecasts of wind and sun only: a first start loads the other data of the past, but old forecasts are not published',
      ),
      emulate: optional(
        oneOf('input', [...emulatedInputs, 'all']),
        'emulate an input that the record lacks: the hour that has just ended, known at once; forecasts of wind and sun ("horizons"), or of consumption, of two days ahead and more; all of these; or forecasts of the weather, to 72 hours, with usual or with greater errors',
      ),
      refinements: defaulted(
        oneOf('refinements', refinementChoices),
        'refine the analog mix as the product does, not at all, or by one of: re-aligned wind and sun, the ridge on earlier errors, the hour bias',
        'all',
      ),
      otherYear: optional(
        oneOf('year', otherYears),
        'go over this year, of which forecasts of wind and sun are what came with made-up noise; 2021 has no load, 2025 no prices',
      ),
      weeklyStandIn: flag(
        'use the day-ahead consumption forecast, at any time, instead of the weekly forecast, which was not recorded: this looks ahead, so the figures are a bound, not a result',
      ),
    },
    read({ from, to, data: folder, boundary, ...terms }) {
      const { weeklyStandIn, method, without: missing, emulate, refinements, otherYear, ...start } = terms
      if (boundary === 'consumption') refuseProductionTerms(terms)
      return {
        boundary,
        days: toDayRange(from, to),
        folder,
        weeklyStandIn,
        method: methodsByName[method],
        omission: { missing, ...start },
        emulation: new Set(emulate === 'all' ? publisherInputs : emulate === null ? [] : [emulate]),
        refinements,
        otherYear,
      }
    },
  }),
}

/** Values of the options that change the forecast of production, when they are not given. */
const productionDefaults: Readonly<Record<string, unknown>> = {
  method: 'analog',
  refinements: 'all',
  weeklyStandIn: false,
}

/** @throws UsageError when an option is given that the forecast of consumption does not have */
function refuseProductionTerms(terms: Readonly<Record<string, unknown>>): void {
  const given = Object.entries(terms).find(([name, value]) => value !== (productionDefaults[name] ?? null))
  if (given === undefined) return
  const option = given[0].replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new UsageError(
    `--${option} is an option of --boundary production; --boundary consumption takes --from, --to and --data.`,
  )
}

/** A cold start is judged in 14 windows of 7 days, spread over 2024: a second implementation found the same errors of carry-over in them. */
const coldStart = { first: Temporal.PlainDate.from('2024-01-08'), windows: 14, stepDays: 27, lengthDays: 7 }

/** The windows of a run with few days of data. */
export function listColdStartWindows(): DayRange[] {
  return Array.from({ length: coldStart.windows }, (_, index) => {
    const from = coldStart.first.add({ days: index * coldStart.stepDays })
    return { from, to: from.add({ days: coldStart.lengthDays - 1 }) }
  })
}

/**
 * The days of a folder that a run goes over.
 *
 * @throws UsageError when the folder has no history to replay the days that were asked for
 */
export function listDaysToReplay(
  { replayable }: Pick<RecordFolder, 'replayable'>,
  asked: DayRange | null,
): readonly DayRange[] {
  if (asked === null) return replayable
  const isWithin = ({ from, to }: DayRange, day: Temporal.PlainDate): boolean =>
    Temporal.PlainDate.compare(day, from) >= 0 && Temporal.PlainDate.compare(day, to) <= 0
  if (replayable.some((range) => isWithin(range, asked.from) && isWithin(range, asked.to))) return [asked]
  const ranges = replayable.map(({ from, to }) => `from ${from} to ${to}`).join(' or ')
  throw new UsageError(`--from and --to take days ${ranges}, not ${asked.from} and ${asked.to}.`)
}

/**
 * The days that --from and --to name; null when neither does.
 *
 * @throws UsageError when one of them is missing, or they are in the wrong order
 */
export function toDayRange(from: Temporal.PlainDate | null, to: Temporal.PlainDate | null): DayRange | null {
  if (from === null && to === null) return null
  if (from === null || to === null) {
    throw new UsageError(
      `--${from === null ? 'from' : 'to'} is missing: --from and --to are given together, or neither.`,
    )
  }
  if (Temporal.PlainDate.compare(from, to) <= 0) return { from, to }
  throw new UsageError(`--from takes a day that is not after --to, but ${from} is after ${to}.`)
}
