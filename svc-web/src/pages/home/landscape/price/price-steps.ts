import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { boxHeight } from '../geometry/rows.ts'

/** What the price of a step depends on: a period of the contract, or the market. */
export type PriceKind = 'flat' | 'offPeak' | 'peak' | 'blue' | 'white' | 'red' | 'market'

/** Quarter-hours with one price, which is unknown where `eurPerKwh` is null. */
export type PriceStep = {
  from: number
  to: number
  eurPerKwh: number | null
  kind: PriceKind
  isEstimated: boolean
}

/** Prices that differ by less are the same step, EUR/kWh. */
const samePrice = 1e-7

/** The price of the window as steps. */
export function listPriceSteps(slots: readonly PlanSlot[], findKind: (slot: PlanSlot) => PriceKind): PriceStep[] {
  const steps: PriceStep[] = []
  for (const [index, slot] of slots.entries()) {
    const eurPerKwh = slot.price?.eurPerKwh ?? null
    const isEstimated = slot.price?.basis === 'expected' || slot.price?.basis === 'estimate'
    const kind = findKind(slot)
    const last = steps.at(-1)
    const isSame =
      last !== undefined && last.kind === kind && last.isEstimated === isEstimated && isEqual(last.eurPerKwh, eurPerKwh)
    if (isSame) last.to = index + 1
    else steps.push({ from: index, to: index + 1, eurPerKwh, kind, isEstimated })
  }
  return steps
}

function isEqual(one: number | null, other: number | null): boolean {
  if (one === null || other === null) return one === other
  return Math.abs(one - other) < samePrice
}

/** Heights in the box of the lane. */
export type PriceScale = { toY: (eurPerKwh: number) => number; zeroY: number; hasNegative: boolean }

/** Space above the highest step, and below a negative one, as a share of the span: labels stand there. */
const labelShare = 0.34
const negativeShare = 0.5
/** A single price is drawn in the middle of its low lane. */
const flatShare = 1.1

/** From zero, or the lowest negative price, to the highest price. */
export function makePriceScale(steps: readonly PriceStep[]): PriceScale {
  const prices = steps.flatMap(({ eurPerKwh }) => eurPerKwh ?? [])
  const highest = Math.max(0, ...prices)
  const lowest = Math.min(0, ...prices)
  const span = highest - lowest || 1
  const isFlat = steps.every(({ kind }) => kind === 'flat')
  const top = highest + span * (isFlat ? flatShare : labelShare)
  const bottom = lowest < 0 ? lowest - span * negativeShare : 0
  const toY = (eurPerKwh: number): number => boxHeight * (1 - (eurPerKwh - bottom) / (top - bottom))
  return { toY, zeroY: toY(0), hasNegative: lowest < 0 }
}
