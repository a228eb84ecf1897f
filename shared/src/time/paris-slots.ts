import { hourMs, minuteMs, quarterHourMs } from './instant.ts'
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

const dayMs = 24 * hourMs
/** A tariff day begins at 06:00. */
const tariffDayMinute = 6 * 60

/** `YYYY-MM-DD hh:mm` in Paris. Not by Temporal, which many browsers lack: the page at `/` plans with these slots too. */
const parisClock = new Intl.DateTimeFormat('sv-SE', { timeZone: parisTimeZone, dateStyle: 'short', timeStyle: 'short' })

/**
 * Consecutive quarter-hours.
 *
 * @param firstMs start of the first one, a full quarter-hour
 */
export function parisSlots(firstMs: number, count: number): ParisSlot[] {
  let hour = parisHour(firstMs)
  return Array.from({ length: count }, (_, index) => {
    const startMs = firstMs + index * quarterHourMs
    // Clocks change at full hours, and a format costs more than a slot: once an hour is enough.
    if (startMs - hour.startMs >= hourMs) hour = parisHour(startMs)
    const { date } = hour
    const minuteOfDay = hour.minuteOfDay + (startMs - hour.startMs) / minuteMs
    return { startMs, date, minuteOfDay, tariffDate: minuteOfDay < tariffDayMinute ? dayAfter(date, -1) : date }
  })
}

/** The clock hour that holds an instant. */
function parisHour(atMs: number): Omit<ParisSlot, 'tariffDate'> {
  const startMs = atMs - (atMs % hourMs)
  const [date = '', clock = ''] = parisClock.format(startMs).split(' ')
  return { startMs, date, minuteOfDay: 60 * Number(clock.slice(0, 2)) }
}

/** The civil day some days after another one, `YYYY-MM-DD`. */
export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}
