import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { listParisSlots } from '@hexawatt/shared/time/paris-clock'

/** What the tests of the landscape say of a quarter-hour; what they leave out is as on a calm day. */
export type SlotValues = {
  gCo2PerKwh?: number | null
  score?: number | null
  eurPerKwh?: number | null
  basis?: 'auction' | 'estimate' | 'regulated' | 'expected'
}

/** Consecutive quarter-hours from an instant on. */
export function makeSlots(
  start: string,
  count: number,
  valuesOf: (slot: number) => SlotValues = () => ({}),
): PlanSlot[] {
  return listParisSlots(Date.parse(start), count).map((slot, index) => {
    const { gCo2PerKwh = 40, score = 60, eurPerKwh = 0.2, basis = 'regulated' } = valuesOf(index)
    return {
      ...slot,
      price: eurPerKwh === null ? null : { eurPerKwh, low: null, high: null, basis, certainty: 'confirmed' },
      gCo2PerKwh: gCo2PerKwh === null ? null : { central: gCo2PerKwh, low: 0.9 * gCo2PerKwh, high: 1.2 * gCo2PerKwh },
      score: score === null ? null : { central: score, low: null, high: null },
      gridSignal: null,
    }
  })
}
