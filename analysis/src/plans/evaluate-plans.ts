import type { Objective } from '@hexawatt/shared/contract/planning/choices'
import {
  findSameHourValue,
  listSameHoursOfEarlierDays,
} from '@hexawatt/shared/methodology/forecast-accuracy/naive-forecasts'
import { type Load, loadOf } from '@hexawatt/shared/methodology/schedule/load'
import { listSlots, optimise, type SlotSegment } from '@hexawatt/shared/methodology/schedule/optimise'
import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { planLoad } from '@hexawatt/shared/methodology/schedule/plan-load'
import {
  buildErrorPaths,
  computeProbabilityBelow,
  countKnownPaths,
} from '@hexawatt/shared/methodology/schedule/value-paths'
import { hourMs } from '@hexawatt/shared/time/instant'
import { toParisTime } from '@hexawatt/shared/time/paris'
import { listParisSlots, type ParisSlot } from '@hexawatt/shared/time/paris-clock'
import { computeKnownUntilMs, type HourOutcome, type IssueOutcome, type Realised } from '../backtest/replayed-issue.ts'
import { type ErrorArchive, errorKinds, type PlanTarget } from './error-archive.ts'

const slotsPerHour = 4

/** A load that households shift. */
export type PlannedLoad = {
  name: string
  load: Load
  maxSegments: number
  minOnSlots: number
  /** Full hours of the window that begins at an instant. */
  windowHours: (fromMs: number) => number
}

const createLoad = (request: Parameters<typeof loadOf>[0]): Load => {
  const load = loadOf(request)
  if (load === null) throw new Error('A load takes two of energy, power and duration.')
  return load
}

/** The loads that are judged. */
export const plannedLoads: readonly PlannedLoad[] = [
  {
    name: 'washing machine, 2 h in one piece within 12 h, 1 kWh',
    load: createLoad({ energyKWh: 1, powerKW: null, durationMinutes: 120 }),
    maxSegments: 1,
    minOnSlots: 2,
    windowHours: () => 12,
  },
  {
    name: 'car, 30 kWh at 7.4 kW by 07:00, up to 4 pieces',
    load: createLoad({ energyKWh: 30, powerKW: 7.4, durationMinutes: null }),
    maxSegments: 4,
    minOnSlots: 2,
    windowHours: countHoursUntilSeven,
  },
  {
    name: 'heat pump, 6 of 24 h, 12 kWh, up to 8 pieces',
    load: createLoad({ energyKWh: 12, powerKW: null, durationMinutes: 360 }),
    maxSegments: 8,
    minOnSlots: 2,
    windowHours: () => 24,
  },
]

/** Objectives for which plans are judged; carbon counts twice, once with each factor set. */
export const judgedObjectives = ['cost', 'carbon', 'direct', 'score'] as const
export type JudgedObjective = (typeof judgedObjectives)[number]
export const objectiveTitles: Readonly<Record<JudgedObjective, string>> = {
  cost: 'Cost (spot)',
  carbon: 'Carbon',
  direct: 'Direct emissions',
  score: 'Score',
}

/** Series and objective of the product behind each. */
const targetOf = {
  cost: 'price',
  carbon: 'intensity',
  direct: 'direct',
  score: 'score',
} as const satisfies Record<JudgedObjective, PlanTarget>
const objectiveOf = {
  cost: 'cost',
  carbon: 'carbon',
  direct: 'carbon',
  score: 'score',
} as const satisfies Record<JudgedObjective, Objective>

/** Outcome of one plan. Values are those of the objective per kWh; lower is better. */
export type PlanOutcome = {
  issuedMs: number
  /** Mean of the window less the best in hindsight. */
  possible: number
  /** Mean of the window minus the outcome of each way of choosing. */
  saved: Readonly<Record<Chooser, number>>
  /** Null without a probability, or where the plan is to start at once. */
  waiting: Waiting | null
  isAtOnce: boolean
}

/** The stated chance that waiting pays, and whether it paid. */
export type Waiting = {
  isWorth: boolean
  /** The probability that the product serves. */
  said: number
  /** Share of the error paths that know both plans on which the plan is better, and their number. */
  share: number
  paths: number
  hasSaved: boolean
  hasSavedThreePct: boolean
}

/** Outcomes of one load and objective over all issues. */
export type PlanStats = { load: PlannedLoad; objective: JudgedObjective; outcomes: readonly PlanOutcome[] }

/** The plan, the slots that were best yesterday, the first slots of the window, and one random block. */
export const choosers = ['plan', 'yesterday', 'atOnce', 'random'] as const
export type Chooser = (typeof choosers)[number]

/**
 * Plans one load from one issue, and evaluates the plan with the actual values.
 *
 * @param random 0–1, where the random block begins
 * @returns null when the load does not fit, or when a forecast, yesterday's or actual value of the window is unknown
 */
