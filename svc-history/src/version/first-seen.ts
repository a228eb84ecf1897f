import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { Clock } from '@hexawatt/shared/time/clock'

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
