import { listParisSlots } from '../../../time/paris-clock.ts'
import type { PlanSlot } from '../plan-figures.ts'
import type { PlanRequest } from '../plan-load.ts'

/** Noon in Paris. */
export const noonMs = Temporal.Instant.from('2026-03-02T11:00:00Z').epochMilliseconds

/** A window whose quarter-hours have these market prices, EUR/MWh; grams are half of them and scores 100 less them. */
export function createWindow(pricesEurPerMwh: readonly (number | null)[], firstMs = noonMs): PlanSlot[] {
  return listParisSlots(firstMs, pricesEurPerMwh.length).map((slot, index) => {
    const eurPerMwh = pricesEurPerMwh[index] ?? null
    if (eurPerMwh === null) return { ...slot, price: null, gCo2PerKwh: null, score: null, gridSignal: null }
    const band = (central: number, spread: number) => ({ central, low: central - spread, high: central + spread })
    return {
      ...slot,
      price: {
        eurPerKwh: eurPerMwh / 1_000,
        low: eurPerMwh / 1_000 - 0.01,
        high: eurPerMwh / 1_000 + 0.01,
        basis: 'auction',
        certainty: 'confirmed',
      },
      gCo2PerKwh: band(eurPerMwh / 2, 3),
      score: band(100 - eurPerMwh, 5),
      gridSignal: 'Favorable',
    }
  })
}

/** A load of 1 kWh in two quarter-hours of one piece, planned for cost. */
export function createPlanRequest(slots: readonly PlanSlot[], changes: Partial<PlanRequest> = {}): PlanRequest {
  return {
    slots,
    load: { slots: 2, powerKW: 2, energyKWh: 1 },
    objective: 'cost',
    estimate: 'central',
    maxSegments: 1,
    minOnSlots: 1,
    tieBreak: 'early',
    paths: { cost: null, carbon: null, score: null },
    yesterday: slots.map(() => null),
    yesterdayGCo2PerKwh: slots.map(() => null),
    ...changes,
  }
}
