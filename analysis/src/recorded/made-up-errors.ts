import { hourMs } from '@hexawatt/shared/time/instant'

/** A made-up error: which series of numbers, and the hours from one number to the next; between them it goes evenly. */
export type MadeUpError = { series: number; stepHours: number }

/** −1 … 1, the same for the same arguments. */
export function computeMadeUpError(startMs: number, { series, stepHours }: MadeUpError): number {
  const steps = startMs / hourMs / stepHours
  const before = Math.floor(steps)
  const share = steps - before
  return (1 - share) * computeMadeUpNumber(before, series) + share * computeMadeUpNumber(before + 1, series)
}

/** Standard deviation of {@link computeMadeUpError}: evenly spread numbers (√⅓), interpolated evenly (√⅔). */
export const madeUpDeviation = Math.sqrt(2) / 3

function computeMadeUpNumber(step: number, series: number): number {
  const value = Math.sin(step * 12.9898 + series * 78.233) * 43_758.5453
  return 2 * (value - Math.floor(value)) - 1
}
