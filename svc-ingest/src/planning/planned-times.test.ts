import { describe, expect, test } from 'bun:test'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import type { PlannedTimes } from '../sources/definition/rhythm.ts'
import { computeNextPoll } from './next-poll.ts'
import { calmState, isPolledAt } from './testing/poll-state.ts'
import { pollsOfDay, timesOf } from './testing/polls-of-day.ts'

const instant = (text: string) => Temporal.Instant.from(text)
/** Whether a source with these times is polled whose last poll was shortly before the instant, and whose last poll was at it. */
const polledSince = (at: { minutes: number[] } | { paris: string[] }, time: string, now: string) =>
  [1, 0].map((seconds) =>
    isPolledAt({ kind: 'times', at }, { lastPollAt: instant(time).subtract({ seconds }) }, instant(now)),
  )
const isNewest = [true, false]

describe('the newest planned time', () => {
  test('is found by minutes of the hour', () => {
    const at = { minutes: [5, 20, 35, 50] }
    expect(polledSince(at, '2026-10-09T12:05:00Z', '2026-10-09T12:05:00Z')).toEqual(isNewest)
    expect(polledSince(at, '2026-10-09T11:50:00Z', '2026-10-09T12:04:59Z')).toEqual(isNewest)
  })

  test('is found by Paris hours, before the first one of the day on the day before, across the clock change too', () => {
    const at = { paris: ['02:30', '10:45'] }
    expect(polledSince(at, '2026-10-09T00:30:00Z', '2026-10-09T08:44:00Z')).toEqual(isNewest)
    expect(polledSince(at, '2026-10-08T08:45:00Z', '2026-10-09T00:29:00Z')).toEqual(isNewest)
    // 02:30 does not exist on this day: it is polled at 03:30.
    expect(polledSince(at, '2026-03-29T01:30:00Z', '2026-03-29T02:00:00Z')).toEqual(isNewest)
    // It exists twice: it is polled once, at the first.
    expect(polledSince(at, '2026-10-25T00:30:00Z', '2026-10-25T05:00:00Z')).toEqual(isNewest)
  })

  test('does not exist when there are no planned times: the source is never polled', () => {
    const now = instant('2026-10-09T12:00:00Z')
    expect(computeNextPoll({ kind: 'times', at: { paris: [] } }, calmState, now)).toEqual(now.add({ hours: 24 }))
  })
})

describe('a poll', () => {
  const at = { minutes: [5, 20, 35, 50] }
  const now = instant('2026-10-09T12:06:00Z')

  test('is made once per planned time, and missed times are not made up for', () => {
    const after = (lastAttempt: string) => isPolledAt({ kind: 'times', at }, { lastPollAt: instant(lastAttempt) }, now)
    expect([after('2026-10-09T11:51:00Z'), after('2026-10-09T12:05:00Z'), after('2026-10-01T00:00:00Z')]).toEqual([
      true,
      false,
      true,
    ])
    expect(isPolledAt({ kind: 'times', at }, { lastPollAt: null }, now)).toBe(true)
  })

  test('is made at the first planned time after the last one, also when the clock was set back by hours since', () => {
    const state = { ...calmState, lastPollAt: instant('2026-10-09T18:21:00Z') }
    expect(computeNextPoll({ kind: 'times', at }, state, now)).toEqual(instant('2026-10-09T18:35:00Z'))
  })
})

describe('a value that appeared before its publication time', () => {
  const price = timesOf('energy_charts_price')
  const color = timesOf('rte_services_tariff')
  /** Paris times of the polls of a day whose answers have tomorrow from `seenFrom` on. */
  const polls = (rhythm: PlannedTimes, day: string, seenFrom: string) =>
    pollsOfDay(rhythm, Temporal.PlainDate.from(day), seenFrom).map((at) => parisTime(at))
  const evening = ['14:30', '17:00', '19:30', '22:00']

  test.each([
    ['an ordinary day', '2026-01-13'],
    ['the day on which clocks go forward', '2026-03-29'],
    ['the day on which they go back', '2026-10-25'],
  ])('%s: prices of tomorrow seen at 00:30 do not end the polls of the day, those of 12:50 do', (_, day) => {
    expect(polls(price, day, '00:30')).toEqual(['00:30', '12:50'])
    expect(polls(price, day, '12:57')).toEqual(['00:30', '12:50', '13:05'])
    expect(polls(color, day, '06:30')).toEqual(['06:35', '10:45'])
    expect(polls(color, day, '10:40')).toEqual(['06:35', '10:45'])
  })

  test('is requested again into the evening while a colour is missing, until it comes', () => {
    const untilNoon = ['06:35', '10:45', '11:00', '11:30', '12:30']
    expect(polls(color, '2026-01-13', '23:59')).toEqual([...untilNoon, ...evening])
    expect(polls(color, '2026-01-13', '18:12')).toEqual([...untilNoon, '14:30', '17:00', '19:30'])
  })

  test('is replaced by the answer of the publication, so a withdrawn colour is awaited again', () => {
    const fetchedAt = instant('2026-01-13T09:45:00Z')
    const at = (newestSlotEnd: string) =>
      isPolledAt(
        color,
        { lastPollAt: fetchedAt, newestAnswer: { fetchedAt, newestSlotEnd: instant(newestSlotEnd) } },
        instant('2026-01-13T10:00:00Z'),
      )
    expect([at('2026-01-13T23:00:00Z'), at('2026-01-14T23:00:00Z')]).toEqual([true, false])
  })

  test('before 06:30 is requested only for a missing colour of the day', () => {
    const fetchedAt = instant('2026-08-31T21:00:00Z')
    const at = (newestSlotEnd: string) =>
      isPolledAt(
        color,
        { lastPollAt: fetchedAt, newestAnswer: { fetchedAt, newestSlotEnd: instant(newestSlotEnd) } },
        instant('2026-09-01T03:46:00Z'),
      )
    expect([at('2026-08-31T22:00:00Z'), at('2026-09-01T22:00:00Z')]).toEqual([true, false])
  })
})

const parisTime = (at: Temporal.Instant) => at.toZonedDateTimeISO(parisTimeZone).toPlainTime().toString().slice(0, 5)
