import { describe, expect, test } from 'bun:test'
import { findNextPublication } from '@hexawatt/shared/grid/feed-calendar'
import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { minuteMs } from '@hexawatt/shared/time/instant'
import { parisDate, parisMidnight, toParisInstant } from '@hexawatt/shared/time/paris'
import type { Rhythm } from '../sources/definition/rhythm.ts'
import { weather } from '../sources/open-meteo/weather.ts'
import { publisherPolicies } from '../sources/publishers.ts'
import { sources } from '../sources/registry.ts'
import { computeNextPoll, type PollState, planPollAt } from './next-poll.ts'
import { isPolledAtMinute } from './testing/decisions-by-minute.ts'

/** Events of a simulated day; minutes from its start. */
type Events = {
  /** How much later than its calendar says the publisher publishes. */
  lateMinutes?: number
  /** Polls between these minutes fail, or their outcome is lost. */
  failing?: readonly [number, number]
  lost?: readonly [number, number]
  /** The publisher says between these minutes that its quota runs low. */
  lowQuota?: readonly [number, number]
  /** The source begins to stand in for a feed. */
  standsInFrom?: number
  /** The source was never called before. */
  isFirstStart?: boolean
}

/** A simulated day of one source: the values received by its polls so far. */
function simulateDay(rhythm: Rhythm, start: Temporal.Instant, events: Events) {
  const feed = (rhythm.kind === 'interval' ? rhythm.publicationOf : rhythm.until) ?? null
  const { lateMinutes = 0 } = events
  const polls: Temporal.Instant[] = []
  const minuteOf = (at: Temporal.Instant) => (at.epochMilliseconds - start.epochMilliseconds) / minuteMs
  const isWithin = (span: readonly [number, number] | undefined, at: Temporal.Instant) =>
    span !== undefined && minuteOf(at) >= span[0] && minuteOf(at) < span[1]
  const before = start.subtract({ minutes: 7 })
  let received: { lastSuccess: Temporal.Instant | null; newestSlotEnd: Temporal.Instant | null } = {
    lastSuccess: events.isFirstStart ? null : before,
    newestSlotEnd:
      events.isFirstStart || feed === null ? null : publishedEnd(feed, before.subtract({ minutes: lateMinutes })),
  }
  // Depends on what was received only, so that it is not computed for every minute of the day.
  const findNext = () => feed && findNextPublication(feed, { ...received, publisher: null })
  let nextPublicationAt = findNext()
  let lastPollAt = received.lastSuccess
  let isUnanswered = false
  let consecutiveFailures = 0
  return {
    polls,
    poll(at: Temporal.Instant): void {
      polls.push(at)
      lastPollAt = at
      isUnanswered = isWithin(events.lost, at)
      if (isUnanswered) return
      if (isWithin(events.failing, at)) {
        consecutiveFailures++
        return
      }
      consecutiveFailures = 0
      const newestSlotEnd = feed && publishedEnd(feed, at.subtract({ minutes: lateMinutes }))
      received = { lastSuccess: at, newestSlotEnd }
      nextPublicationAt = findNext()
    },
    stateAt(at: Temporal.Instant): PollState {
      const { lastSuccess, newestSlotEnd } = received
      const standsInFrom = start.add({ minutes: events.standsInFrom ?? 9_999 })
      return {
        lastPollAt,
        isUnanswered,
        consecutiveFailures,
        nextPublicationAt,
        newestAnswer: lastSuccess && { fetchedAt: lastSuccess, newestSlotEnd },
        hasBegunToStandIn:
          Temporal.Instant.compare(standsInFrom, at) <= 0 &&
          lastPollAt !== null &&
          Temporal.Instant.compare(standsInFrom, lastPollAt) > 0,
        isQuotaLow: lastPollAt !== null && isWithin(events.lowQuota, lastPollAt),
      }
    },
  }
}

/** End of the newest slot that a publisher without delays shows at an instant. */
function publishedEnd(feed: FeedId, at: Temporal.Instant): Temporal.Instant {
  const { publication } = feedFacts[feed]
  if (publication.kind === 'poll') return at
  if (publication.kind === 'slot') {
    const slotMs = publication.slotMinutes * minuteMs
    const endMs = Math.floor((at.epochMilliseconds - publication.dueMinutes * minuteMs) / slotMs) * slotMs
    return Temporal.Instant.fromEpochMilliseconds(endMs)
  }
  const today = parisDate(at)
  const isPublished = Temporal.Instant.compare(toParisInstant(today, publication.at), at) <= 0
  return parisMidnight(today.add({ days: publication.daysAhead + (isPublished ? 1 : 0) }))
}

/** The Paris day of simulated polls, and a quarter of the next: a plan of the evening must hold overnight. */
function minutesOf(day: string): { start: Temporal.Instant; end: Temporal.Instant } {
  const date = Temporal.PlainDate.from(day)
  return { start: parisMidnight(date), end: parisMidnight(date.add({ days: 1 })).add({ hours: 6 }) }
}

