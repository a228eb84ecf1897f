import type { SlotValue } from '@hexawatt/shared/methodology/complete-hour'
import { hourMs } from '@hexawatt/shared/time/instant'

/** Values of one feed by the start of their hour, ms since the epoch. What was not recorded is absent, never 0. */
export type RecordedHours = ReadonlyMap<number, readonly SlotValue[]>

/** The recorded series that a score can be made of. */
export type GridRecord = {
  /** Generation by type, MW; hours that the record marks as suspect are left out. */
  generation: RecordedHours
  /** Day-ahead forecast of wind and sun by type, MW. */
  generationForecast: RecordedHours
  /** Day-ahead forecast of consumption, MW. */
  consumption: RecordedHours
  /** Weekly forecast of consumption, MW: not recorded, hence empty unless something stands in for it. */
  consumptionWeekly: RecordedHours
  /** Day-ahead price, EUR/MWh. */
  price: RecordedHours
}

/** The values of one hour, in the form in which the product keeps them. */
export function slotsOfHour(
  startMs: number,
  valueBySeries: Iterable<readonly [series: string, value: number]>,
): SlotValue[] {
  const slotStart = Temporal.Instant.fromEpochMilliseconds(startMs)
  const slotEnd = Temporal.Instant.fromEpochMilliseconds(startMs + hourMs)
  return [...valueBySeries].map(([series, value]) => ({ series, slotStart, slotEnd, value }))
}

/** The values whose hours begin in `[fromMs, toMs)`, ascending; the bounds are rounded up to the hour. */
export function valuesBetween(hours: RecordedHours, fromMs: number, toMs: number): SlotValue[] {
  const values: SlotValue[] = []
  for (let startMs = Math.ceil(fromMs / hourMs) * hourMs; startMs < toMs; startMs += hourMs) {
    const ofHour = hours.get(startMs)
    if (ofHour !== undefined) values.push(...ofHour)
  }
  return values
}

/** The single value of an hour of a feed that has one series; null when it was not recorded. */
export function valueAt(hours: RecordedHours, startMs: number): number | null {
  return hours.get(startMs)?.[0]?.value ?? null
}
