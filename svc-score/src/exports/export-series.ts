import type { KnownColor } from '@hexawatt/shared/answers/outlook-body'
import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { ExportedQuantity } from '@hexawatt/shared/contract/formats/export-bodies'
import { slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import type { OutlookResponse } from '@hexawatt/shared/contract/planning/outlook'
import type { SpotPrice } from '@hexawatt/shared/methodology/tariffs/slot-prices'
import type { TariffPricer } from '@hexawatt/shared/methodology/tariffs/tariff-prices'
import { isoSeconds, quarterHourMs } from '@hexawatt/shared/time/instant'
import { listParisSlots } from '@hexawatt/shared/time/paris-clock'

/** A quarter-hour of the outlook. */
export type ExportedSlot = OutlookResponse['slots'][number]

/** A price of 2 decimals in EUR/MWh has 5 in EUR/kWh. */
const priceDecimals = 5

/** Value of a quarter-hour; null = unknown. */
export type SeriesValue = { start: string; end: string; value: number | null }
type KnownValue = { start: string; end: string; value: number }

/** A quantity of the outlook, EUR/kWh at market price or gCO2eq/kWh. */
export function toOutlookSeries(
  slots: readonly ExportedSlot[],
  quantity: Exclude<ExportedQuantity, 'tariff'>,
): SeriesValue[] {
  return slots.map((slot) => ({
    start: slot.start,
    end: slot.end,
    value: quantity === 'price' ? toPricePerKwh(slot.price.eurPerMwh) : slot[quantity].gCo2PerKwh,
  }))
}

/** EUR/MWh → EUR/kWh; null for null. */
export function toPricePerKwh(eurPerMwh: number | null): number | null {
  return eurPerMwh === null ? null : roundHalfAwayFromZero(eurPerMwh / 1_000, priceDecimals)
}

/** Sources of the price under a tariff: consecutive quarter-hours, known colours by tariff day, and the prices of the tariff. */
export type TariffSources = {
  slots: readonly ExportedSlot[]
  colors: ReadonlyMap<string, KnownColor>
  pricer: TariffPricer
}

/**
 * The price of a kWh under a tariff, EUR/kWh including all parts of the tariff. Contracts need no market forecast; with prices by colour it
 * is the expected value over the probabilities of unpublished colours.
 *
 * @param firstMs start of the first quarter-hour, at which the slots begin too
 * @param count quarter-hours
 */
export function toTariffSeries(
  { slots, colors, pricer }: TariffSources,
  firstMs: number,
  count: number,
): SeriesValue[] {
  return listParisSlots(firstMs, count).map((slot, index) => {
    const price = pricer.computePrice(
      slot,
      slotMinutes,
      findSpotPrice(slots[index]),
      (date) => colors.get(date)?.probabilities ?? null,
    )
    const [start, end] = [slot.startMs, slot.startMs + quarterHourMs].map((ms) =>
      isoSeconds(Temporal.Instant.fromEpochMilliseconds(ms)),
    )
    return { start: start ?? '', end: end ?? '', value: price && roundHalfAwayFromZero(price.eurPerKwh, priceDecimals) }
  })
}

/** Market price of a slot; null = unknown. */
export function findSpotPrice(slot: ExportedSlot | undefined): SpotPrice | null {
  if (slot === undefined || slot.price.eurPerMwh === null) return null
  return { ...slot.price, eurPerMwh: slot.price.eurPerMwh }
}

/** Takes the values up to the first unknown value: the programs that read a series interpret a gap as 0, or as the value before it. */
export function takeKnownValues(series: readonly SeriesValue[]): KnownValue[] {
  const known: KnownValue[] = []
  for (const { value, ...slot } of series) {
    if (value === null) break
    known.push({ ...slot, value })
  }
  return known
}

/** Creates the body of `GET /v1/export/emhass`. */
export function toEmhassForecast(values: readonly KnownValue[]): Record<string, number> {
  return Object.fromEntries(values.map(({ start, value }) => [start, value]))
}

/** Creates the body of `GET /v1/export/carbon-aware-sdk`. @param zone zone of the installation */
export function toCarbonAwareForecast(values: readonly KnownValue[], zone: string) {
  return values.map(({ start, value }) => ({ location: zone, timestamp: start, duration: slotMinutes, value }))
}
