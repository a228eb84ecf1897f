import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { listParisSlots } from '../../time/paris-clock.ts'
import { isInHourRanges, parseHourRanges, writeHourRanges } from './hour-ranges.ts'

describe('hours of a price table', () => {
  test('are ranges to the minute, may cross midnight and may end at 24:00', () => {
    expect(parseHourRanges('22:38-06:38,12:00-24:00')).toEqual([
      { fromMinute: 1_358, toMinute: 398 },
      { fromMinute: 720, toMinute: 0 },
    ])
  })

  test.each(['', '22-6', '22:00-22:00', '24:00-06:00', '22:60-06:00', '1:00-2:00', '00:00-24:00', '01:00-02:00,'])(
    'are refused when malformed: %p',
    (text) => expect(parseHourRanges(text)).toBeNull(),
  )
})

const minuteOfDay = fc.integer({ min: 0, max: 1_439 })

test('a quarter-hour is quiet when one of its minutes is, by the clock of Paris', () => {
  const firstMs = Date.parse('2026-10-24T22:00:00Z')
  fc.assert(
    fc.property(minuteOfDay, minuteOfDay, fc.integer({ min: 0, max: 200 }), (fromMinute, toMinute, index) => {
      const slot = listParisSlots(firstMs + index * 900_000, 1)[0]?.minuteOfDay ?? 0
      const isQuiet = (minute: number) =>
        fromMinute < toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute
      const minutes = Array.from({ length: 15 }, (_, minute) => (slot + minute) % 1_440)
      expect(isInHourRanges([{ fromMinute, toMinute }], slot)).toBe(minutes.some(isQuiet))
    }),
    { numRuns: 2_000 },
  )
})

test('quiet hours are written as a query has them', () => {
  const night = { fromMinute: 22 * 60, toMinute: 7 * 60 }
  expect(writeHourRanges([night, { fromMinute: 750, toMinute: 0 }])).toBe('22:00-07:00,12:30-00:00')
  expect(writeHourRanges([{ fromMinute: 0, toMinute: 0 }])).toBe('00:00-24:00')
})
