/** Length of the run of a flexible load, hours. */
export const blockHours = 4

/** First index of the cheapest block of four consecutive hours; the earliest of equals. There are costs for at least one block. */
export function findCheapestBlock(costs: readonly number[]): number {
  let best = 0
  for (let start = 1; start + blockHours <= costs.length; start += 1) {
    if (computeBlockMean(costs, start) < computeBlockMean(costs, best)) best = start
  }
  return best
}

/** Mean of the four values from `start` on. */
export function computeBlockMean(values: readonly number[], start: number): number {
  return values.slice(start, start + blockHours).reduce((sum, value) => sum + value, 0) / blockHours
}

/**
 * What the block at `start` saves against a run at any time of the window: mean of the window − mean of the block, in the unit
 * of the costs; negative when the block is dearer.
 */
export function computeBlockSaving(costs: readonly number[], start: number): number {
  return costs.reduce((sum, cost) => sum + cost, 0) / costs.length - computeBlockMean(costs, start)
}
