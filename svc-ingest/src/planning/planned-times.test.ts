import { describe, expect, test } from 'bun:test'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import type { OpenPublisherId, SourceName } from '@hexawatt/shared/grid/publishers'
import { addParisDays, parisTimeZone } from '@hexawatt/shared/time/paris'
import type { PlannedTimes } from '../sources/definition/rhythm.ts'
import { listChoices } from '../sources/fallback-order.ts'
import { publisherPolicies } from '../sources/publishers.ts'
import { getSource, isOpenSource, sources } from '../sources/registry.ts'
import { computeNextPoll } from './next-poll.ts'
import { calmState, isPolledAt } from './testing/poll-state.ts'

/** The planned times of a dataset. */
function timesOf(id: string): PlannedTimes {
  const { rhythm } = getSource(id)
  if (rhythm.kind !== 'times') throw new Error(`${id} has no planned times`)
  return rhythm
}

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

/** Polls of a Paris day, checked once a minute; values that a poll brings are known from the poll on. The day begins with the final values of the day before. */
function pollsOfDay(rhythm: PlannedTimes, day: Temporal.PlainDate, seenFrom: string): Temporal.Instant[] {
  const at = (plainTime: string, date = day) => date.toZonedDateTime({ timeZone: parisTimeZone, plainTime }).toInstant()
  const [start, end, arrival] = [at('00:00'), addParisDays(at('00:00'), 1), at(seenFrom)]
  const polls: Temporal.Instant[] = []
  for (let now = start; Temporal.Instant.compare(now, end) < 0; now = now.add({ minutes: 1 })) {
    const lastAttempt = polls.at(-1) ?? at('23:59', day.subtract({ days: 1 }))
    const hasCome = Temporal.Instant.compare(lastAttempt, arrival) >= 0
    const newestAnswer = { fetchedAt: lastAttempt, newestSlotEnd: addParisDays(start, hasCome ? 2 : 1) }
    if (isPolledAt(rhythm, { lastPollAt: lastAttempt, newestAnswer }, now)) polls.push(now)
  }
  return polls
}

/** Datasets that open mode polls while every first choice works. */
const firstChoices = new Set<string>(feedIds.flatMap((feed) => listChoices(feed)[0] ?? []))

/** A day, as publishers keep it: when tomorrow's price and colour come (Paris), and which fallback sources stand in. */
type Day = { priceAt: string; colorAt: string; standIns?: readonly string[] }

/** Calls by publisher on an ordinary day in steady operation, each dataset looked at once a minute. */
function callsOfDay({ priceAt, colorAt, standIns = [] }: Day): Partial<Record<SourceName, number>> {
  const today = Temporal.PlainDate.from('2026-10-09')
  const arrivals: Readonly<Record<string, string>> = { power_exchanges: priceAt, tariff_calendar: colorAt }
  const calls: Partial<Record<SourceName, number>> = {}
  for (const { id, publisher, fills, calls: callsOf } of sources.filter(isOpenSource)) {
    if (fills.length > 0 && !firstChoices.has(id) && !standIns.includes(id)) continue
    const rhythm = timesOf(id)
    for (const now of pollsOfDay(rhythm, today, arrivals[rhythm.until ?? ''] ?? '00:00')) {
      const made = callsOf({ now, lastSuccess: now.subtract({ hours: 1 }), newestSlotEnd: null }).length
      calls[publisher] = (calls[publisher] ?? 0) + made
    }
  }
  return calls
}

describe('calls of a day', () => {
  const fallbacks = ['rte_zip_real_time', 'energy_charts_generation', 'couleur_tempo_tariff', 'odre_capacities']

  test('are as planned on an ordinary day', () => {
    expect(callsOfDay({ priceAt: '12:57', colorAt: '10:40' })).toEqual({
      // A poll each quarter of an hour, the signal of past days; the regions each hour, the intensities for comparison.
      odre: 97 + 25,
      // 24 flows, 30 forecasts, 3 prices, 2 schedules, 1 capacities.
      'energy-charts': 60,
      'rte-services': 2,
    })
  })

  test('use every planned time on a day when price and colours never come', () => {
    expect(callsOfDay({ priceAt: '23:59', colorAt: '23:59' })).toEqual({
      odre: 97 + 25,
      'energy-charts': 57 + 30,
      'rte-services': 9,
    })
  })

  test('stay within each publisher’s budget when all fallback sources stand in and nothing comes in time', () => {
    const calls = callsOfDay({ priceAt: '23:59', colorAt: '23:59', standIns: fallbacks })
    expect(calls).toEqual({
      odre: 98 + 25,
      'rte-zip': 24,
      'energy-charts': 57 + 30 + 24,
      'rte-services': 9,
      'couleur-tempo': 11,
    })
    for (const [publisher, count] of Object.entries(calls)) {
      expect(count).toBeLessThanOrEqual(publisherPolicies[publisher as OpenPublisherId].pace.callsPerDay)
    }
  })

  test('stay within the politeness limits of docs/operate/open-sources.md#calls', () => {
    const {
      odre = 0,
      'energy-charts': charts = 0,
      'rte-services': services = 0,
    } = callsOfDay({
      priceAt: '12:57',
      colorAt: '10:40',
    })
    // 110 calls without the regions, which take 24 to 96 of their own.
    expect([odre - 25 <= 110, charts <= 61, services <= 6]).toEqual([true, true, true])
  })
})
