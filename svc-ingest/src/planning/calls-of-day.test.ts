import { describe, expect, test } from 'bun:test'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import type { OpenPublisherId, SourceName } from '@hexawatt/shared/grid/publishers'
import { listChoices } from '../sources/fallback-order.ts'
import { publisherPolicies } from '../sources/publishers.ts'
import { isOpenSource, sources } from '../sources/registry.ts'
import { pollsOfDay, timesOf } from './testing/polls-of-day.ts'

/** Datasets that open mode polls while every first choice works. */
const firstChoices = new Set<string>(feedIds.flatMap((feed) => listChoices(feed)[0] ?? []))

/** A day, as publishers keep it: when tomorrow's price and colour come (Paris), and which fallback sources stand in. */
type Day = { priceAt: string; colorAt: string; standIns?: readonly string[] }

const today = Temporal.PlainDate.from('2026-10-09')

/** A planned call; one that yields is made only while enough calls of the day are left for feeds. */
type PlannedCall = { publisher: SourceName; at: Temporal.Instant; yieldsToFeeds: boolean }

/** Looking once a minute takes long: the same days are looked at in several tests. */
const pollsOfDays = new Map<string, Temporal.Instant[]>()

/** Calls of a Paris day in steady operation, each dataset looked at once a minute. */
function listCallsOfDay({ priceAt, colorAt, standIns = [] }: Day, date = today): PlannedCall[] {
  const arrivals: Readonly<Record<string, string>> = { power_exchanges: priceAt, tariff_calendar: colorAt }
  return sources.filter(isOpenSource).flatMap(({ id, publisher, fills, calls: callsOf, yieldsToFeeds = false }) => {
    if (fills.length > 0 && !firstChoices.has(id) && !standIns.includes(id)) return []
    const seenFrom = arrivals[timesOf(id).until ?? ''] ?? '00:00'
    const polls = pollsOfDays.getOrInsertComputed(`${id} ${date} ${seenFrom}`, () =>
      pollsOfDay(timesOf(id), date, seenFrom),
    )
    return polls.flatMap((at) =>
      callsOf({ now: at, lastSuccess: at.subtract({ hours: 1 }), newestSlotEnd: null }).map(() => {
        return { publisher, at, yieldsToFeeds }
      }),
    )
  })
}

/** Number of planned calls by publisher. */
function callsOfDay(day: Day): Partial<Record<SourceName, number>> {
  const byPublisher = Map.groupBy(listCallsOfDay(day), ({ publisher }) => publisher)
  return Object.fromEntries([...byPublisher].map(([publisher, calls]) => [publisher, calls.length]))
}

/** Calls of Energy-Charts that are made on a UTC day of its budget: of the feeds, and of those that yield to them. */
function chartCallsMadeOf(day: Day): { feeds: number; refusedFeeds: number; yielding: number } {
  const { callsPerDay, feedCallsPerDay } = publisherPolicies['energy-charts'].pace
  const start = today.toZonedDateTime('UTC').toInstant()
  const made = { feeds: 0, refusedFeeds: 0, yielding: 0 }
  // The last two hours of the UTC day belong to the next day in Paris.
  const planned = [
    ...listCallsOfDay(day),
    ...listCallsOfDay(day).map((call) => ({ ...call, at: call.at.add({ hours: 24 }) })),
  ]
    .filter(({ publisher }) => publisher === 'energy-charts')
    .sort((a, b) => Temporal.Instant.compare(a.at, b.at))
  for (const { at, yieldsToFeeds } of planned) {
    const shareLeft = 1 - at.since(start).total('days')
    if (shareLeft > 1 || shareLeft <= 0) continue
    const kept = yieldsToFeeds ? shareLeft * feedCallsPerDay : 0
    const isMade = made.feeds + made.yielding < callsPerDay - kept
    if (yieldsToFeeds) made.yielding += isMade ? 1 : 0
    else if (isMade) made.feeds++
    else made.refusedFeeds++
  }
  return made
}

describe('calls of a day', () => {
  const fallbacks = ['rte_zip_real_time', 'energy_charts_generation', 'couleur_tempo_tariff', 'odre_capacities']

  test('are as planned on an ordinary day', () => {
    expect(callsOfDay({ priceAt: '12:57', colorAt: '10:40' })).toEqual({
      // A poll each quarter of an hour, the signal of past days; the regions each hour, the intensities for comparison.
      odre: 97 + 25,
      // 24 flows, 30 forecasts, 3 prices, 2 schedules, 1 capacities; six neighbours every three hours.
      'energy-charts': 60 + 48,
      'rte-services': 2,
    })
  })

  test('use every planned time on a day when price and colours never come', () => {
    expect(callsOfDay({ priceAt: '23:59', colorAt: '23:59' })).toEqual({
      odre: 97 + 25,
      'energy-charts': 57 + 30 + 48,
      'rte-services': 9,
    })
  })

  test('stay within each publisher’s budget when all fallback sources stand in and nothing comes in time', () => {
    const calls = callsOfDay({ priceAt: '23:59', colorAt: '23:59', standIns: fallbacks })
    expect(calls).toEqual({
      odre: 98 + 25,
      'rte-zip': 24,
      'energy-charts': 57 + 30 + 24 + 48,
      'rte-services': 9,
      'couleur-tempo': 11,
    })
    // The mixes of the neighbours give way. Only when both happen on one day, the last calls of its evening are left out.
    const { feeds, refusedFeeds, yielding } = chartCallsMadeOf({
      priceAt: '23:59',
      colorAt: '23:59',
      standIns: fallbacks,
    })
    expect([feeds + refusedFeeds, refusedFeeds <= 14]).toEqual([57 + 30 + 24, true])
    for (const [publisher, count] of Object.entries({ ...calls, 'energy-charts': feeds + yielding })) {
      expect(count).toBeLessThanOrEqual(publisherPolicies[publisher as OpenPublisherId].pace.callsPerDay)
    }
  })

  test('leave out no mix of a neighbour on an ordinary day, and some of them when prices are late or the French mix is taken from there', () => {
    const ordinary = { priceAt: '12:57', colorAt: '10:40' }
    expect(chartCallsMadeOf(ordinary)).toEqual({ feeds: 60, refusedFeeds: 0, yielding: 48 })
    for (const day of [
      { ...ordinary, standIns: fallbacks },
      { ...ordinary, priceAt: '23:59' },
    ]) {
      const { refusedFeeds, yielding } = chartCallsMadeOf(day)
      expect([refusedFeeds, yielding > 24, yielding < 48]).toEqual([0, true, true])
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
    // 61 calls without the mixes of the neighbours.
    expect([odre - 25 <= 110, charts - 48 <= 61, services <= 6]).toEqual([true, true, true])
  })
})
