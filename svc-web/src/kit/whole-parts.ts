/**
 * Whole numbers that add up to a whole total, each next to its exact value: every value is rounded down, and what is missing goes to the largest
 * remainders. Negative values are possible.
 *
 * @returns the numbers in the order of the values
 */
export function roundToTotal(values: readonly number[], total: number): number[] {
  const floors = values.map(Math.floor)
  const missing = total - floors.reduce((sum, floor) => sum + floor, 0)
  const byRemainder = values
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((one, other) => other.remainder - one.remainder)
  const raised = new Set(byRemainder.slice(0, Math.max(0, missing)).map(({ index }) => index))
  // A floor of −0 is 0.
  return floors.map((floor, index) => floor + (raised.has(index) ? 1 : 0) || 0)
}
