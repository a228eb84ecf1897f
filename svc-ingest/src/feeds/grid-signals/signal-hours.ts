import { addParisDays, toParisTime } from '@hexawatt/shared/time/paris'
import type { SignalStep } from './payload.ts'

/** Level of one hour, 0 (low-carbon) to 3 (very tense); `time` is the UTC start of the hour. */
export type HourLevel = { time: Temporal.Instant; level: number }

/** Starts of the 23, 24 or 25 hours of the Paris day that begins at `dayStart`. */
export function hoursOfDay(dayStart: Temporal.Instant): Temporal.Instant[] {
  const count = dayStart.until(addParisDays(dayStart, 1)).total('hours')
  return Array.from({ length: count }, (_, hours) => dayStart.add({ hours }))
}

/**
 * Level of each hour that has a step, oldest first. A step is an hour of the wall clock: on the day of 23 hours step 2 names
 * an hour that does not exist and is dropped; on the day of 25 hours one step 2 holds for both of its hours, and two steps 2
 * stand for them in their order. Steps of the wall clock always end with 23: steps that end with 24 on the day of 25 hours, or
 * with 22 on the day of 23, count the hours that have passed since midnight instead.
 */
export function levelsOfHours(hours: readonly Temporal.Instant[], steps: readonly SignalStep[]): HourLevel[] {
  const stepOf = countsElapsedHours(hours.length, steps) ? (_: Temporal.Instant, at: number) => at : wallClockHour
  const names = hours.map(stepOf)
  const levels = Map.groupBy(steps, ({ pas }) => pas)
  return hours.flatMap((time, at) => {
    const named = levels.get(names[at] ?? -1) ?? []
    const isRepeatedHour = at > 0 && names[at - 1] === names[at]
    const step = isRepeatedHour ? named.at(-1) : named[0]
    return step === undefined ? [] : [{ time, level: step.hvalue }]
  })
}

/** On a day of 24 hours both ways of counting are the same. */
function countsElapsedHours(hourCount: number, steps: readonly SignalStep[]): boolean {
  return Math.max(...steps.map(({ pas }) => pas)) === hourCount - 1
}

function wallClockHour(time: Temporal.Instant): number {
  return toParisTime(time).hour
}
