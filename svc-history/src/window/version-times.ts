import { lastMarkMs, markEveryMs } from '@hexawatt/shared/methodology/point-mark'
import { minuteMs } from '@hexawatt/shared/time/instant'

/** The point of a mark is stored so long after it, ms: svc-ingest waits ten seconds, and looks every five. */
const storedAfterMs = 15_000

/** A point that is not stored so long after its tick is missing, ms: svc-ingest begins within 15 seconds and gives up after 20 more. */
const missingAfterMs = minuteMs

/** The newest tick whose point must be stored by now, ms since the epoch: the one that is being computed is not expected yet. */
export function newestExpectedTickMs(nowMs: number): number {
  return lastMarkMs(nowMs - missingAfterMs)
}

/**
 * When the next point is expected, ms since the epoch: with the next mark, or right after this one while its point is not there.
 *
 * @param newestPoint null when there is none
 */
export function nextPointMs(newestPoint: Temporal.Instant | null, nowMs: number): number {
  const markMs = lastMarkMs(nowMs)
  const isMarkStored = newestPoint !== null && newestPoint.epochMilliseconds >= markMs
  return isMarkStored ? markMs + markEveryMs : markMs + storedAfterMs
}
