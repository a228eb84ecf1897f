import { hourMs, isoSeconds, minuteMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import { addParisDays, parisDayStart } from '@hexawatt/shared/time/paris'

/** A slot of a block with its times and its value, null where there is none. */
export type TimedSlot = {
  start: Temporal.Instant
  end: Temporal.Instant
  value: number | null
  updatedAt: Temporal.Instant | null
}

type Bounds = { start_date: Temporal.Instant | null; end_date: Temporal.Instant | null }

/** Lengths that the slots of a day have. */
const slotLengthsMs = [quarterHourMs, 30 * minuteMs, hourMs]

/**
 * Checks the slots of a block against its bounds and against each other. In February 2026 the operator stamped the 96 quarter-hours of one day an hour
 * apart, over four days, in a block of that day. Evenly spaced slots whose number fills the day get the times of the day.
 *
 * @returns the slots, with corrected times where these are certain; or the reason why the whole block is quarantined
 */
export function fitToBlock(
  slots: readonly TimedSlot[],
  bounds?: Bounds,
): { slots: readonly TimedSlot[] } | { misfit: string } {
  const misfit = findOverlap(slots)
  if (misfit !== null) return { misfit }
  const [start, end] = [bounds?.start_date ?? null, bounds?.end_date ?? null]
  if (start === null || end === null || isWithin(slots, start, end)) return { slots }
  const relabelled = relabel(slots, start, end)
  if (relabelled !== null) return { slots: relabelled }
  const [first, last] = [slots.map((slot) => slot.start), slots.map((slot) => slot.end)].map((instants) =>
    instants.toSorted(Temporal.Instant.compare),
  )
  return {
    misfit: `${slots.length} slots from ${formatInstant(first?.[0])} to ${formatInstant(last?.at(-1))} do not fit their block from ${formatInstant(start)} to ${formatInstant(end)}`,
  }
}

function formatInstant(instant: Temporal.Instant | undefined): string {
  return instant === undefined ? 'nowhere' : isoSeconds(instant)
}

/** Finds slots of equal length that overlap: their starts or ends are wrong. Two slots with the same start are a correction. */
function findOverlap(slots: readonly TimedSlot[]): string | null {
  const ordered = slots.map(timesMs).sort((a, b) => a.startMs - b.startMs)
  for (const [at, { startMs, endMs }] of ordered.entries()) {
    const next = ordered[at + 1]
    const isOverlap = next !== undefined && next.startMs > startMs && next.startMs < endMs
    if (isOverlap && next.endMs - next.startMs === endMs - startMs) {
      return `slots of ${(endMs - startMs) / minuteMs} min begin ${(next.startMs - startMs) / minuteMs} min apart`
    }
  }
  return null
}

/** The publisher may round its bounds to whole Paris days or leave them at the period that was asked for. */
function isWithin(slots: readonly TimedSlot[], start: Temporal.Instant, end: Temporal.Instant): boolean {
  const firstMs = parisDayStart(start).epochMilliseconds
  const lastDay = parisDayStart(end)
  const lastMs = (Temporal.Instant.compare(lastDay, end) === 0 ? lastDay : addParisDays(lastDay, 1)).epochMilliseconds
  return slots.map(timesMs).every(({ startMs, endMs }) => startMs >= firstMs && endMs <= lastMs)
}

/** The slots with the times of the Paris day that the block covers; null unless they are evenly spaced and exactly fill that day by their number. */
function relabel(slots: readonly TimedSlot[], start: Temporal.Instant, end: Temporal.Instant): TimedSlot[] | null {
  const isOneDay =
    Temporal.Instant.compare(parisDayStart(start), start) === 0 &&
    Temporal.Instant.compare(addParisDays(start, 1), end) === 0
  const lengthMs = (end.epochMilliseconds - start.epochMilliseconds) / slots.length
  const ordered = slots.toSorted((a, b) => Temporal.Instant.compare(a.start, b.start))
  const startsMs = ordered.map((slot) => slot.start.epochMilliseconds)
  const stepMs = (startsMs[1] ?? 0) - (startsMs[0] ?? 0)
  const isEven = startsMs.every((startMs, at) => startMs === start.epochMilliseconds + at * stepMs)
  if (!isOneDay || !isEven || stepMs <= lengthMs || !slotLengthsMs.includes(lengthMs)) return null
  return ordered.map((slot, at) => {
    const slotStart = start.add({ milliseconds: at * lengthMs })
    return { ...slot, start: slotStart, end: slotStart.add({ milliseconds: lengthMs }) }
  })
}

function timesMs({ start, end }: TimedSlot): { startMs: number; endMs: number } {
  return { startMs: start.epochMilliseconds, endMs: end.epochMilliseconds }
}
