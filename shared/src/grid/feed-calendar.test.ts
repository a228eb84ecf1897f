import { describe, expect, test } from 'bun:test'
import { parisTimeZone } from '../time/paris.ts'
import { findNextPublication, isFinal } from './feed-calendar.ts'
import type { FeedId } from './feeds.ts'

const paris = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(parisTimeZone).toInstant()

describe('a daily value is final', () => {
  const final = (feed: FeedId, fetchedAt: string, newestSlotEnd: string | null, now: string) =>
    isFinal(
      feed,
      { fetchedAt: paris(fetchedAt), newestSlotEnd: newestSlotEnd === null ? null : paris(newestSlotEnd) },
      paris(now),
    )

  test.each([
    ['2026-01-13', '2026-01-15'],
    // Clocks go forward on 29 March, and back on 25 October.
    ['2026-03-29', '2026-03-31'],
    ['2026-10-25', '2026-10-27'],
  ])('on %s only if fetched after its publication', (day, end) => {
    expect(final('power_exchanges', `${day}T12:49:59`, end, `${day}T13:00`)).toBe(false)
    expect(final('power_exchanges', `${day}T12:50`, end, `${day}T13:00`)).toBe(true)
    expect(final('tariff_calendar', `${day}T10:29:59`, end, `${day}T10:45`)).toBe(false)
    expect(final('tariff_calendar', `${day}T10:30`, end, `${day}T10:45`)).toBe(true)
  })

  test('only when the newest response includes the day', () => {
    expect(final('tariff_calendar', '2026-01-13T11:00', '2026-01-14T00:00', '2026-01-13T11:05')).toBe(false)
    expect(final('tariff_calendar', '2026-01-13T11:00', null, '2026-01-13T11:05')).toBe(false)
  })

  test('until the next early publication, if the day before was final', () => {
    expect(final('tariff_calendar', '2026-01-12T11:00', '2026-01-14T00:00', '2026-01-13T06:29')).toBe(true)
    expect(final('tariff_calendar', '2026-01-12T11:00', '2026-01-14T00:00', '2026-01-13T06:30')).toBe(false)
    expect(final('tariff_calendar', '2026-01-12T10:00', '2026-01-14T00:00', '2026-01-13T06:29')).toBe(false)
  })

  test('never for a feed without daily publications', () => {
    expect(final('generation_by_type', '2026-01-13T11:00', '2026-01-15T00:00', '2026-01-13T11:05')).toBe(false)
  })
})

describe('the next publication', () => {
  const next = (feed: FeedId, lastSuccess: string | null, newestSlotEnd: string) =>
    findNextPublication(feed, {
      lastSuccess: lastSuccess === null ? null : paris(lastSuccess),
      newestSlotEnd: paris(newestSlotEnd),
      publisher: null,
    })?.toString()

  test('of a provisional day is that day’s, of a final day the next day’s', () => {
    expect(next('tariff_calendar', '2026-01-13T06:35', '2026-01-15T00:00')).toBe('2026-01-13T09:40:00Z')
    expect(next('tariff_calendar', '2026-01-13T10:45', '2026-01-15T00:00')).toBe('2026-01-14T09:40:00Z')
    expect(next('power_exchanges', '2026-01-13T00:30', '2026-01-15T00:00')).toBe('2026-01-13T12:30:00Z')
    expect(next('power_exchanges', '2026-01-13T00:30', '2026-01-14T00:00')).toBe('2026-01-13T12:30:00Z')
    expect(next('power_exchanges', null, '2026-01-15T00:00')).toBe('2026-01-14T12:30:00Z')
  })

  test('of other feeds is when the next slot or issue is due', () => {
    expect(next('grid_signals', '2026-01-13T06:35', '2026-01-17T00:00')).toBe('2026-01-14T16:00:00Z')
    expect(next('generation_by_type', '2026-01-13T06:35', '2026-01-13T06:00')).toBe('2026-01-13T07:00:00Z')
  })
})
