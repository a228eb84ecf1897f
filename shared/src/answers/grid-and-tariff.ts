import {
  type GridStatusResponse,
  gridStatusSource,
  openLicence,
  type TariffTodayResponse,
  tariffSource,
} from '../contract/grid-and-tariff.ts'
import type { Received } from '../grid/feed-calendar.ts'
import { signalDayNames } from '../grid/public-signals.ts'
import { computeAvailability } from '../methodology/availability.ts'
import type { GridStatusSnapshot, TariffSnapshot } from '../snapshot/kinds.ts'
import { isoSeconds } from '../time/instant.ts'
import { parisDate, toTariffDay, toTariffDayStart } from '../time/paris.ts'

/**
 * The signal as served: the Paris days from today on, at most four. Past days are dropped.
 *
 * @returns null when no published signal covers today
 */
export function composeGridStatus(snapshot: GridStatusSnapshot, now: Temporal.Instant): GridStatusResponse | null {
  const today = parisDate(now)
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
    stale: snapshot.isStale || computeAvailability('grid_signals', findSignalReach(snapshot), now) < 1,
    days,
  }
}

/**
 * How far the signal of a snapshot reaches. Evaluated at each request too: a snapshot that is no longer recomputed would keep saying that
 * nothing is missing.
 */
export function findSignalReach({ days, fetchedAt }: GridStatusSnapshot): Received {
  const newest = days.at(-1)?.hours.findLast(({ status }) => status !== null)
  return {
    newestSlotEnd: newest === undefined ? null : Temporal.Instant.from(newest.time).add({ hours: 1 }),
    lastSuccess: Temporal.Instant.from(fetchedAt),
    publisher: null,
  }
}

/**
 * The colour of the calendar day, and the one in force: the tariff day runs from 06:00 to 06:00 in Paris, 23 or 25 hours over a clock
 * change. An unknown colour is null.
 *
 * @param snapshot null = unknown colours
 */
export function composeTariffToday(snapshot: TariffSnapshot | null, now: Temporal.Instant): TariffTodayResponse {
  const today = parisDate(now)
  const tariffDay = toTariffDay(now)
  return {
    date: today.toString(),
    color: findColor(snapshot, today),
    inForce: {
      color: findColor(snapshot, tariffDay),
      from: isoSeconds(toTariffDayStart(tariffDay)),
      to: isoSeconds(toTariffDayStart(tariffDay.add({ days: 1 }))),
    },
    source: tariffSource,
    license: openLicence,
    publishedAt: snapshot?.publishedAt ?? null,
    fetchedAt: snapshot?.fetchedAt ?? null,
  }
}

function findColor(snapshot: TariffSnapshot | null, day: Temporal.PlainDate): TariffTodayResponse['color'] {
  return snapshot?.days.find(({ date }) => date === day.toString())?.color ?? null
}
