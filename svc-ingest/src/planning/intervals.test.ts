import { describe, expect, test } from 'bun:test'
import { isPolledAt } from './testing/poll-state.ts'

const minute = 60_000
const hour = 60 * minute

/** State of a source as times before now, ms. */
type State = {
  pollEveryMs: number
  sinceCallMs: number | null
  isUnanswered: boolean
  consecutiveFailures: number
  /** Time since the first missing publication was due; negative = not due yet; null = unknown. */
  overdueMs: number | null
}

const now = Temporal.Instant.from('2026-02-03T12:00:00Z')

function isPollDue({ pollEveryMs, sinceCallMs, overdueMs, ...state }: State): boolean {
  const before = (ms: number | null) => (ms === null ? null : now.subtract({ milliseconds: Math.round(ms) }))
  const rhythm = { kind: 'interval', everyMinutes: pollEveryMs / minute, publicationOf: null } as const
  return isPolledAt(rhythm, { ...state, lastPollAt: before(sinceCallMs), nextPublicationAt: before(overdueMs) }, now)
}

const daily: State = {
  pollEveryMs: 24 * hour,
  sinceCallMs: hour,
  isUnanswered: false,
  consecutiveFailures: 0,
  overdueMs: -hour,
}

describe('a source is polled', () => {
  test('at once when it was never called', () => {
    expect(isPollDue({ ...daily, sinceCallMs: null, overdueMs: null })).toBe(true)
  })

  test('at its interval, and not before', () => {
    expect(isPollDue({ ...daily, sinceCallMs: 23 * hour })).toBe(false)
    expect(isPollDue({ ...daily, sinceCallMs: 24 * hour })).toBe(true)
  })

  test('at the minute that comes a moment early: drift makes no poll a minute late', () => {
    expect(isPollDue({ ...daily, pollEveryMs: 15 * minute, sinceCallMs: 15 * minute - 50 })).toBe(true)
    expect(isPollDue({ ...daily, pollEveryMs: 15 * minute, sinceCallMs: 14 * minute })).toBe(false)
  })

  test('from the moment a publication is due, then every 15 minutes until it has come', () => {
    expect(isPollDue({ ...daily, overdueMs: -1 })).toBe(false)
    expect(isPollDue({ ...daily, overdueMs: 0 })).toBe(true)
    expect(isPollDue({ ...daily, overdueMs: hour, sinceCallMs: 10 * minute })).toBe(false)
    expect(isPollDue({ ...daily, overdueMs: hour, sinceCallMs: 15 * minute })).toBe(true)
  })

  test('not twice within five minutes, although a publication falls due right after the first poll', () => {
    expect(isPollDue({ ...daily, overdueMs: minute, sinceCallMs: 2 * minute })).toBe(false)
    expect(isPollDue({ ...daily, overdueMs: 4 * minute, sinceCallMs: 5 * minute })).toBe(true)
  })

  test('only at its interval again when a publication has not come for six hours', () => {
    expect(isPollDue({ ...daily, overdueMs: 6 * hour, sinceCallMs: 7 * hour })).toBe(true)
    expect(isPollDue({ ...daily, overdueMs: 6 * hour + 1, sinceCallMs: 7 * hour })).toBe(false)
  })

  test('not right before a publication: its interval waits for it, at most five minutes', () => {
    const quarterly = { ...daily, pollEveryMs: 15 * minute }
    expect(isPollDue({ ...quarterly, sinceCallMs: 15 * minute, overdueMs: -4 * minute })).toBe(false)
    expect(isPollDue({ ...quarterly, sinceCallMs: 15 * minute, overdueMs: -6 * minute })).toBe(true)
    expect(isPollDue({ ...quarterly, sinceCallMs: 19 * minute, overdueMs: 0 })).toBe(true)
    expect(isPollDue({ ...quarterly, sinceCallMs: 20 * minute, overdueMs: -4 * minute })).toBe(true)
  })

  test('five minutes after a call without a recorded outcome, whatever its interval', () => {
    const lost = { ...daily, isUnanswered: true }
    expect(isPollDue({ ...lost, sinceCallMs: 4 * minute })).toBe(false)
    expect(isPollDue({ ...lost, sinceCallMs: 5 * minute })).toBe(true)
  })

  test('after failures at growing distances, and never more seldom than its interval', () => {
    const failing = (consecutiveFailures: number, sinceCallMs: number) =>
      isPollDue({ ...daily, consecutiveFailures, sinceCallMs, overdueMs: null })
    expect([failing(1, 14 * minute), failing(1, 15 * minute)]).toEqual([false, true])
    expect([failing(3, 59 * minute), failing(3, 60 * minute)]).toEqual([false, true])
    expect([failing(40, 23 * hour), failing(40, 24 * hour)]).toEqual([false, true])
  })
})

/** A feed whose slots come one after the other, each a while after its end; minutes. */
type SlotFeed = { name: string; slot: number; delay: number }

/** Minutes of a simulated day at which a source is called that is looked at every minute from `start`. */
function callsOfDay({ slot, delay }: SlotFeed, start: number, lateBy: number): number[] {
  const calls: number[] = []
  let newestSlotEnd = -slot
  for (let now = start; now < 24 * 60; now += 1) {
    const last = calls.at(-1)
    const isDue = isPollDue({
      ...daily,
      pollEveryMs: 15 * minute,
      sinceCallMs: last === undefined ? null : (now - last) * minute,
      overdueMs: (now - (newestSlotEnd + slot + delay)) * minute,
    })
    if (!isDue) continue
    calls.push(now)
    newestSlotEnd = Math.floor((now - delay - lateBy) / slot) * slot
  }
  return calls
}

describe('over a day, whatever second of the minute its polls come at', () => {
  const feeds: SlotFeed[] = [
    { name: 'generation_by_type', slot: 60, delay: 60 },
    { name: 'generation_mix_15min', slot: 15, delay: 25 },
    { name: 'consumption', slot: 15, delay: 15 },
    { name: 'imbalance', slot: 15, delay: 45 },
  ]
  const starts = [0, 0.01, 7.25, 33.5, 44.5, 56.99]
  const firstCallsAfter = (feed: SlotFeed, start: number, lateBy: number) => {
    const calls = callsOfDay(feed, start, lateBy)
    const firstAt = feed.delay % feed.slot
    const publications = Array.from({ length: (23 * 60) / feed.slot }, (_, n) => firstAt + n * feed.slot + lateBy)
    // The first call of all may come right before a publication; from then on the rhythm counts.
    const heard = publications.filter((at) => at >= start + 5)
    return heard.map((at) => (calls.find((call) => call >= at) ?? Number.POSITIVE_INFINITY) - at)
  }

  test.each(feeds)('$name is polled within a minute after each publication', (feed) => {
    for (const start of starts) {
      const waits = firstCallsAfter(feed, start, 0)
      expect(Math.max(...waits)).toBeLessThanOrEqual(1)
    }
  })

  test.each(feeds)('$name is polled at most 15 minutes after a publication that comes late', (feed) => {
    for (const start of starts) {
      for (const lateBy of [0.5, 4, 14]) {
        const waits = firstCallsAfter(feed, start, lateBy)
        expect(Math.max(...waits)).toBeLessThanOrEqual(15)
      }
    }
  })

  test.each(feeds)('$name is never polled twice within five minutes, nor more than five times an hour', (feed) => {
    for (const start of starts) {
      const calls = callsOfDay(feed, start, 0)
      const gaps = calls.slice(1).map((call, n) => call - (calls[n] ?? call))
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4.5)
      expect(calls.length).toBeLessThanOrEqual(24 * 5)
    }
  })
})
