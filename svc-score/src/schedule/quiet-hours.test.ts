import { expect, test } from 'bun:test'
import { listParisSlots } from '@hexawatt/shared/time/paris-clock'
import fc from 'fast-check'
import { isInQuietHours, writeQuietHours } from './quiet-hours.ts'

const minuteOfDay = fc.integer({ min: 0, max: 1_439 })

test('a quarter-hour is quiet when one of its minutes is, by the clock of Paris', () => {
  const firstMs = Date.parse('2026-10-24T22:00:00Z')
  fc.assert(
    fc.property(minuteOfDay, minuteOfDay, fc.integer({ min: 0, max: 200 }), (fromMinute, toMinute, index) => {
      const slot = listParisSlots(firstMs + index * 900_000, 1)[0]?.minuteOfDay ?? 0
      const isQuiet = (minute: number) =>
        fromMinute < toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute
      const minutes = Array.from({ length: 15 }, (_, minute) => (slot + minute) % 1_440)
      expect(isInQuietHours([{ fromMinute, toMinute }], slot)).toBe(minutes.some(isQuiet))
    }),
    { numRuns: 2_000 },
  )
})

test('quiet hours are written as a query has them', () => {
  const night = { fromMinute: 22 * 60, toMinute: 7 * 60 }
  expect(writeQuietHours([night, { fromMinute: 750, toMinute: 0 }])).toBe('22:00-07:00,12:30-00:00')
  expect(writeQuietHours([{ fromMinute: 0, toMinute: 0 }])).toBe('00:00-24:00')
})