function pollsByMinute(rhythm: Rhythm, day: string, events: Events, secondMs: number): string[] {
  const { start, end } = minutesOf(day)
  const source = simulateDay(rhythm, start, events)
  for (let ms = start.epochMilliseconds + secondMs; ms < end.epochMilliseconds; ms += minuteMs) {
    const now = Temporal.Instant.fromEpochMilliseconds(ms)
    if (isPolledAtMinute(rhythm, source.stateAt(now), now)) source.poll(now)
  }
  return source.polls.map(String)
}

/** Polls that are planned after each poll, and again when the source begins to stand in. */
function pollsByPlan(rhythm: Rhythm, day: string, events: Events, secondMs: number): string[] {
  const { start, end } = minutesOf(day)
  const source = simulateDay(rhythm, start, events)
  const standsInAt =
    events.standsInFrom === undefined ? null : firstMoment(start.add({ minutes: events.standsInFrom }), secondMs)
  let now = firstMoment(start, secondMs)
  while (Temporal.Instant.compare(now, end) < 0) {
    const moment = planPollAt(rhythm, source.stateAt(now), now, { everyMs: minuteMs, offsetMs: secondMs })
    const isReplanned =
      standsInAt !== null &&
      Temporal.Instant.compare(now, standsInAt) < 0 &&
      Temporal.Instant.compare(standsInAt, moment) < 0
    now = isReplanned ? standsInAt : moment
    const isDue = Temporal.Instant.compare(computeNextPoll(rhythm, source.stateAt(now), now), now) <= 0
    if (isDue && Temporal.Instant.compare(now, end) < 0) source.poll(now)
  }
  return source.polls.map(String)
}

function firstMoment(from: Temporal.Instant, secondMs: number): Temporal.Instant {
  const minutes = Math.ceil((from.epochMilliseconds - secondMs) / minuteMs)
  return Temporal.Instant.fromEpochMilliseconds(minutes * minuteMs + secondMs)
}

const days = {
  'an ordinary day': '2026-02-03',
  'the day of 23 hours': '2026-03-29',
  'the day of 25 hours': '2026-10-25',
}
const courses: Record<string, Events> = {
  'publications on time': {},
  'publications 4 minutes late': { lateMinutes: 4 },
  'publications 50 minutes late': { lateMinutes: 50 },
  'publications 8 hours late': { lateMinutes: 8 * 60 },
  'a first start': { isFirstStart: true },
  'three hours of failures': { failing: [9 * 60, 12 * 60] },
  'failures all day': { failing: [0, 31 * 60] },
  'calls whose outcome is lost': { lost: [10 * 60, 10 * 60 + 40] },
  'a low quota in the afternoon': { lowQuota: [12 * 60, 18 * 60] },
  'a fallback that begins to stand in': { standsInFrom: 11 * 60 + 33 },
  'a fallback that begins to stand in on a low quota': { standsInFrom: 13 * 60 + 7, lowQuota: [12 * 60, 18 * 60] },
}

describe('planned polls are made at the same minutes as by looking at each source once a minute', () => {
  for (const [dayName, day] of Object.entries(days)) {
    for (const [course, events] of Object.entries(courses)) {
      test(`${dayName}, ${course}`, () => {
        for (const [index, { id, rhythm }] of sources.entries()) {
          const secondMs = (index * 7_919) % minuteMs
          const [planned, byMinute] = [pollsByPlan, pollsByMinute].map((polls) => polls(rhythm, day, events, secondMs))
          expect([id, planned]).toEqual([id, byMinute])
        }
      })
    }
  }

  test('and such a day has polls of every source but the one that is read by backfills only', () => {
    const idle = sources.filter(({ rhythm }) => pollsByPlan(rhythm, '2026-02-03', { isFirstStart: true }, 0).length < 2)
    expect(idle.map(({ id }) => id)).toEqual(['odre_consolidated'])
  })
})

test('the polls of a day without an answer of the weather, and the retries of the first one, stay within its budget', () => {
  const { rhythm } = weather
  const start = Temporal.Instant.from('2026-02-03T00:00:00Z')
  let [now, polls] = [start, 0]
  const state = {
    isUnanswered: false,
    nextPublicationAt: null,
    newestAnswer: null,
    hasBegunToStandIn: false,
    isQuotaLow: false,
  }
  while (now.since(start).total('hours') < 24) {
    polls += 1
    now = computeNextPoll(rhythm, { ...state, lastPollAt: now, consecutiveFailures: polls }, now)
  }
  expect(polls).toBeWithin(8, 20)
  expect(polls + 2).toBeLessThanOrEqual(publisherPolicies['open-meteo'].pace.callsPerDay)
})
