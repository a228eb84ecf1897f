import { seenDays } from '@hexawatt/shared/methodology/carbon-assessment'
import { seedFactorSet, toGCo2eqPerKwhByType } from '@hexawatt/shared/methodology/emission-factors'
import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import { computeProductionIntensity } from '@hexawatt/shared/methodology/intensity'
import type { RatedSlot } from '@hexawatt/shared/methodology/score/composite'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { scoreNow } from '@hexawatt/shared/methodology/score/score-slot'
import { toSubScoreValues } from '@hexawatt/shared/methodology/score/sub-scores/sub-scores'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { GridRecord, RecordedHours, SpanMs } from './recorded-hours.ts'
import { unrecordedRows } from './recorded-rows.ts'

const seenMs = seenDays * 24 * hourMs
/** The factors that the product ships, gCO2eq/kWh. */
export const lifeCycleFactors = toGCo2eqPerKwhByType(seedFactorSet)

/**
 * Intensity of production of the recorded hours of a span, gCO2eq/kWh, by the product's own function and the factors it
 * ships unless others are given. An hour without a type that was seen in the week up to it is absent, as it is live: nothing later decides on it.
 */
export function computeIntensityByHour(
  generation: RecordedHours,
  { fromMs, toMs }: SpanMs,
  factors: Readonly<Record<string, number>> = lifeCycleFactors,
): Map<number, number> {
  const byHour = new Map<number, number>()
  const lastSeenMs = new Map<string, number>()
  for (let startMs = fromMs - seenMs; startMs < toMs; startMs += hourMs) {
    const values = generation.get(startMs) ?? []
    for (const { series } of values) lastSeenMs.set(series, startMs)
    if (startMs < fromMs || !isComplete(lastSeenMs, startMs)) continue
    const intensity = computeProductionIntensity(sumPowerMwByType(values), factors)
    if (intensity !== null) byHour.set(startMs, intensity.gCo2eqPerKwh)
  }
  return byHour
}

function isComplete(lastSeenMs: ReadonlyMap<string, number>, startMs: number): boolean {
  return lastSeenMs.values().every((seen) => seen === startMs || seen <= startMs - seenMs)
}

function sumPowerMwByType(values: readonly SlotValue[]): Record<string, number> {
  return Object.fromEntries(values.map(({ series, value }) => [series, value]))
}

/**
 * Sub-scores of each hour in hindsight, by the product's own live score: the price of the hour, the intensity that was
 * realised in it, and the consumption, wind and sun that were forecast for it (no other consumption was recorded; without a forecast, wind and sun as
 * realised). An hour without price, intensity or consumption is absent.
 *
 * @param intensityByHour realised intensity, gCO2eq/kWh
 */
export function computeSubScoresByHour(
  record: GridRecord,
  intensityByHour: ReadonlyMap<number, number>,
): Map<number, RatedSlot> {
  const byHour = new Map<number, RatedSlot>()
  for (const [startMs, gCo2eqPerKwh] of intensityByHour) {
    const powerExchanges = record.price.get(startMs)
    const consumption = record.consumption.get(startMs)
    if (powerExchanges === undefined || consumption === undefined) continue
    const now = Temporal.Instant.fromEpochMilliseconds(startMs)
    const generationForecast = record.generationForecast.get(startMs) ?? []
    const inputs = assembleScoreInputs({ ...unrecordedRows, powerExchanges, consumption, generationForecast }, now)
    const powerMwByType = sumPowerMwByType(record.generation.get(startMs) ?? [])
    const realised = { endMs: startMs + hourMs, gCo2eqPerKwh, powerMwByType }
    const { subScores, known } = scoreNow({ ...inputs, realised }, now)
    byHour.set(startMs, { values: toSubScoreValues(subScores), known })
  }
  return byHour
}
