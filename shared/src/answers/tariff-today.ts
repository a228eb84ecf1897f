import { openLicence } from '../contract/grid-status.ts'
import { type TariffTodayResponse, tariffSource } from '../contract/tariff-today.ts'
import type { TariffSnapshot } from '../snapshot/tariff-snapshot.ts'
import { isoSeconds } from '../time/instant.ts'
import { parisTimeZone } from '../time/paris.ts'

/** A tariff day begins at this Paris hour; no clock change comes near it. */
export const tariffDayStart = Temporal.PlainTime.from('06:00')

/**
 * The colour of the calendar day, and the one in force: the tariff day runs from 06:00 to 06:00 in Paris, 23 or 25 hours over a clock
 * change. An unknown colour is null.
 *
 * @param snapshot null when nothing is known
 */
export function tariffToday(snapshot: TariffSnapshot | null, now: Temporal.Instant): TariffTodayResponse {
  const paris = now.toZonedDateTimeISO(parisTimeZone)
  const today = paris.toPlainDate()
  const isBeforeStart = Temporal.PlainTime.compare(paris.toPlainTime(), tariffDayStart) < 0
  const tariffDay = isBeforeStart ? today.subtract({ days: 1 }) : today
  return {
    date: today.toString(),
    color: colorOf(snapshot, today),
    inForce: {
      color: colorOf(snapshot, tariffDay),
      from: startOf(tariffDay),
      to: startOf(tariffDay.add({ days: 1 })),
    },
    source: tariffSource,
    license: openLicence,
    publishedAt: snapshot?.publishedAt ?? null,
    fetchedAt: snapshot?.fetchedAt ?? null,
  }
}

function colorOf(snapshot: TariffSnapshot | null, day: Temporal.PlainDate): TariffTodayResponse['color'] {
  return snapshot?.days.find(({ date }) => date === day.toString())?.color ?? null
}

function startOf(day: Temporal.PlainDate): string {
  return isoSeconds(day.toZonedDateTime({ timeZone: parisTimeZone, plainTime: tariffDayStart }).toInstant())
}
