import type { Objective } from '../../contract/planning/choices.ts'
import { computeHonestChance } from './honest-chance.ts'
import type { PlanFigures, PlanPaths } from './plan-figures.ts'
import { computeProbabilityBelow, countKnownPaths } from './value-paths.ts'

/** Saving of a plan compared with another plan, positive = better; null when one of the two values is unknown. */
export type Saving = {
  eur: number | null
  gCo2eq: number | null
  /** Points of the score gained. */
  score: number | null
  /**
   * Difference ÷ |value of the other|, %, of the quantity that the two plans are compared by; null for the score, and where the other is less than
   * 0.01.
   */
  pct: number | null
}

/** Costs that differ by less are equal, EUR; prices too, EUR/kWh. */
export const equalCostWithin = 1e-9

const minSavingPct = 3
/** Points of the score that count as 3 %: the scale has 100. */
const minSavingPoints = 3
/** Below this a share of the baseline is meaningless, EUR or g; a saving of so much counts as one. */
const minBaseline = 0.01

/** Whether two plans cost the same; false where a cost is unknown. */
export function isSameCost(plan: PlanFigures, other: PlanFigures): boolean {
  if (plan.cost === null || other.cost === null) return false
  return Math.abs(plan.cost.eur - other.cost.eur) < equalCostWithin
}

/** The quantity by which two plans are compared: the objective, or carbon where the objective is a cost that is the same for both. */
export function findComparison(plan: PlanFigures, other: PlanFigures, objective: Objective): Objective {
  const isByCarbon = objective === 'cost' && isSameCost(plan, other) && plan.carbon !== null && other.carbon !== null
  return isByCarbon ? 'carbon' : objective
}

/** What `plan` saves next to `other`. */
export function computeSaving(plan: PlanFigures, other: PlanFigures, objective: Objective): Saving {
  const eur = subtractOrNull(other.cost?.eur, plan.cost?.eur)
  const gCo2eq = subtractOrNull(other.carbon?.gCo2eq, plan.carbon?.gCo2eq)
  const score = plan.score === null || other.score === null ? null : plan.score - other.score
  const comparedBy = findComparison(plan, other, objective)
  const [difference, baseline] =
    comparedBy === 'cost'
      ? [eur, other.cost?.eur]
      : comparedBy === 'carbon'
        ? [gCo2eq, other.carbon?.gCo2eq]
        : [null, 0]
  const isMeasurable = difference !== null && baseline !== undefined && Math.abs(baseline) >= minBaseline
  return { eur, gCo2eq, score, pct: isMeasurable ? (difference / Math.abs(baseline)) * 100 : null }
}

function subtractOrNull(minuend: number | undefined, subtrahend: number | undefined): number | null {
  return minuend === undefined || subtrahend === undefined ? null : minuend - subtrahend
}

/**
 * At least 3 %: 3 points of the score; next to a baseline of almost nothing, a cent or a hundredth of a gram.
 *
 * @param comparedBy see {@link findComparison}
 */
export function isWorthwhile({ eur, gCo2eq, score, pct }: Saving, comparedBy: Objective): boolean {
  if (comparedBy === 'score') return score !== null && score >= minSavingPoints
  if (pct !== null) return pct >= minSavingPct
  const saved = comparedBy === 'cost' ? eur : gCo2eq
  return saved !== null && saved >= minBaseline
}

/** Probability that the plan turns out better than starting now by the quantity that they are compared by; null without error paths. */
export function computeProbabilityOfBetter(
  paths: PlanPaths,
  plan: PlanFigures,
  now: PlanFigures,
  comparedBy: Objective,
): number | null {
  const compared = paths[comparedBy]
  if (compared === null) return null
  // More points are better: starting now must have fewer.
  const [lower, higher] = comparedBy === 'score' ? [now, plan] : [plan, now]
  const share = computeProbabilityBelow(compared, lower.segments, higher.segments)
  // A plan that is to start now emits exactly as much as starting now.
  if (share === null || comparedBy !== 'carbon' || isAtOnce(plan, now)) return share
  return computeHonestChance(share, countKnownPaths(compared, lower.segments, higher.segments))
}

/** Whether a plan is to start now: it has the slots of the baseline that does. */
export function isAtOnce({ segments }: PlanFigures, startNow: PlanFigures): boolean {
  return JSON.stringify(segments) === JSON.stringify(startNow.segments)
}
