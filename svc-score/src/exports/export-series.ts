import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { type ExportedQuantity, exportedZone } from '@hexawatt/shared/contract/exports/export-bodies'
import { slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import type { OutlookResponse } from '@hexawatt/shared/contract/planning/outlook'

/** A quarter-hour of the outlook. */
export type ExportedSlot = OutlookResponse['slots'][number]

/** A price of 2 decimals in EUR/MWh has 5 in EUR/kWh. */
const priceDecimals = 5

type KnownValue = { slot: ExportedSlot; value: number }

/**
 * The values of a quantity from the first slot on, up to the first that is unknown: the programs that read a series take a hole for a value
 * of 0, or for the value before it.
 *
 * @returns EUR/kWh or gCO2eq/kWh
 */
function knownValues(slots: readonly ExportedSlot[], quantity: ExportedQuantity): KnownValue[] {
  const known: KnownValue[] = []
  for (const slot of slots) {
    const value = quantityOf(slot, quantity)
    if (value === null) break
    known.push({ slot, value })
  }
  return known
}

function quantityOf({ price, carbon }: ExportedSlot, quantity: ExportedQuantity): number | null {
  return quantity === 'carbon' ? carbon.gCo2PerKwh : pricePerKwh(price.eurPerMwh)
}

/** EUR/MWh → EUR/kWh; null for null. */
export function pricePerKwh(eurPerMwh: number | null): number | null {
  return eurPerMwh === null ? null : roundHalfAwayFromZero(eurPerMwh / 1_000, priceDecimals)
}

/** Body of `GET /v1/export/evcc`. */
export function evccForecast(slots: readonly ExportedSlot[], quantity: ExportedQuantity) {
  return knownValues(slots, quantity).map(({ slot: { start, end }, value }) => ({ start, end, value }))
}

/** Body of `GET /v1/export/emhass`. */
export function emhassForecast(slots: readonly ExportedSlot[], quantity: ExportedQuantity): Record<string, number> {
  return Object.fromEntries(knownValues(slots, quantity).map(({ slot, value }) => [slot.start, value]))
}

/** Body of `GET /v1/export/carbon-aware-sdk`. */
export function carbonAwareForecast(slots: readonly ExportedSlot[]) {
  return knownValues(slots, 'carbon').map(({ slot, value }) => ({
    location: exportedZone,
    timestamp: slot.start,
    duration: slotMinutes,
    value,
  }))
}
