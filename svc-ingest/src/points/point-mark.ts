import { lastMarkMs, markEveryMs } from '@hexawatt/shared/time/instant'
import type { Span } from '../inputs/span.ts'

/** The newest mark (:00, :10, … by the data's clock) that is not after `instant`. */
export function lastMark(instant: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(lastMarkMs(instant.epochMilliseconds))
}

/** Every mark of a span. */
export function marksOf({ startMs, endMs }: Span): Temporal.Instant[] {
  const firstMs = Math.ceil(startMs / markEveryMs) * markEveryMs
  const count = Math.max(0, Math.ceil((endMs - firstMs) / markEveryMs))
  return Array.from({ length: count }, (_, index) =>
    Temporal.Instant.fromEpochMilliseconds(firstMs + index * markEveryMs),
  )
}
