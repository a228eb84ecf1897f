import type { BandedValue } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { boxHeight } from '../geometry/rows.ts'

/** Quarter-hours around a slot whose relief a label must clear. */
const reach = 6

/** Height of the relief around a slot in its box, from the top; the bottom where nothing is known. */
export function findHillY(
  intensities: readonly (BandedValue | null)[],
  slot: number,
  toY: (gCo2PerKwh: number) => number,
): number {
  const [from, to] = [Math.max(0, Math.floor(slot) - reach), Math.ceil(slot) + reach]
  const near = intensities.slice(from, to).flatMap((value) => value?.central ?? [])
  return near.length === 0 ? boxHeight : toY(Math.max(...near))
}
