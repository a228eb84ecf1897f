import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { Clock } from '@hexawatt/shared/time/clock'

/** Bodies whose versions are remembered, by name; of a forgotten one the present version counts as new. */
const maxNames = 1_000

/**
 * Remembers since when each body has its present version, for `Last-Modified`. A correction that is taken back brings a former version again: it counts from
 * then on, because a client may have got the version in between.
 *
 * @returns the instant since which the body of a name has had a tag, ms
 */
export function createCurrentVersions(clock: Clock): (name: string, etag: string) => number {
  const currentByName = createBoundedMap<{ etag: string; sinceMs: number }>(maxNames)
  return function findSinceMs(name, etag) {
    const current = currentByName.get(name)
    if (current?.etag === etag) return current.sinceMs
    const sinceMs = clock.now().epochMilliseconds
    currentByName.set(name, { etag, sinceMs })
    return sinceMs
  }
}
