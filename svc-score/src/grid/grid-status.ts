import {
  type GridStatusResponse,
  gridStatusSource,
  openLicence,
  signalDayNames,
} from '@hexawatt/shared/contract/grid-status'
import { availability } from '@hexawatt/shared/methodology/availability'
import type { GridStatusSnapshot } from '@hexawatt/shared/snapshot/grid-status-snapshot'
import { parisTimeZone } from '@hexawatt/shared/time/paris'

/**
 * The signal as the interface serves it: the Paris days from today on, at most four. Days that have passed are dropped.
 *
 * @returns null when nothing that was published covers today
 */
export function gridStatus(snapshot: GridStatusSnapshot, now: Temporal.Instant): GridStatusResponse | null {
  const today = now.toZonedDateTimeISO(parisTimeZone).toPlainDate()
  const days = snapshot.days.flatMap(({ date, status, message, hours }) => {
    const day = signalDayNames[today.until(date).days]
    return day === undefined ? [] : [{ date, day, status, message, hours }]
  })
  if (days[0]?.day !== 'D') return null
  return {
    source: gridStatusSource,
    license: openLicence,
    publishedAt: snapshot.publishedAt,
    fetchedAt: snapshot.fetchedAt,
    stale: snapshot.isStale || isIssueMissing(snapshot, now),
    days,
  }
}

/** Asked at this instant too: a calculation that is not renewed any more would go on saying that nothing is missing. */
function isIssueMissing({ days, fetchedAt }: GridStatusSnapshot, now: Temporal.Instant): boolean {
  const newest = days.at(-1)?.hours.at(-1)
  const received = {
    newestSlotEnd: newest === undefined ? null : Temporal.Instant.from(newest.time).add({ hours: 1 }),
    lastSuccess: Temporal.Instant.from(fetchedAt),
  }
  return availability('grid_signals', received, now) < 1
}
