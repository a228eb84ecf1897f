import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import { hourMs } from '@hexawatt/shared/time/instant'
import { parisMidnight } from '@hexawatt/shared/time/paris'

/** From the first instant to the one after the last, ms since the epoch. */
export type SpanMs = { fromMs: number; toMs: number }

/** The Paris civil days `from` … `to`, both included: 23, 24 or 25 hours each. */
export function toSpanMs(from: Temporal.PlainDate, to: Temporal.PlainDate): SpanMs {
  return { fromMs: toDayStartMs(from), toMs: toDayStartMs(to.add({ days: 1 })) }
}

function toDayStartMs(date: Temporal.PlainDate): number {
  return parisMidnight(date).epochMilliseconds
}

/** Values of one feed by the start of their hour, ms since the epoch. Values that were not recorded are absent, never 0. */
export type RecordedHours = ReadonlyMap<number, readonly SlotValue[]>

/** The recorded series that a score can be made of. */
export type GridRecord = {
  /** Generation by type, MW; hours that the record marks as suspect are left out. */
  generation: RecordedHours
  /** Day-ahead forecast of wind and sun by type, MW. */
  generationForecast: RecordedHours
  /** Day-ahead forecast of consumption, MW. */
  consumption: RecordedHours
  /** Weekly forecast of consumption, MW: not recorded, hence empty unless another series replaces it. */
  consumptionWeekly: RecordedHours
  /** Day-ahead price, EUR/MWh. */
  price: RecordedHours
}

/** The values of one hour, in the form in which the product keeps them. */
export function listSlotsOfHour(
  startMs: number,
  valueBySeries: Iterable<readonly [series: string, value: number]>,
): SlotValue[] {
  const slotStart = Temporal.Instant.fromEpochMilliseconds(startMs)
  const slotEnd = Temporal.Instant.fromEpochMilliseconds(startMs + hourMs)
  return [...valueBySeries].map(([series, value]) => ({ series, slotStart, slotEnd, value }))
}

/** The values whose hours begin in `[fromMs, toMs)`, ascending; the bounds are rounded up to the hour. */
export function listValuesBetween(hours: RecordedHours, fromMs: number, toMs: number): SlotValue[] {
  const values: SlotValue[] = []
  for (let startMs = Math.ceil(fromMs / hourMs) * hourMs; startMs < toMs; startMs += hourMs) {
    const ofHour = hours.get(startMs)
    if (ofHour !== undefined) values.push(...ofHour)
  }
  return values
}

/** The single value of an hour of a feed that has one series; null when it was not recorded. */
export function findValueAt(hours: RecordedHours, startMs: number): number | null {
  return hours.get(startMs)?.[0]?.value ?? null
}

/**
 * The record with its day-ahead forecast of consumption as the weekly one, known at any time. That looks ahead, by a forecast
 * that is better than the weekly one was: a bound of what the forecast of the score is worth when the weekly feed is there.
 */
export function addWeeklyForecast(record: GridRecord): GridRecord {
  const consumptionWeekly = new Map(
    [...record.consumption].map(([startMs, values]) => [
      startMs,
      values.map((value) => ({ ...value, series: 'WEEKLY' })),
    ]),
  )
  return { ...record, consumptionWeekly }
}
