import type { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import { nextDue } from '@hexawatt/shared/grid/feed-calendar'
import { maxAgeSeconds } from '@hexawatt/shared/http/cache-control'
import { type DataHeaders, dataHeaders } from '@hexawatt/shared/http/data-headers'
import { weakTag } from '@hexawatt/shared/http/entity-tag'
import type { CarbonSnapshot } from '@hexawatt/shared/snapshot/carbon-snapshot'

/** The version of an intensity: everything in it but the instant of the answer and the age of the data, which move by themselves. */
export function intensityVersion(
  { assessment, computedAt }: CarbonSnapshot,
  { timestamp: _instant, dataAgeMinutes: _age, ...content }: CarbonIntensityResponse,
  now: Temporal.Instant,
): DataHeaders {
  return dataHeaders({
    etag: weakTag(JSON.stringify(content)),
    lastModifiedMs: Temporal.Instant.from(computedAt).epochMilliseconds,
    maxAgeSeconds: maxAgeSeconds(now.epochMilliseconds, [nextHourMs(assessment)]),
  })
}

/**
 * When the next hour is due, ms since the epoch. Null when a part of this one is yet to come: the hourly feed, for which the
 * quarter-hourly one stands in, or the flows over the borders.
 */
function nextHourMs({ slotEnd, slotSource, consumptionGCo2eqPerKwh }: CarbonSnapshot['assessment']): number | null {
  if (slotSource !== 'generation_by_type' || consumptionGCo2eqPerKwh === null) return null
  const received = { newestSlotEnd: Temporal.Instant.from(slotEnd), lastSuccess: null }
  return nextDue('generation_by_type', received)?.epochMilliseconds ?? null
}
