import { expect, test } from 'bun:test'
import { makeCalendarAddress } from './calendar.ts'

test('a plan in segments is one calendar event each, in UTC, with RFC 5545 line ends and escapes', () => {
  const startMs = Date.parse('2026-04-21T12:30:00Z')
  const entries = [0, 12].map((hours) => ({
    startMs: startMs + hours * 3_600_000,
    endMs: startMs + (hours + 2) * 3_600_000,
  }))
  const address = makeCalendarAddress(entries, 'Car, garage; left', Date.parse('2026-04-21T12:20:00Z'))
  const [type, text = ''] = address.split(',', 2)
  expect(type).toBe('data:text/calendar;charset=utf-8')
  const event = (start: string, end: string) => [
    'BEGIN:VEVENT',
    `UID:${start}-20260421T122000Z@hexawatt`,
    'DTSTAMP:20260421T122000Z',
    `DTSTART:${start}`,
    `DTEND:${end}`,
    'SUMMARY:Car\\, garage\\; left',
    'END:VEVENT',
  ]
  expect(decodeURIComponent(text).split('\r\n')).toEqual([
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Hexawatt//Page//EN'],
    ...event('20260421T123000Z', '20260421T143000Z'),
    ...event('20260422T003000Z', '20260422T023000Z'),
    ...['END:VCALENDAR', ''],
  ])
})
