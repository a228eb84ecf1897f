import { minuteMs } from './instant.ts'
import { parisTimeZone } from './paris.ts'

/** A quarter-hour as clocks in Paris show it. */
export type ParisSlot = {
  /** Start, ms since the epoch. */
  startMs: number
  /** Civil day in Paris, `YYYY-MM-DD`. */
  date: string
  /** Minute of that day on the clock, 0–1439: the hour that autumn has twice shows the same minutes twice. */
  minuteOfDay: number
  /** Day of the three-colour tariff, which runs from 06:00 to 06:00 in Paris. */
  tariffDate: string
}

const slotMs = 15 * minuteMs
/** A tariff day begins at 06:00. */
const tariffDayMinute = 6 * 60

/**
 * Consecutive quarter-hours.
 *
 * @param firstMs start of the first one, a full quarter-hour
 */
export function parisSlots(firstMs: number, count: number): ParisSlot[] {
  return Array.from({ length: count }, (_, index) => {
    const startMs = firstMs + index * slotMs
    const clock = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(parisTimeZone)
    const minuteOfDay = clock.hour * 60 + clock.minute
    const day = clock.toPlainDate()
    const tariffDay = minuteOfDay < tariffDayMinute ? day.subtract({ days: 1 }) : day
    return { startMs, date: day.toString(), minuteOfDay, tariffDate: tariffDay.toString() }
  })
}
