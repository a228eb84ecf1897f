import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { lastMarkMs, markEveryMs } from '@hexawatt/shared/methodology/point-mark'
import type { Clock } from '@hexawatt/shared/time/clock'
import { minuteMs } from '@hexawatt/shared/time/instant'

/** The point of a tick is stored this long after it, ms: svc-ingest waits ten seconds, and looks every five. */
const storedAfterMs = 15_000

/** A point that is not stored this long after its tick is missing, ms: svc-ingest begins within 15 seconds and gives up after 20 more. */
const missingAfterMs = minuteMs

/** The newest tick whose point must be stored by now, ms since the epoch: the one that is being computed is not expected yet. */
export function newestExpectedTickMs(nowMs: number): number {
  return lastMarkMs(nowMs - missingAfterMs)
}

/**
 * When the next point is expected, ms since the epoch: with the next tick, or right after this one while its point is not there.
 *
 * @param newestPoint null when there is none
 */
export function nextPointMs(newestPoint: Temporal.Instant | null, nowMs: number): number {
  const tickMs = lastMarkMs(nowMs)
  const isTickStored = newestPoint !== null && newestPoint.epochMilliseconds >= tickMs
  return isTickStored ? tickMs + markEveryMs : tickMs + storedAfterMs
}

/** Tags that are remembered; one that was forgotten counts as new, which costs no more than an answer. */
const maxTags = 10_000

/**
 * Since when a version has been known here, for `Last-Modified`: the tables of points do not keep when they last changed, and the newest
 * point does not tell, since older ones may be filled in. Never before the change itself, so that a client is never told that nothing
 * has changed when something has; points are only added, so no version comes back.
 */
export function createFirstSeen(clock: Clock): (etag: string) => number {
  const seenAtMs = createBoundedMap<number>(maxTags)
  return function firstSeenMs(etag: string): number {
    const known = seenAtMs.get(etag)
    if (known !== undefined) return known
    const nowMs = clock.now().epochMilliseconds
    seenAtMs.set(etag, nowMs)
    return nowMs
  }
}
