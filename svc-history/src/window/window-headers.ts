import { maxAgeSeconds } from '@hexawatt/shared/http/cache-control'
import { type DataHeaders, dataHeaders } from '@hexawatt/shared/http/data-headers'
import { lastMarkMs } from '@hexawatt/shared/methodology/point-mark'
import type { Clock } from '@hexawatt/shared/time/clock'
import { createFirstSeen } from '../version/first-seen.ts'
import { type WindowTagInput, windowTag } from '../version/window-tag.ts'
import { nextPointMs } from './version-times.ts'

/** Makes the headers of answers about windows. */
export function createWindowHeaders(clock: Clock): (input: WindowTagInput, now: Temporal.Instant) => DataHeaders {
  const firstSeenMs = createFirstSeen(clock)
  return function windowHeaders(input, now) {
    const etag = windowTag(input)
    return dataHeaders({
      etag,
      lastModifiedMs: firstSeenMs(etag),
      maxAgeSeconds: maxAgeSeconds(now.epochMilliseconds, nextChanges(input, now.epochMilliseconds)),
    })
  }
}

/** Of a window that ended before the present ten minutes every point is stored or missed for good: no change is expected. */
function nextChanges({ query, asked, series }: WindowTagInput, nowMs: number): number[] {
  const isPast = query.values.has('to') && asked.to.epochMilliseconds <= lastMarkMs(nowMs)
  return isPast ? [] : [nextPointMs(series.newestPoint, nowMs)]
}
