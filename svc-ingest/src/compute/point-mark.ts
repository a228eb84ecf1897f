import { minuteMs } from '@hexawatt/shared/time/instant'

/** A point of the history is computed so often, minutes: at :00, :10, … of the data's clock. */
export const pointEveryMinutes = 10

/** The newest mark that is not after `instant`. */
export function lastMark(instant: Temporal.Instant): Temporal.Instant {
  const everyMs = pointEveryMinutes * minuteMs
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(instant.epochMilliseconds / everyMs) * everyMs)
}
