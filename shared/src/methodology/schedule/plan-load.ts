import { type Estimate, maxAlternatives, type Objective, type TieBreak } from '../../contract/planning/choices.ts'
import type { Load } from './load.ts'
import { listSlots, optimise, type Schedule, type SlotSegment, toSegments } from './optimise.ts'
import {
  computeProbabilityOfBetter,
  computeSaving,
  equalCostWithin,
  findComparison,
  isAtOnce,
  isSameCost,
  isWorthwhile,
  type Saving,
} from './plan-comparison.ts'
import { computePlanFigures, type PlanFigures, type PlanPaths, type PlanSlot } from './plan-figures.ts'

export type PlanRequest = {
  /** Consecutive quarter-hours from the earliest start to the latest end. */
  slots: readonly PlanSlot[]
  /** Slots in which the load must not run; absent = none. */
  isQuiet?: readonly boolean[] | undefined
  load: Load
  objective: Objective
  estimate: Estimate
  maxSegments: number
  minOnSlots: number
  tieBreak: TieBreak
  paths: PlanPaths
  /** Realised value of the objective at the same time of day in Paris on the day before, for each slot; null = unknown. */
  yesterday: readonly (number | null)[]
  /** Realised carbon intensity of the same hours, gCO2eq/kWh; null = unknown. Read for the objective `cost`, where prices are equal. */
  yesterdayGCo2PerKwh: readonly (number | null)[]
}

export type Baselines = {
  /** In one piece from the first slot on; with quiet hours, from the first slot at which they let it run. */
  startNow: PlanFigures
  /** In one piece up to the last slot; with quiet hours, up to the last slot to which they let it run. */
  asLate: PlanFigures
  /** The dearest plan under the same constraints. */
  worst: PlanFigures
  /** The slots that would have been best yesterday, with today's forecast; null where yesterday is not known well enough. */
  yesterday: PlanFigures | null
}

export type LoadPlan = {
  isFeasible: true
  plan: PlanFigures
  baselines: Baselines
  savings: { vsNow: Saving; vsYesterday: Saving | null }
  alternatives: readonly PlanFigures[]
  /** The plan of equal cost that the order of time alone would take; null where it is the plan itself, and for other objectives. */
  sameCost: PlanFigures | null
  /** Whether the objective is a cost that is the same in every known slot of the window. */
  isCostFlat: boolean
  /** What the plan and starting now are compared by: the objective, or carbon where it is a cost that is the same for both. */
  comparedBy: Objective
  /** Probability that the plan turns out better than starting now, by `comparedBy`; null without error paths. */
  probabilityBetterThanNow: number | null
  /** Null where the probability is unknown. */
  worthWaiting: boolean | null
}

/** Waiting is worth it from this probability and a saving of 3 % on. */
export const minWaitingProbability = 0.6

/**
 * Units of a cost of 1 EUR/kWh: a price with up to eight decimals is a whole number of them, also the mean of two prices by the minutes of a
 * quarter-hour, so that equal costs are equal to the last digit.
 */
const unitsPerEurPerKwh = 15e8

/** The best plan by some values, and by tie values where these are equal; null when none is possible. */
type RankPlans = (
  values: readonly (number | null)[],
  tieValues: readonly (number | null)[] | undefined,
) => PlanFigures | null

/**
 * The best plan of a load with everything that it is compared with.
 *
 * Alternatives are meaningfully different: each is the best plan that shares no quarter-hour with the plan and the alternatives before it.
 *
 * @returns what is missing in the window when the load does not fit into its known slots
 */
export function planLoad(request: PlanRequest): LoadPlan | Extract<Schedule, { isFeasible: false }> {
  const { slots, load, objective, estimate, paths } = request
  const isByCost = objective === 'cost'
  const values = listObjectives(request)
  const tieValues = isByCost
    ? slots.map((slot) => computeObjective(slot, { objective: 'carbon', estimate }))
    : undefined
  const findBest = (...[ranked, ties]: Parameters<RankPlans>): Schedule =>
    optimise({
      ...request,
      ...{ values: ranked, tieValues: ties, slots: load.slots },
      ...(isByCost ? { unitsPerValue: unitsPerEurPerKwh } : {}),
    })
  const best = findBest(values, tieValues)
  if (!best.isFeasible) return best
  const figures = (segments: readonly SlotSegment[]): PlanFigures => computePlanFigures(segments, slots, load, paths)
  const bestBy: RankPlans = (ranked, ties) => {
    const schedule = findBest(ranked, ties)
    return schedule.isFeasible ? figures(schedule.segments) : null
  }
  const plan = figures(best.segments)
  const isAllowed = slots.map((_, slot) => request.isQuiet?.[slot] !== true)
  const startNow = figures(findFirstSlots(isAllowed, load.slots))
  const yesterday = findYesterdaysBest(request, values, bestBy)
  const isCostFlat = isByCost && isFlat(values)
  const comparedBy = isAtOnce(plan, startNow) && !isCostFlat ? objective : findComparison(plan, startNow, objective)
  const vsNow = computeSaving(plan, startNow, objective)
  const probability = computeProbabilityOfBetter(paths, plan, startNow, comparedBy)
  return {
    isFeasible: true,
    plan,
    baselines: {
      startNow,
      asLate: figures(findLastSlots(isAllowed, load.slots)),
      worst: bestBy(values.map(negateOrNull), tieValues?.map(negateOrNull)) ?? plan,
      yesterday,
    },
    savings: { vsNow, vsYesterday: yesterday && computeSaving(plan, yesterday, objective) },
    alternatives: findAlternatives(best.segments, values, (others) => bestBy(others, tieValues)),
    sameCost: isByCost ? findPlanOfSameCost(plan, bestBy(values, undefined)) : null,
    isCostFlat,
    comparedBy,
    probabilityBetterThanNow: probability,
    worthWaiting: probability === null ? null : probability >= minWaitingProbability && isWorthwhile(vsNow, comparedBy),
  }
}

