import { seenDays } from '@hexawatt/shared/methodology/carbon-assessment'
import { gCo2eqPerKwhByType } from '@hexawatt/shared/methodology/factor-set'
import { realisedIntensities } from '@hexawatt/shared/methodology/score/realised-intensities'
import { seedFactorSet } from '@hexawatt/shared/methodology/seed-factor-set'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { SpanMs } from '../recorded/civil-span.ts'
import { type RecordedHours, valuesBetween } from '../recorded/recorded-hours.ts'

const dayMs = 24 * hourMs
const gCo2eqPerKwh = gCo2eqPerKwhByType(seedFactorSet)

/**
 * Intensity of production of the recorded hours of a span, gCO2eq/kWh, by the product's own function and the factors it
 * ships. An hour without a type that was seen in the week up to it is absent, as it is live.
 */
export function realisedIntensityByHour(generation: RecordedHours, { fromMs, toMs }: SpanMs): Map<number, number> {
  const byHour = new Map<number, number>()
  // Days of UTC, whatever the span: what counts as seen must not depend on where a run begins.
  for (let dayStart = Math.floor(fromMs / dayMs) * dayMs; dayStart < toMs; dayStart += dayMs) {
    const dayEnd = dayStart + dayMs
    const seen = valuesBetween(generation, dayEnd - seenDays * dayMs, dayEnd)
    const intensities = realisedIntensities(seen, gCo2eqPerKwh, Temporal.Instant.fromEpochMilliseconds(dayEnd))
    for (const [startMs, intensity] of intensities) {
      if (startMs >= Math.max(dayStart, fromMs) && startMs < toMs) byHour.set(startMs, intensity)
    }
  }
  return byHour
}
