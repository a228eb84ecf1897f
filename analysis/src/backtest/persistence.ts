import { hourMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { generationKnownUntilMs } from './published-until.ts'

/** So many days are looked back for a realised value. */
const maxDaysBack = 7

type ValueByHour = ReadonlyMap<number, number>

/** Flat persistence: the newest realised value that was published by `now`; null when a week holds none. */
export function lastKnownValue(realised: ValueByHour, now: Temporal.Instant): number | null {
  const knownUntilMs = generationKnownUntilMs(now)
  for (let hoursBack = 1; hoursBack <= maxDaysBack * 24; hoursBack += 1) {
    const value = realised.get(knownUntilMs - hoursBack * hourMs)
    if (value !== undefined) return value
  }
  return null
}

/**
 * Same hour as yesterday: the realised value of the same Paris hour on the newest day of which it was published by `now`; null
 * when a week holds none.
 */
export function sameHourValue(realised: ValueByHour, startMs: number, now: Temporal.Instant): number | null {
  const knownUntilMs = generationKnownUntilMs(now)
  const hour = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(parisTimeZone)
  for (let days = 1; days <= maxDaysBack; days += 1) {
    const earlierMs = hour.subtract({ days }).epochMilliseconds
    const value = earlierMs + hourMs <= knownUntilMs ? realised.get(earlierMs) : undefined
    if (value !== undefined) return value
  }
  return null
}
