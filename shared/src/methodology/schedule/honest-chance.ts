/** Paths that are counted for and against before the first real one, so that some paths of one kind are no certainty. */
const pathsBefore = 2

/**
 * Exponent of the odds, fitted on the recorded years (docs/methodology/plans-accuracy.md#said-and-paid). One serves life-cycle and direct emissions: two
 * constants, fitted on less, did worse on the half-years that followed.
 */
export const chanceExponent = 0.78

/**
 * The chance that a plan emits less than starting now, as such plans turned out: the odds of the paths to the power of the exponent. The share of the
 * paths alone is too sure, because the optimiser picks the slots whose forecast errs low.
 *
 * @param share of the paths on which the plan emits less, 0 to 1
 * @param paths their number
 */
export function computeHonestChance(share: number, paths: number, exponent: number = chanceExponent): number {
  return 1 / (1 + Math.exp(-exponent * computeLogOdds(share, paths)))
}

/** Logarithm of the odds of the paths, two paths more on either side. */
export function computeLogOdds(share: number, paths: number): number {
  return Math.log((share * paths + pathsBefore) / ((1 - share) * paths + pathsBefore))
}
