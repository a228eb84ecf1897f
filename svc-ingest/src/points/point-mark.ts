import { lastMarkMs } from '@hexawatt/shared/methodology/point-mark'

/** The newest mark that is not after `instant`: a point of the history is computed at :00, :10, … of the data's clock. */
export function lastMark(instant: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(lastMarkMs(instant.epochMilliseconds))
}
