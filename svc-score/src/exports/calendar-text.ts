import type { KnownColor } from '@hexawatt/shared/answers/outlook-body'
import { toWholePercent } from '@hexawatt/shared/bounds/numbers'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { parisTimeZone, toTariffDayStart } from '@hexawatt/shared/time/paris'
import { type BestWindow, findBestWindows, type RankedSlot } from './best-windows.ts'
import { describeWindow } from './window-text.ts'

/** Octets of a content line without its line break (RFC 5545 §3.1). */
const maxLineOctets = 75

/** How often a calendar program should ask again: the best hours move with the forecast. */
const refreshInterval = 'PT1H'

/** The zone in which the days of the calendar run; events are written in UTC. */
const parisTimeZoneLines = [
  'BEGIN:VTIMEZONE',
  `TZID:${parisTimeZone}`,
  ...describeClockChange('DAYLIGHT', '+0100', '+0200', '3'),
  ...describeClockChange('STANDARD', '+0200', '+0100', '10'),
  'END:VTIMEZONE',
]

/** On the last Sunday of a month, since 1996. */
function describeClockChange(kind: 'DAYLIGHT' | 'STANDARD', before: string, after: string, month: string): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${kind === 'DAYLIGHT' ? '19960331T020000' : '19961027T030000'}`,
    `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU`,
    `TZOFFSETFROM:${before}`,
    `TZOFFSETTO:${after}`,
    `END:${kind}`,
  ]
}

/** A white or red day that is forecast with a smaller probability is no entry. */
const notedProbability = 0.5

/**
 * One event; instants in ISO 8601. `uid` stays the same while its day does, so that a later forecast moves the event, and the published colour takes
 * the place of the forecast one.
 */
type CalendarEvent = {
  uid: string
  start: string
  end: string
  summary: string
  description: string
  /** A forecast is tentative. */
  status: 'CONFIRMED' | 'TENTATIVE'
}

/** Sources of the calendar: consecutive slots, known colours by tariff day, time of the forecast (null without a forecast), and the current time. */
type CalendarSources = {
  slots: readonly RankedSlot[]
  /** Whether the slots are ranked by their price under a contract, and not by their score. */
  isByPrice: boolean
  /** False for a contract whose prices depend on no colour. */
  hasColors: boolean
  colors: ReadonlyMap<string, KnownColor>
  issuedAt: string | null
  now: Temporal.Instant
}

/**
 * The best hours of each day, and the white and red days that have not ended, as an iCalendar (RFC 5545) in French. A calendar must have a component:
 * without an event it is the time zone alone.
 */
export function writeCalendar({ slots, isByPrice, hasColors, colors, issuedAt, now }: CalendarSources): string {
  const days = (hasColors ? [...colors] : []).toSorted(([one], [other]) => one.localeCompare(other))
  const events = [
    ...findBestWindows(slots).map((window) => toWindowEvent(window, isByPrice)),
    ...days.flatMap(([date, color]) => toTariffDayEvents(date, color, now)),
  ]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hexawatt//Export//FR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Hexawatt',
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
    `X-PUBLISHED-TTL:${refreshInterval}`,
    ...parisTimeZoneLines,
    ...events.flatMap((event) => writeEventLines(event, issuedAt ?? isoSeconds(now))),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function toWindowEvent(window: BestWindow, isByPrice: boolean): CalendarEvent {
  const { date, slots } = window
  const { summary, description } = describeWindow(window, isByPrice)
  return {
    uid: `best-${date}@hexawatt`,
    start: slots[0]?.start ?? '',
    end: slots.at(-1)?.end ?? '',
    summary,
    description,
    status: 'CONFIRMED',
  }
}

/** Colours that are worth an entry: on a blue day, which most are, there is nothing to do. */
const notedColors = [
  ['white', 'Jour blanc'],
  ['red', 'Jour rouge'],
] as const

function toTariffDayEvents(date: string, { probabilities, basis }: KnownColor, now: Temporal.Instant): CalendarEvent[] {
  const noted = notedColors.find(([color]) => probabilities[color] >= notedProbability)
  const day = Temporal.PlainDate.from(date)
  const end = toTariffDayStart(day.add({ days: 1 }))
  if (noted === undefined || Temporal.Instant.compare(end, now) <= 0) return []
  const [color, name] = noted
  const isPublished = basis === 'published'
  const probability = `probabilité ${formatPercent(probabilities[color])}`
  return [
    {
      uid: `tariff-${date}@hexawatt`,
      start: isoSeconds(toTariffDayStart(day)),
      end: isoSeconds(end),
      summary: `${name} ${isPublished ? '' : `à prévoir, ${probability} `}(tarif à trois couleurs)`,
      description: `${isPublished ? 'Couleur publiée' : `Couleur prévue et non publiée, ${probability}`}, valable de 6 h à 6 h le lendemain. Heures pleines de 6 h à 22 h.`,
      status: isPublished ? 'CONFIRMED' : 'TENTATIVE',
    },
  ]
}

/** Rounding must not suggest certainty: only a colour that the rules of the tariff force has 100 %. */
function formatPercent(probability: number): string {
  return `${probability === 1 ? 100 : Math.min(99, toWholePercent(probability))} %`
}

/** Lines of an event that blocks no time. */
function writeEventLines({ uid, start, end, summary, description, status }: CalendarEvent, issuedAt: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${formatUtcTime(issuedAt)}`,
    `DTSTART:${formatUtcTime(start)}`,
    `DTEND:${formatUtcTime(end)}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `STATUS:${status}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** `2026-02-03T18:15:00Z` → `20260203T181500Z` */
const formatUtcTime = (instant: string): string => instant.replaceAll(/[-:]/g, '')

/** RFC 5545 §3.3.11. */
const escapeText = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

const encoder = new TextEncoder()

/** Breaks a content line between characters, so that no line has more than 75 octets. */
function foldLine(line: string): string {
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
