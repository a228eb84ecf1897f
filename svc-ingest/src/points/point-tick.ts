import type { Span } from '@hexawatt/shared/stored-rows/span'
import { findLastTickMs, hourMs, tickEveryMs } from '@hexawatt/shared/time/instant'

/** The newest tick (:00, :10, … by the data's clock) that is not after `instant`. */
export function findLastTick(instant: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(findLastTickMs(instant.epochMilliseconds))
}

/** Whether the forecast of a tick is archived: once an hour. */
export function isIssueTick({ epochMilliseconds }: Temporal.Instant): boolean {
  return epochMilliseconds % hourMs === 0
}

/** Every tick of a span. */
export function listTicks({ startMs, endMs }: Span): Temporal.Instant[] {
  const firstMs = Math.ceil(startMs / tickEveryMs) * tickEveryMs
  const count = Math.max(0, Math.ceil((endMs - firstMs) / tickEveryMs))
  return Array.from({ length: count }, (_, index) =>
    Temporal.Instant.fromEpochMilliseconds(firstMs + index * tickEveryMs),
  )
}
