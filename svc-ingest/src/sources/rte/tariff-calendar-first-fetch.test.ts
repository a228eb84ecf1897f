import { expect, test } from 'bun:test'
import { findSeasonStart } from '@hexawatt/shared/methodology/tariff-colors/tariff-season'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { isPolledAt } from '../../planning/testing/poll-state.ts'
import { findAskedWindow } from '../testing/source-fixture.ts'
import { tariffCalendar } from './tariff-calendar.ts'

const paris = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(parisTimeZone).toInstant()
const firstDay = (now: string) =>
  findAskedWindow(tariffCalendar, null, paris(now)).start.toZonedDateTimeISO(parisTimeZone).toPlainDate().toString()

test.each([
  ['2026-11-22T12:00', '2026-09-01'],
  ['2026-03-30T00:00', '2025-09-01'],
  ['2026-08-31T23:59', '2025-09-01'],
  // The tariff day of 31 August ends at 06:00.
  ['2026-09-01T05:59', '2025-09-01'],
  ['2026-09-01T06:00', '2026-09-01'],
])('the first fetch at %s begins on %s: the stock of the season is known at once', (now, first) => {
  expect(firstDay(now)).toBe(first)
  expect(findSeasonStart(Temporal.PlainDate.from(first)).toString()).toBe(first)
})

test('the first fetch requests the whole season in one call, and two seasons in two', () => {
  const callsAt = (now: string) =>
    tariffCalendar.calls({ now: paris(now), lastSuccess: null, newestSlotEnd: null }).length
  expect(['2026-08-30T12:00', '2026-08-31T12:00', '2026-09-01T05:00'].map(callsAt)).toEqual([1, 2, 2])
})

test('later polls request yesterday, today and tomorrow only, every quarter of an hour, from 06:00 on too', () => {
  const now = paris('2026-01-13T06:10')
  const { start, end } = findAskedWindow(tariffCalendar, paris('2026-01-14T00:00'), now)
  expect([start, end]).toEqual([paris('2026-01-12T00:00'), paris('2026-01-15T00:00')])
  const state = { lastPollAt: now.subtract({ minutes: 15 }), nextPublicationAt: paris('2026-01-13T10:40') }
  expect(isPolledAt(tariffCalendar.rhythm, state, now)).toBe(true)
})
