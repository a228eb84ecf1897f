import { addSample, createEquations, type Equations, solveEquations } from '../../least-squares.ts'
import { findLeadBucket } from '../forecast-constants.ts'
import type { CorrectionInputs } from '../forecast-issue.ts'

/** Last lead of each bucket that has coefficients of its own. Lead 0, the hour in progress, takes the first. */
export const ridgeLastLeads = [3, 6, 12, 24, 36, 48, 60, 72] as const

const termCount = 9
const maxTerm = 4
/** Largest error that teaches: a factor of e. */
const maxError = 1
const halfLifeDays = 180
/** λ, and its share for the constant. */
const penalty = 50
const constantPenaltyShare = 0.05
/** Paris days with a target, below which a bucket gives no correction. */
const minTargetDays = 30

/** x (docs/methodology/forecast.md#corrections-learnt-from-errors): a term whose input is unknown is 0, and every one but the constant lies within ±4. */
export function buildRidgeTerms(inputs: CorrectionInputs): number[] {
  const { uncorrected, residualMw, windMw, solarMw, priceEurPerMwh, sameHour, recentError, hourBias } = inputs
  const scale = (value: number | null, centre: number, unit: number): number =>
    value === null ? 0 : (value - centre) / unit
  const terms = [
    Math.log(uncorrected / 30),
    scale(residualMw, 40_000, 8_000),
    scale(windMw, 6_000, 5_000),
    scale(solarMw, 3_000, 4_000),
    scale(priceEurPerMwh, 60, 40),
    sameHour === null || !(sameHour > 0) ? 0 : Math.log(sameHour / uncorrected),
    scale(recentError, 0, 0.2),
    scale(hourBias, 0, 0.2),
  ]
  return [1, ...terms.map((term) => (Number.isFinite(term) ? Math.min(maxTerm, Math.max(-maxTerm, term)) : 0))]
}

/** Bucket of a lead among {@link ridgeLastLeads}. */
export function findRidgeBucket(lead: number): number {
  return findLeadBucket(ridgeLastLeads, lead)
}

/** What one bucket has been taught: its equations, and the Paris days of its targets. */
export type RidgeBucket = { equations: Equations; targetDays: number; lastTargetDay: number | null }

export const createRidgeBucket = (): RidgeBucket => {
  return { equations: createEquations(termCount), targetDays: 0, lastTargetDay: null }
}

/** One hour of an earlier issue that has come true. */
export type RidgeSample = {
  terms: readonly number[]
  /** E of the hour. */
  error: number
  /** Age of its issue at the instant that it is taught, days. */
  ageDays: number
  /** 1 for issues every three hours, ⅓ for hourly ones. */
  weight: number
  /** Paris day of the target, days since the epoch. */
  targetDay: number
}

/**
 * The bucket after some days more, in which further samples came true. What it was taught before loses half of its weight in 180 days.
 *
 * @param samples in ascending order of the target day, none before the last of the bucket
 */
export function teachRidge(
  { equations, targetDays, lastTargetDay }: RidgeBucket,
  elapsedDays: number,
  samples: readonly RidgeSample[],
): RidgeBucket {
  const kept = computeAgeWeight(elapsedDays)
  const taught: Equations = {
    ...equations,
    weight: kept * equations.weight,
    products: equations.products.map((sum) => kept * sum),
    targets: equations.targets.map((sum) => kept * sum),
  }
  let [days, lastDay] = [targetDays, lastTargetDay]
  for (const { terms, error, ageDays, weight, targetDay } of samples) {
    const target = Math.min(maxError, Math.max(-maxError, error))
    addSample(taught, terms, target, weight * computeAgeWeight(ageDays))
    if (lastDay === null || targetDay > lastDay) [days, lastDay] = [days + 1, targetDay]
  }
  return { equations: taught, targetDays: days, lastTargetDay: lastDay }
}

const computeAgeWeight = (days: number): number => 0.5 ** (days / halfLifeDays)

/** β of a bucket; null with targets on fewer than 30 Paris days, or where the equations have no finite solution. */
export function solveRidge({ equations, targetDays }: RidgeBucket): number[] | null {
  if (targetDays < minTargetDays) return null
  const penalties = Array.from({ length: termCount }, (_, term) => (term === 0 ? constantPenaltyShare : 1) * penalty)
  const coefficients = solveEquations(equations, penalties)
  return coefficients.every(Number.isFinite) ? coefficients : null
}
