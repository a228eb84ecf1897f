import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { type TariffColorName, tariffColorNames } from '@hexawatt/shared/grid/public-signals'
import type { TariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { tariffDayStartOf } from '@hexawatt/shared/time/tariff-day'
import { type BestWindow, bestWindowHours, bestWindows } from './best-windows.ts'
import { type ExportedSlot, pricePerKwh } from './export-series.ts'

/** Octets of a content line without its line break (RFC 5545 §3.1). */
const maxLineOctets = 75

/** How often a calendar program should ask again: the best hours move with the forecast. */
const refreshInterval = 'PT1H'

/** One event; instants in ISO 8601. `uid` stays the same while its day does, so that a later forecast moves the event. */
type CalendarEvent = { uid: string; start: string; end: string; summary: string; description: string }

/** What the calendar is made of: consecutive slots, the published colours, when the forecast was issued, and the present. */
export type CalendarSources = {
  slots: readonly ExportedSlot[]
  tariffDays: TariffSnapshot['days']
  issuedAt: string
  now: Temporal.Instant
}

/** The best hours of each day, and the white and red days that have not ended, as an iCalendar (RFC 5545) in French. */
export function calendarText({ slots, tariffDays, issuedAt, now }: CalendarSources): string {
  const events = [...bestWindows(slots).map(windowEvent), ...tariffDays.flatMap((day) => tariffDayEvents(day, now))]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hexawatt//Export//FR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Hexawatt',
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
    `X-PUBLISHED-TTL:${refreshInterval}`,
    ...events.flatMap((event) => eventLines(event, issuedAt)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function windowEvent({ date, slots, meanScore }: BestWindow): CalendarEvent {
  const score = roundHalfAwayFromZero(meanScore, 0)
  const grams = meanOf(slots.map(({ carbon }) => carbon.gCo2PerKwh))
  const price = pricePerKwh(meanOf(slots.map((slot) => slot.price.eurPerMwh)))
  const figures = [
    `Score moyen ${score} sur 100`,
    ...(grams === null ? [] : [`${french(grams, 0)} g CO2éq/kWh`]),
    ...(price === null ? [] : [`prix de marché ${french(price, 3)} €/kWh`]),
  ]
  return {
    uid: `best-${date}@hexawatt`,
    start: slots[0]?.start ?? '',
    end: slots.at(-1)?.end ?? '',
    summary: `Meilleur moment (score ${score})`,
    description: `Les ${bestWindowHours} heures les plus favorables de la journée pour consommer. ${figures.join(', ')}.`,
  }
}

/** Colours that are worth an entry: on a blue day, which most are, there is nothing to do. */
const notedColors: Readonly<Partial<Record<TariffColorName, string>>> = {
  [tariffColorNames[1]]: 'Jour blanc',
  [tariffColorNames[2]]: 'Jour rouge',
}

function tariffDayEvents({ date, color }: TariffSnapshot['days'][number], now: Temporal.Instant): CalendarEvent[] {
  const summary = notedColors[color]
  const day = Temporal.PlainDate.from(date)
  const end = tariffDayStartOf(day.add({ days: 1 }))
  if (summary === undefined || Temporal.Instant.compare(end, now) <= 0) return []
  return [
    {
      uid: `tariff-${date}@hexawatt`,
      start: isoSeconds(tariffDayStartOf(day)),
      end: isoSeconds(end),
      summary: `${summary} (tarif à trois couleurs)`,
      description: 'Couleur publiée, valable de 6 h à 6 h le lendemain. Heures pleines de 6 h à 22 h.',
    },
  ]
}

/** Lines of an event that blocks no time. */
function eventLines({ uid, start, end, summary, description }: CalendarEvent, issuedAt: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utcTime(issuedAt)}`,
    `DTSTART:${utcTime(start)}`,
    `DTEND:${utcTime(end)}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** `2026-02-03T18:15:00Z` → `20260203T181500Z` */
const utcTime = (instant: string): string => instant.replaceAll(/[-:]/g, '')

/** RFC 5545 §3.3.11. */
const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

const encoder = new TextEncoder()

/** Breaks a content line between characters, so that no line has more than 75 octets. */
function folded(line: string): string {
  let text = ''
  let octets = 0
  for (const character of line) {
    const length = encoder.encode(character).length
    if (octets + length > maxLineOctets) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += length
  }
  return text
}

/** null when one is unknown. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => (value === null ? [] : [value]))
  return known.length < values.length ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

const french = (value: number, decimals: number): string =>
  value.toLocaleString('fr-FR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
