import { type GridStatusResponse, gridStatusSource, openLicence } from '../contract/grid-status.ts'
import type { Received } from '../grid/feed-calendar.ts'
import { signalDayNames } from '../grid/grid-signal.ts'
import { availability } from '../methodology/availability.ts'
import type { GridStatusSnapshot } from '../snapshot/grid-status-snapshot.ts'
import { parisTimeZone } from '../time/paris.ts'

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
    stale: snapshot.isStale || availability('grid_signals', receivedSignals(snapshot), now) < 1,
    days,
  }
}

/**
 * How far the signal reaches that a snapshot holds. Looked at when it is asked for too: a calculation that is not renewed any more would
 * go on saying that nothing is missing.
 */
export function receivedSignals({ days, fetchedAt }: GridStatusSnapshot): Received {
  const newest = days.at(-1)?.hours.findLast(({ status }) => status !== null)
  return {
    newestSlotEnd: newest === undefined ? null : Temporal.Instant.from(newest.time).add({ hours: 1 }),
    lastSuccess: Temporal.Instant.from(fetchedAt),
  }
}