/** The minimised value of each slot; null = unknown or quiet, such a slot is never chosen. */
export function listObjectives({
  slots,
  isQuiet,
  ...asked
}: Pick<PlanRequest, 'slots' | 'isQuiet' | 'objective' | 'estimate'>): (number | null)[] {
  return slots.map((slot, index) => (isQuiet?.[index] === true ? null : computeObjective(slot, asked)))
}

/** The first allowed slots in one piece; in several where no gap between quiet hours is long enough. */
function findFirstSlots(isAllowed: readonly boolean[], count: number): SlotSegment[] {
  let length = 0
  for (const [slot, allowed] of isAllowed.entries()) {
    length = allowed ? length + 1 : 0
    if (length === count) return [{ first: slot + 1 - count, slots: count }]
  }
  let left = count
  const isChosen = isAllowed.map((allowed) => {
    const isNext = allowed && left > 0
    if (isNext) left -= 1
    return isNext
  })
  return toSegments(isChosen)
}

/** As {@link findFirstSlots}, from the end. */
function findLastSlots(isAllowed: readonly boolean[], count: number): SlotSegment[] {
  const mirrored = findFirstSlots(isAllowed.toReversed(), count)
  return mirrored.toReversed().map(({ first, slots }) => ({ first: isAllowed.length - first - slots, slots }))
}

const negateOrNull = (value: number | null): number | null => (value === null ? null : -value)

/** Whether values are known, and all of these are equal. */
function isFlat(values: readonly (number | null)[]): boolean {
  const known = values.filter((value) => value !== null)
  return known.length > 0 && Math.max(...known) - Math.min(...known) < equalCostWithin
}

function findPlanOfSameCost(plan: PlanFigures, byTime: PlanFigures | null): PlanFigures | null {
  const isOther = byTime !== null && JSON.stringify(byTime.segments) !== JSON.stringify(plan.segments)
  return isOther && isSameCost(plan, byTime) ? byTime : null
}

/** Computes the minimised value of a slot, lower is better; null = unknown, such a slot is never chosen. */
function computeObjective(
  { price, gCo2PerKwh, score }: PlanSlot,
  { objective, estimate }: Pick<PlanRequest, 'objective' | 'estimate'>,
): number | null {
  const isCentral = estimate === 'central'
  if (objective === 'cost') return (isCentral ? price?.eurPerKwh : price?.high) ?? null
  if (objective === 'carbon') return (isCentral ? gCo2PerKwh?.central : gCo2PerKwh?.high) ?? null
  const points = isCentral ? score?.central : score?.low
  return points === undefined || points === null ? null : -points
}

/** The slots that would have been best yesterday: by cost and then by carbon for the objective `cost`, by carbon alone where yesterday's cost was flat. */
function findYesterdaysBest(
  { objective, yesterday, yesterdayGCo2PerKwh }: PlanRequest,
  values: readonly (number | null)[],
  bestBy: RankPlans,
): PlanFigures | null {
  const keepKnown = (others: readonly (number | null)[]) =>
    values.map((value, slot) => (value === null ? null : (others[slot] ?? null)))
  const ranked = keepKnown(yesterday)
  if (objective !== 'cost') return bestBy(objective === 'score' ? ranked.map(negateOrNull) : ranked, undefined)
  return isFlat(ranked) ? bestBy(keepKnown(yesterdayGCo2PerKwh), undefined) : bestBy(ranked, yesterdayGCo2PerKwh)
}

function findAlternatives(
  plan: readonly SlotSegment[],
  values: readonly (number | null)[],
  bestBy: (values: readonly (number | null)[]) => PlanFigures | null,
): PlanFigures[] {
  const taken = new Set(listSlots(plan))
  const alternatives: PlanFigures[] = []
  while (alternatives.length < maxAlternatives) {
    const next = bestBy(values.map((value, slot) => (taken.has(slot) ? null : value)))
    if (next === null) break
    alternatives.push(next)
    for (const slot of listSlots(next.segments)) taken.add(slot)
  }
  return alternatives
}

/**
 * When to ask again, ms: at the first expected update that still comes before the plan's last piece begins.
 *
 * @param updatesMs instants at which new inputs are expected, such as the next issue and the auction
 * @returns null when nothing new is expected by then: the plan is final
 */
export function computeRecomputeAfterMs(
  plan: PlanFigures,
  slots: readonly PlanSlot[],
  nowMs: number,
  updatesMs: readonly number[],
): number | null {
  const lastStartMs = slots[plan.segments.at(-1)?.first ?? 0]?.startMs ?? nowMs
  const ahead = updatesMs.filter((updateMs) => updateMs > nowMs && updateMs < lastStartMs)
  return ahead.length === 0 ? null : Math.min(...ahead)
}
