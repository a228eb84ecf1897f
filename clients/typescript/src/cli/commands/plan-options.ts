import { maxQuietRanges } from '@hexawatt/shared/contract/query/given-hours'
import { findNextParisTime } from '../../paris-time.ts'
import type { ContractQuery } from '../../requests/contract-parameters.ts'
import type { ScheduleQuery } from '../../requests/parameters.ts'
import { contractOptions, hours } from '../arguments/contract-options.ts'
import {
  decimal,
  minutes,
  oneOf,
  type TimeOrInstant,
  timeOrInstant,
  UsageError,
  wholeNumber,
} from '../arguments/option-values.ts'
import { type Options, option, type ValuesOf } from '../arguments/read-options.ts'

/** The weighting presets of the API. */
export const profiles = ['national', 'carbon', 'price', 'grid', 'balanced'] as const

/** Options for the objective of a plan. `run` has them too. */
export const objectiveOptions = {
  objective: option(oneOf('cost', 'carbon', 'score'), 'what to minimise (cost, carbon) or maximise (score) (score)'),
  emissions: option(
    oneOf('lifecycle', 'direct', 'consumption'),
    'emissions of generation by life-cycle or direct factors, or of consumption with imports (lifecycle)',
  ),
  ...contractOptions,
  estimate: option(oneOf('central', 'prudent'), 'minimise the expected value, or its 90 % bound (central)'),
  tieBreak: option(oneOf('early', 'late'), 'which of several equal plans to choose (early)'),
  profile: option(oneOf(...profiles), 'weighting of the score, included in paid plans (national)'),
} satisfies Options

/** The parameters of the API that {@link objectiveOptions} stand for, with the contract that was chosen by them. */
export function makeObjectiveQuery(
  { objective, emissions, estimate, tieBreak, profile }: ValuesOf<typeof objectiveOptions>,
  contract: ContractQuery,
): ScheduleQuery {
  return { ...contract, objective, emissions, estimate, tieBreak, profile }
}

/** Options for the load and its window. */
export const loadOptions = {
  energy: option(decimal('kWh'), 'energy of the load'),
  power: option(decimal('kW'), 'power of the load'),
  duration: option(minutes, 'duration of the load, such as 2h, 90m or 1h30m'),
  by: option(timeOrInstant, 'when the load must be finished: next time in Paris, or an instant (in 24 h)'),
  latest: option(timeOrInstant, 'another word for --by'),
  within: option(minutes, 'when the load must be finished, from now on or from --earliest, such as 6h'),
  earliest: option(timeOrInstant, 'earliest start (now)'),
  quiet: option(hours(maxQuietRanges), 'hours of the day in which the load must not run, such as 22:00-07:00'),
  segments: option(wholeNumber('1..8'), 'most pieces (1)'),
  minOn: option(minutes, 'shortest piece (30m)'),
} satisfies Options

type LoadQuery = Pick<
  ScheduleQuery,
  'energyKWh' | 'powerKW' | 'durationMinutes' | 'earliest' | 'latest' | 'quiet' | 'maxSegments' | 'minOnMinutes'
>

/**
 * The parameters of the API for {@link loadOptions}. A time of day is the next one; that of `--by` is the next after `--earliest`.
 * @throws UsageError when the options do not describe a load
 */
export async function loadQuery(
  values: ValuesOf<typeof loadOptions>,
  readNowMs: () => Promise<number>,
): Promise<LoadQuery> {
  const { energy, power, duration, by, latest, within, earliest, quiet, segments, minOn } = values
  if (by !== undefined && latest !== undefined)
    throw new UsageError('--by and --latest are the same option: give only one.')
  const end = by ?? latest
  if (end !== undefined && within !== undefined) throw new UsageError('--within and --by exclude each other.')
  const given = [energy, power, duration].filter((value) => value !== undefined).length
  const isLoad = given === 2 || (given === 1 && duration !== undefined)
  if (!isLoad) throw new UsageError('Give two of --energy, --power and --duration, or only --duration.')
  const needsNow = within !== undefined || [earliest, end].some((one) => one !== undefined && 'hour' in one)
  const nowMs = needsNow ? await readNowMs() : 0
  const earliestMs = earliest === undefined ? undefined : toInstantMs(earliest, nowMs)
  const fromMs = earliestMs ?? nowMs
  const endMs = within === undefined ? undefined : fromMs + within * 60_000
  const latestMs = end === undefined ? endMs : toInstantMs(end, fromMs)
  return {
    energyKWh: energy,
    powerKW: power,
    durationMinutes: duration,
    earliest: earliestMs === undefined ? undefined : new Date(earliestMs),
    latest: latestMs === undefined ? undefined : new Date(latestMs),
    quiet,
    maxSegments: segments,
    minOnMinutes: minOn,
  }
}

/** An instant, or the next time of the day after `afterMs`. */
export function toInstantMs(given: TimeOrInstant, afterMs: number): number {
  return 'atMs' in given ? given.atMs : findNextParisTime(given, afterMs)
}
