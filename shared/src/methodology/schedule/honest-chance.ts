/** Paths that are counted for and against before the first real one, so that some paths of one kind are no certainty. */
const pathsBefore = 2

/**
 * Exponent of the odds, fitted on the recorded years (docs/methodology/accuracy.md#plans-of-a-load). One serves life-cycle and direct emissions: two
 * constants, fitted on less, did worse on the half-years that followed.
 */
export const chanceExponent = 0.78

/**
 * The chance that a plan emits less than starting now, as such plans turned out: odds^0.78 instead of the odds of the paths. The share of the paths
 * alone is too sure, because the optimiser picks the slots whose forecast errs low.
 *
 * @param share of the paths on which the plan emits less, 0 to 1
 * @param paths their number
 */
export function computeHonestChance(share: number, paths: number, exponent: number = chanceExponent): number {
  const better = (share * paths + pathsBefore) ** exponent
  const worse = ((1 - share) * paths + pathsBefore) ** exponent
  return better / (better + worse)
}
