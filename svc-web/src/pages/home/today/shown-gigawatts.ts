/**
 * Rounds powers to whole GW so that the shown figures add up to the shown total: each is rounded down, and what is missing goes to the largest remainders.
 * Negative powers are possible.
 *
 * @returns the figures in the order of the powers, and their sum, which is the rounded sum of the powers
 */
export function roundToGigawatts(powersMw: readonly number[]): { figuresGw: number[]; totalGw: number } {
  const powersGw = powersMw.map((powerMw) => powerMw / 1_000)
  const totalGw = Math.round(powersGw.reduce((sum, power) => sum + power, 0)) || 0
  const figuresGw = powersGw.map(Math.floor)
  const missing = totalGw - figuresGw.reduce((sum, figure) => sum + figure, 0)
  const byRemainder = powersGw
    .map((power, index) => ({ index, remainder: power - Math.floor(power) }))
    .sort((one, other) => other.remainder - one.remainder)
  for (const { index } of byRemainder.slice(0, missing)) figuresGw[index] = (figuresGw[index] ?? 0) + 1
  return { figuresGw: figuresGw.map((figure) => figure || 0), totalGw }
}
