import { seenDays } from '@hexawatt/shared/methodology/carbon-assessment'
import type { SlotValue } from '@hexawatt/shared/methodology/complete-hour'
import { gCo2eqPerKwhByType } from '@hexawatt/shared/methodology/factor-set'
import { productionIntensity } from '@hexawatt/shared/methodology/production-intensity'
import { seedFactorSet } from '@hexawatt/shared/methodology/seed-factor-set'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { SpanMs } from '../recorded/civil-span.ts'
import type { RecordedHours } from '../recorded/recorded-hours.ts'

const seenMs = seenDays * 24 * hourMs
const factors = gCo2eqPerKwhByType(seedFactorSet)

/**
 * Intensity of production of the recorded hours of a span, gCO2eq/kWh, by the product's own function and the factors it
 * ships. An hour without a type that was seen in the week up to it is absent, as it is live: nothing later decides on it.
 */
export function realisedIntensityByHour(generation: RecordedHours, { fromMs, toMs }: SpanMs): Map<number, number> {
  const byHour = new Map<number, number>()
  const lastSeenMs = new Map<string, number>()
  for (let startMs = fromMs - seenMs; startMs < toMs; startMs += hourMs) {
    const values = generation.get(startMs) ?? []
    for (const { series } of values) lastSeenMs.set(series, startMs)
    if (startMs < fromMs || !isComplete(lastSeenMs, startMs)) continue
    const intensity = productionIntensity(powerMwByType(values), factors)
    if (intensity !== null) byHour.set(startMs, intensity.gCo2eqPerKwh)
  }
  return byHour
}

function isComplete(lastSeenMs: ReadonlyMap<string, number>, startMs: number): boolean {
  return lastSeenMs.values().every((seen) => seen === startMs || seen <= startMs - seenMs)
}

function powerMwByType(values: readonly SlotValue[]): Record<string, number> {
  return Object.fromEntries(values.map(({ series, value }) => [series, value]))
}
