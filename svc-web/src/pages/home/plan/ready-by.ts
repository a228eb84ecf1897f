import { slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import { type ParisSlot, toDay, toParisInstantMs } from '@hexawatt/shared/time/paris-clock'

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/
const timeOfDate = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d$/

/** No deadline: the whole forecast. */
export const anyTime = 'any'

/** Whether a text is a deadline: a time of day, or a time of a day, by the clock of Paris, or {@link anyTime}. */
export const isReadyBy = (text: string): boolean => text === anyTime || timeOfDay.test(text) || timeOfDate.test(text)

/**
 * Quarter-hours until the deadline; all where the forecast ends before it. A time of day is its next occurrence that leaves enough quarter-hours for the
 * load; a day of the past leaves the load as much time as it runs.
 */
export function findWindow(slots: readonly ParisSlot[], loadSlots: number, readyBy: string): number {
  if (readyBy === anyTime) return slots.length
  const [date, time] = readyBy.includes('T') ? readyBy.split('T', 2) : [null, readyBy]
  const minute = toSlotMinute(time ?? '')
  const atMs = date === null ? null : toInstantMs(date ?? '', minute)
  const end = slots.findIndex(({ date, startMs }, index) =>
    atMs === null ? index >= loadSlots && startMs === toInstantMs(date, minute) : startMs >= atMs,
  )
  return end === -1 ? slots.length : Math.max(end, Math.min(loadSlots, slots.length))
}

/** A time that spring leaves out is an hour later, and the first of two counts, as in `GET /v1/schedule`. */
const toInstantMs = (date: string, minute: number): number => toParisInstantMs(toDay(date), minute)

/** Minute of the day of a time, rounded down to a full quarter-hour. */
function toSlotMinute(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute - (minute % slotMinutes)
}

/** Times of the day at which people want something to be ready. */
const offeredHours = [7, 12, 18, 22] as const

/** Time that must remain until the first deadline that is offered, quarter-hours: three hours, or the load. */
const leastSlotsAhead = 12

/** A deadline on offer. */
export type Deadline = { readyBy: string; slot: number; atMs: number }

/**
 * The deadlines that make sense now: the offered times up to the end of the forecast that leave time to choose in. The first occurrence of a time
 * has no date, so that an address with it stays useful tomorrow.
 */
export function listDeadlines(slots: readonly ParisSlot[], loadSlots: number): Deadline[] {
  const named = new Set<string>()
  return slots.flatMap(({ date, minuteOfDay, startMs }, slot) => {
    if (slot < Math.max(loadSlots, 1) || !offeredHours.some((hour) => hour * 60 === minuteOfDay)) return []
    const time = `${String(minuteOfDay / 60).padStart(2, '0')}:00`
    const readyBy = named.has(time) ? `${date}T${time}` : time
    named.add(time)
    return slot < leastSlotsAhead ? [] : [{ readyBy, slot, atMs: startMs }]
  })
}
