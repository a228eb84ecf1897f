import { type Estimate, maxAlternatives, type Objective, type TieBreak } from '../../contract/planning/choices.ts'
import type { Load } from './load.ts'
import { listSlots, optimise, type Schedule, type SlotSegment } from './optimise.ts'
import { computePlanFigures, type PlanFigures, type PlanPaths, type PlanSlot } from './plan-figures.ts'
import { computeProbabilityBelow } from './value-paths.ts'

export type PlanRequest = {
  /** Consecutive quarter-hours from the earliest start to the latest end. */
  slots: readonly PlanSlot[]
  load: Load
  objective: Objective
  estimate: Estimate
  maxSegments: number
  minOnSlots: number
  tieBreak: TieBreak
  paths: PlanPaths
  /** Realised value of the objective at the same time of day in Paris on the day before, for each slot; null = unknown. */
  yesterday: readonly (number | null)[]
}

/** Saving of a plan compared with another plan, positive = better; null when one of the two values is unknown. */
export type Saving = {
  eur: number | null
  gCo2eq: number | null
  /** Points of the score gained. */
  score: number | null
  /** Difference of the objective ÷ |objective of the other|, %; null for the score, and where the other is less than 0.01. */
  pct: number | null
}

export type Baselines = {
  /** In one piece from the first slot on. */
  startNow: PlanFigures
  /** In one piece up to the last slot. */
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
  /** Probability that the plan turns out better than starting now, by its objective; null without error paths. */
  probabilityBetterThanNow: number | null
  /** Null where the probability is unknown. */
  worthWaiting: boolean | null
}

/** Waiting is worth it from this probability and this saving on. */
export const minWaitingProbability = 0.6
const minSavingPct = 3
/** Points of the score that count as 3 %: the scale has 100. */
const minSavingPoints = 3
/** Below this a share of the baseline is meaningless, EUR or g; a saving of so much counts as one. */
const minBaseline = 0.01

/**
 * The best plan of a load with everything that it is compared with.
 *
 * Alternatives are meaningfully different: each is the best plan that shares no quarter-hour with the plan and the alternatives before it.
 *
 * @returns what is missing in the window when the load does not fit into its known slots
 */
export function planLoad(request: PlanRequest): LoadPlan | Extract<Schedule, { isFeasible: false }> {
  const { slots, load, objective, paths } = request
  const values = slots.map((slot) => computeObjective(slot, request))
  const best = optimise({ ...request, values, slots: load.slots })
  if (!best.isFeasible) return best
  const figures = (segments: readonly SlotSegment[]): PlanFigures => computePlanFigures(segments, slots, load, paths)
  const bestBy = (others: readonly (number | null)[]): PlanFigures | null => {
    const schedule = optimise({ ...request, values: others, slots: load.slots })
    return schedule.isFeasible ? figures(schedule.segments) : null
  }
  const plan = figures(best.segments)
  const startNow = figures([{ first: 0, slots: load.slots }])
  const yesterday = bestBy(
    values.map((value, slot) => (value === null ? null : computeYesterdayObjective(request, slot))),
  )
  const vsNow = computeSaving(plan, startNow, objective)
  const probability = computeProbabilityOfBetter(request, plan, startNow)
  return {
    isFeasible: true,
    plan,
    baselines: {
      startNow,
      asLate: figures([{ first: slots.length - load.slots, slots: load.slots }]),
      worst: bestBy(values.map((value) => (value === null ? null : -value))) ?? plan,
      yesterday,
    },
    savings: { vsNow, vsYesterday: yesterday && computeSaving(plan, yesterday, objective) },
    alternatives: findAlternatives(best.segments, values, bestBy),
    probabilityBetterThanNow: probability,
    worthWaiting: probability === null ? null : probability >= minWaitingProbability && isWorthwhile(vsNow, objective),
  }
}

/** Computes the minimised value of a slot, lower is better; null = unknown, such a slot is never chosen. */
export function computeObjective(
  { price, gCo2PerKwh, score }: PlanSlot,
  { objective, estimate }: Pick<PlanRequest, 'objective' | 'estimate'>,
): number | null {
  const isCentral = estimate === 'central'
  if (objective === 'cost') return (isCentral ? price?.eurPerKwh : price?.high) ?? null
  if (objective === 'carbon') return (isCentral ? gCo2PerKwh?.central : gCo2PerKwh?.high) ?? null
  const points = isCentral ? score?.central : score?.low
  return points === undefined || points === null ? null : -points
}

function computeYesterdayObjective({ yesterday, objective }: PlanRequest, slot: number): number | null {
  const value = yesterday[slot] ?? null
  return value !== null && objective === 'score' ? -value : value
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

/** What `plan` saves next to `other`. */
function computeSaving(plan: PlanFigures, other: PlanFigures, objective: Objective): Saving {
  const less = (ofPlan: number | undefined, ofOther: number | undefined): number | null =>
    ofPlan === undefined || ofOther === undefined ? null : ofOther - ofPlan
  const eur = less(plan.cost?.eur, other.cost?.eur)
  const gCo2eq = less(plan.carbon?.gCo2eq, other.carbon?.gCo2eq)
  const score = plan.score === null || other.score === null ? null : plan.score - other.score
  const [difference, baseline] =
    objective === 'cost' ? [eur, other.cost?.eur] : objective === 'carbon' ? [gCo2eq, other.carbon?.gCo2eq] : [null, 0]
  const isMeasurable = difference !== null && baseline !== undefined && Math.abs(baseline) >= minBaseline
  return { eur, gCo2eq, score, pct: isMeasurable ? (difference / Math.abs(baseline)) * 100 : null }
}

/** At least 3 %: 3 points of the score; next to a baseline of almost nothing, a cent or a hundredth of a gram. */
export function isWorthwhile({ eur, gCo2eq, score, pct }: Saving, objective: Objective): boolean {
  if (objective === 'score') return score !== null && score >= minSavingPoints
  if (pct !== null) return pct >= minSavingPct
  const saved = objective === 'cost' ? eur : gCo2eq
  return saved !== null && saved >= minBaseline
}

function computeProbabilityOfBetter(
  { objective, paths }: PlanRequest,
  plan: PlanFigures,
  now: PlanFigures,
): number | null {
  const ofObjective = paths[objective]
  if (ofObjective === null) return null
  // More points are better: starting now must have fewer.
  return objective === 'score'
    ? computeProbabilityBelow(ofObjective, now.segments, plan.segments)
    : computeProbabilityBelow(ofObjective, plan.segments, now.segments)
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