export function evaluatePlan(
  { issuedAt, hours }: IssueOutcome,
  realised: Realised,
  archive: ErrorArchive,
  { load, maxSegments, minOnSlots, windowHours }: PlannedLoad,
  judged: JudgedObjective,
  random: number,
): PlanOutcome | null {
  const [target, objective] = [targetOf[judged], objectiveOf[judged]]
  const window = hours[target].slice(0, windowHours(hours[target][0]?.startMs ?? 0))
  if (window.length * slotsPerHour < load.slots) return null
  const knownUntilMs = computeKnownUntilMs(target, issuedAt)
  const yesterday = window.map(({ startMs }) =>
    findSameHourValue(realised[target], listSameHoursOfEarlierDays(startMs), knownUntilMs),
  )
  const isWhole = window.every(
    (hour, index) => hour.realised !== null && hour.predicted.analog !== null && yesterday[index] !== null,
  )
  if (!isWhole) return null
  const slots = listParisSlots(window[0]?.startMs ?? 0, window.length * slotsPerHour).map((slot, index) =>
    toPlanSlot(slot, window[Math.floor(index / slotsPerHour)], objective),
  )
  const paths = buildArchivedPaths(window, archive.pathsAt(issuedAt, target), target)
  const constraints = { maxSegments, minOnSlots, tieBreak: 'early' as const }
  const result = planLoad({
    ...constraints,
    slots,
    load,
    objective,
    estimate: 'central',
    paths: { cost: null, carbon: null, score: null, [objective]: paths },
    yesterday: repeatForQuarters(yesterday),
    yesterdayGCo2PerKwh: slots.map(() => null),
  })
  if (!result.isFeasible || result.baselines.yesterday === null) return null
  const sign = objective === 'score' ? -1 : 1
  const came = repeatForQuarters(window.map((hour) => sign * (hour.realised ?? Number.NaN)))
  const best = optimise({ ...constraints, values: came, slots: load.slots })
  if (!best.isFeasible) return null
  const mean = computeMean(came, came.keys())
  const computeSaved = (segments: readonly SlotSegment[]): number => mean - computeMean(came, listSlots(segments))
  const first = Math.floor(random * (came.length - load.slots + 1))
  const saved = {
    plan: computeSaved(result.plan.segments),
    yesterday: computeSaved(result.baselines.yesterday.segments),
    atOnce: computeSaved(result.baselines.startNow.segments),
    random: computeSaved([{ first, slots: load.slots }]),
  }
  const isAtOnce = listSlots(result.plan.segments).at(-1) === load.slots - 1
  const gained = saved.plan - saved.atOnce
  const threePct = objective === 'score' ? 3 : 0.03 * Math.abs(mean - saved.atOnce)
  const { probabilityBetterThanNow: said, worthWaiting: isWorth, plan, baselines } = result
  const [lower, higher] = objective === 'score' ? [baselines.startNow, plan] : [plan, baselines.startNow]
  const share = paths && computeProbabilityBelow(paths, lower.segments, higher.segments)
  const knownPaths = paths === null ? 0 : countKnownPaths(paths, lower.segments, higher.segments)
  return {
    issuedMs: issuedAt.epochMilliseconds,
    possible: computeSaved(best.segments),
    saved,
    waiting:
      isAtOnce || said === null || isWorth === null || share === null
        ? null
        : {
            ...{ isWorth, said, share, paths: knownPaths },
            ...{ hasSaved: gained > 0, hasSavedThreePct: gained >= threePct },
          },
    isAtOnce,
  }
}

/** A quarter-hour with only the value of the objective: actual values and forecast are hourly. */
function toPlanSlot(slot: ParisSlot, hour: HourOutcome | undefined, objective: Objective): PlanSlot {
  const value = hour?.predicted.analog ?? null
  const empty = { ...slot, price: null, gCo2PerKwh: null, score: null, gridSignal: null }
  if (value === null || hour === undefined) return empty
  const central = { central: value, low: null, high: null }
  if (objective === 'carbon') return { ...empty, gCo2PerKwh: central }
  if (objective === 'score') return { ...empty, score: central }
  const [basis, certainty] = hour.isPublished
    ? (['auction', 'confirmed'] as const)
    : (['estimate', 'unconfirmed'] as const)
  return { ...empty, price: { eurPerKwh: value / 1_000, low: null, high: null, basis, certainty } }
}

function buildArchivedPaths(window: readonly HourOutcome[], errors: readonly Float64Array[], target: PlanTarget) {
  if (errors.length === 0) return null
  const forecast = repeatForQuarters(window.map(({ predicted }) => predicted.analog))
  const bySlot = errors.map((path) => repeatForQuarters([...path.subarray(0, window.length)]))
  const isKnown = (slot: number): boolean => window[Math.floor(slot / slotsPerHour)]?.isPublished ?? false
  const paths = buildErrorPaths(
    forecast,
    bySlot,
    errorKinds[target],
    isKnown,
    target === 'score' ? [0, 100] : undefined,
  )
  return target === 'price' ? { ...paths, factor: 1 / 1_000 } : paths
}

/** Hourly values for each of their quarter-hours. */
function repeatForQuarters<Value>(hourly: readonly Value[]): Value[] {
  return hourly.flatMap((value) => Array.from({ length: slotsPerHour }, () => value))
}

function computeMean(values: readonly number[], slots: Iterable<number>): number {
  let [sum, count] = [0, 0]
  for (const slot of slots) {
    sum += values[slot] ?? Number.NaN
    count += 1
  }
  return sum / count
}

/** Full hours until the next 07:00 in Paris. */
function countHoursUntilSeven(fromMs: number): number {
  const from = toParisTime(Temporal.Instant.fromEpochMilliseconds(fromMs))
  const today = from.withPlainTime('07:00')
  const seven = today.epochMilliseconds > fromMs ? today : from.add({ days: 1 }).withPlainTime('07:00')
  return Math.round((seven.epochMilliseconds - fromMs) / hourMs)
}
