import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { addParisDays, parisTimeZone } from '@hexawatt/shared/time/paris'

/** When the whole next Paris day of a day-ahead feed is published, Paris time (methodology, "The 13 feeds"). */
export const dayAheadTimes = {
  price: Temporal.PlainTime.from('13:30'),
  generationForecast: Temporal.PlainTime.from('18:00'),
  consumption: Temporal.PlainTime.from('19:30'),
} as const

/** An hour of generation is published this long after its end. */
const generationDueMs = 60 * minuteMs

/** Instant, ms, up to which a day-ahead feed is known at `now`: the end of today or, from its time of day on, of tomorrow. */
export function dayAheadKnownUntilMs(feed: keyof typeof dayAheadTimes, now: Temporal.Instant): number {
  const timeOfDay = now.toZonedDateTimeISO(parisTimeZone).toPlainTime()
  const isTomorrowOut = Temporal.PlainTime.compare(timeOfDay, dayAheadTimes[feed]) >= 0
  return addParisDays(now, isTomorrowOut ? 2 : 1).epochMilliseconds
}

/** End, ms, of the newest hour of generation that is known at `now`. */
export function generationKnownUntilMs(now: Temporal.Instant): number {
  return Math.floor((now.epochMilliseconds - generationDueMs) / hourMs) * hourMs
}
