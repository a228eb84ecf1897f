import { describe, expect, test } from 'bun:test'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import { addParisDays, parisTimeZone } from '@hexawatt/shared/time/paris'
import { publisherLimits } from './publisher-limits.ts'
import { choicesFor, datasetRegistry } from './registry.ts'
import { isPollPlanned, newestPlannedTime } from './rhythm.ts'

const instant = (text: string) => Temporal.Instant.from(text)
const planned = (at: { minutes: number[] } | { paris: string[] }, now: string) =>
  newestPlannedTime({ at }, instant(now))?.toString() ?? null

describe('the newest planned time', () => {
  test('by minutes of the hour', () => {
    const at = { minutes: [5, 20, 35, 50] }
    expect(planned(at, '2026-10-09T12:05:00Z')).toBe('2026-10-09T12:05:00Z')
    expect(planned(at, '2026-10-09T12:04:59Z')).toBe('2026-10-09T11:50:00Z')
  })

  test('by Paris hours, before the first one of the day that of yesterday, also where the clock changes', () => {
    const at = { paris: ['02:30', '10:45'] }
    expect(planned(at, '2026-10-09T08:44:00Z')).toBe('2026-10-09T00:30:00Z')
    expect(planned(at, '2026-10-09T00:29:00Z')).toBe('2026-10-08T08:45:00Z')
    // 02:30 does not exist on this day: it is asked at 03:30.
    expect(planned(at, '2026-03-29T02:00:00Z')).toBe('2026-03-29T01:30:00Z')
    // It exists twice: it is asked once, at the first.
    expect(planned(at, '2026-10-25T05:00:00Z')).toBe('2026-10-25T00:30:00Z')
  })

  test('without any is none', () => {
    expect(planned({ paris: [] }, '2026-10-09T12:00:00Z')).toBeNull()
  })
})

describe('a poll', () => {
  const at = { minutes: [5, 20, 35, 50] }
  const state = { now: instant('2026-10-09T12:06:00Z'), newestSlotEnd: null }

  test('is made once for each planned time, and missed ones are not made up for', () => {
    const after = (lastAttempt: string) => isPollPlanned({ at }, { ...state, lastAttempt: instant(lastAttempt) })
    expect([after('2026-10-09T11:51:00Z'), after('2026-10-09T12:05:00Z'), after('2026-10-01T00:00:00Z')]).toEqual([
      true,
      false,
      true,
    ])
    expect(isPollPlanned({ at }, { ...state, lastAttempt: null })).toBe(true)
  })

  test('is left out once what is awaited has come to its end', () => {
    const until = { feed: 'power_exchanges', daysAhead: 1 } as const
    const reaching = (end: string) =>
      isPollPlanned({ at, until }, { ...state, lastAttempt: null, newestSlotEnd: instant(end) })
    expect([reaching('2026-10-10T22:00:00Z'), reaching('2026-10-10T21:45:00Z')]).toEqual([false, true])
  })
})

/** Datasets that open mode polls while every first choice works. */
const firstChoices = new Set(feedIds.flatMap((feed) => choicesFor(feed)[0] ?? []))

/** A day, as publishers keep it: when tomorrow's price and colour come (Paris), and which spares stand in. */
type Day = { priceAt: string; colorAt: string; standIns?: readonly string[] }

/** Calls by publisher on an ordinary day in steady operation, from a turn of each dataset in every minute. */
function callsOfDay({ priceAt, colorAt, standIns = [] }: Day): Partial<Record<OpenPublisherId, number>> {
  const start = Temporal.PlainDate.from('2026-10-09').toZonedDateTime(parisTimeZone).toInstant()
  const today = start.toZonedDateTimeISO(parisTimeZone).toPlainDate()
  const arrivals: Readonly<Record<string, string>> = { power_exchanges: priceAt, tariff_calendar: colorAt }
  const calls: Partial<Record<OpenPublisherId, number>> = {}
  for (const { id, publisher, feeds, rhythm, calls: callsOf } of datasetRegistry) {
    if (feeds.length > 0 && !firstChoices.has(id) && !standIns.includes(id)) continue
    const plainTime = arrivals[rhythm.until?.feed ?? ''] ?? '00:00'
    const arrival = today.toZonedDateTime({ timeZone: parisTimeZone, plainTime }).toInstant()
    let last = start.subtract({ minutes: 1 })
    for (let now = start; Temporal.Instant.compare(now, addParisDays(start, 1)) < 0; now = now.add({ minutes: 1 })) {
      // What has come is known from the first poll after it.
      const newestSlotEnd = addParisDays(now, Temporal.Instant.compare(last, arrival) >= 0 ? 2 : 1)
      if (!isPollPlanned(rhythm, { now, lastAttempt: last, newestSlotEnd })) continue
      calls[publisher] = (calls[publisher] ?? 0) + callsOf({ now, lastSuccess: last }).length
      last = now
    }
  }
  return calls
}

describe('calls of a day', () => {
  const spares = ['rte_zip_real_time', 'energy_charts_generation', 'couleur_tempo_tariff', 'odre_capacities']

  test('an ordinary one', () => {
    expect(callsOfDay({ priceAt: '12:57', colorAt: '10:40' })).toEqual({
      // A poll each quarter of an hour, the signal of past days; the regions each hour, the intensities for comparison.
      odre: 97 + 25,
      // 24 flows, 30 forecasts, 3 prices, 2 schedules, 1 capacities.
      'energy-charts': 60,
      'rte-services': 2,
    })
  })

  test('one on which price and colours never come: every planned time is used', () => {
    expect(callsOfDay({ priceAt: '23:59', colorAt: '23:59' })).toEqual({
      odre: 97 + 25,
      'energy-charts': 57 + 30,
      'rte-services': 5,
    })
  })

  test('one on which all spares stand in and nothing comes in time: each publisher’s budget is larger', () => {
    const calls = callsOfDay({ priceAt: '23:59', colorAt: '23:59', standIns: spares })
    expect(calls).toEqual({
      odre: 98 + 25,
      'rte-zip': 24,
      'energy-charts': 57 + 30 + 24,
      'rte-services': 5,
      'couleur-tempo': 3,
    })
    for (const [publisher, count] of Object.entries(calls)) {
      expect(count).toBeLessThanOrEqual(publisherLimits[publisher as OpenPublisherId].callsPerDay)
    }
  })

  test('stay within what is polite (upstream specification, section 15)', () => {
    const {
      odre = 0,
      'energy-charts': charts = 0,
      'rte-services': services = 0,
    } = callsOfDay({
      priceAt: '12:57',
      colorAt: '10:40',
    })
    // The specification's 110 are without the regions, of which it allows 24 to 96 calls.
    expect([odre - 25 <= 110, charts <= 61, services <= 6]).toEqual([true, true, true])
  })
})
