import { roundToTotal } from '../../../kit/whole-parts.ts'

/**
 * Rounds powers to whole GW so that the shown figures add up to the shown total. Negative powers are possible.
 *
 * @returns the figures in the order of the powers, and their sum, which is the rounded sum of the powers
 */
export function roundToGigawatts(powersMw: readonly number[]): { figuresGw: number[]; totalGw: number } {
  const powersGw = powersMw.map((powerMw) => powerMw / 1_000)
  const totalGw = Math.round(powersGw.reduce((sum, power) => sum + power, 0)) || 0
  return { figuresGw: roundToTotal(powersGw, totalGw), totalGw }
}
