import { computeHonestChance, computeLogOdds } from '@hexawatt/shared/methodology/schedule/honest-chance'
import type { JudgedObjective, PlanStats, Waiting } from './evaluate-plans.ts'

/** A plan that was to wait: what was said, and whether waiting paid. */
export type JudgedChance = Waiting & { issuedMs: number }

/** Objectives whose chance is corrected for the choice of the plan: the product serves one exponent for both. */
export const correctedObjectives = ['carbon', 'direct'] as const satisfies readonly JudgedObjective[]

/** The chances of all loads for some objectives. */
export function listChances(stats: readonly PlanStats[], objectives: readonly JudgedObjective[]): JudgedChance[] {
  return stats
    .filter(({ objective }) => objectives.includes(objective))
    .flatMap(({ outcomes }) =>
      outcomes.flatMap(({ issuedMs, waiting }) => (waiting === null ? [] : [{ ...waiting, issuedMs }])),
    )
}

/** Newton steps of a fit: the likelihood is concave, and far fewer are needed. */
const maxSteps = 25

/**
 * The exponent of the odds that makes what came most likely.
 *
 * @returns null without chances of both outcomes
 */
export function fitChanceExponent(
  chances: readonly Pick<JudgedChance, 'share' | 'paths' | 'hasSaved'>[],
): number | null {
  if (new Set(chances.map(({ hasSaved }) => hasSaved)).size < 2) return null
  let exponent = 1
  for (let step = 0; step < maxSteps; step += 1) {
    let [slope, curvature] = [0, 0]
    for (const { share, paths, hasSaved } of chances) {
      const [logOdds, chance] = [computeLogOdds(share, paths), computeHonestChance(share, paths, exponent)]
      slope += (Number(hasSaved) - chance) * logOdds
      curvature += chance * (1 - chance) * logOdds ** 2
    }
    exponent += slope / curvature
  }
  return Number.isFinite(exponent) ? exponent : null
}

/** Half a year of UTC, `2024-H1`. */
export function toHalfYear(ms: number): string {
  const { year, month } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC')
  return `${year}-H${month <= 6 ? 1 : 2}`
}

/** Half-years with fewer chances belong to the one before them. */
const minChances = 1_000

/** Exponent of each half-year but the first, fitted on all chances before it; ascending. */
export function fitByHalfYear(chances: readonly JudgedChance[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { issuedMs } of chances) counts.set(toHalfYear(issuedMs), (counts.get(toHalfYear(issuedMs)) ?? 0) + 1)
  const exponents = new Map<string, number>()
  let newest: number | null = null
  for (const half of [...counts.keys()].sort()) {
    const before = chances.filter(({ issuedMs }) => toHalfYear(issuedMs) < half)
    if ((counts.get(half) ?? 0) >= minChances || newest === null) newest = fitChanceExponent(before)
    if (newest !== null) exponents.set(half, newest)
  }
  return exponents
}
