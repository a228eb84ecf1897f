/** An entry of a calendar, ms since the epoch. */
export type CalendarEntry = { startMs: number; endMs: number }

/**
 * Entries as a file of RFC 5545 within an address: no server is involved, and it works without a script.
 * @param title of each entry, one line
 * @param stampMs instant of the forecast
 */
export function makeCalendarAddress(entries: readonly CalendarEntry[], title: string, stampMs: number): string {
  const events = entries.flatMap(({ startMs, endMs }) => [
    'BEGIN:VEVENT',
    `UID:${stampOf(startMs)}-${stampOf(stampMs)}@hexawatt`,
    `DTSTAMP:${stampOf(stampMs)}`,
    `DTSTART:${stampOf(startMs)}`,
    `DTEND:${stampOf(endMs)}`,
    `SUMMARY:${title.replaceAll(/[\\;,]/g, '\\$&')}`,
    'END:VEVENT',
  ])
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Hexawatt//Page//EN', ...events, 'END:VCALENDAR', '']
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`
}

/** `20260421T123000Z`. */
function stampOf(atMs: number): string {
  return `${new Date(atMs).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
}
