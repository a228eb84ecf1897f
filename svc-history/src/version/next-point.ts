import { lastMarkMs, markEveryMs } from '@hexawatt/shared/methodology/point-mark'

/** The point of a mark is stored so long after it, ms: svc-ingest waits ten seconds, and looks every five. */
const storedAfterMs = 15_000

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
