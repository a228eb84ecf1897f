import { describe, expect, test } from 'bun:test'
import { isPollDue, type PollState } from './poll-rhythm.ts'

const minute = 60_000
const hour = 60 * minute
const daily: PollState = { pollEveryMs: 24 * hour, sinceCallMs: hour, consecutiveFailures: 0, overdueMs: -hour }

describe('a turn asks', () => {
  test('what was never asked', () => {
    expect(isPollDue({ ...daily, sinceCallMs: null, overdueMs: null })).toBe(true)
  })

  test('at the cadence of the source, and not before', () => {
    expect(isPollDue({ ...daily, sinceCallMs: 23 * hour })).toBe(false)
    expect(isPollDue({ ...daily, sinceCallMs: 24 * hour })).toBe(true)
  })

  test('at the turn that comes a moment early: no turn is skipped by drift', () => {
    expect(isPollDue({ ...daily, pollEveryMs: 15 * minute, sinceCallMs: 15 * minute - 50 })).toBe(true)
    expect(isPollDue({ ...daily, pollEveryMs: 15 * minute, sinceCallMs: 14 * minute })).toBe(false)
  })

  test('from the moment something is due, then every 15 minutes until it has come', () => {
    expect(isPollDue({ ...daily, overdueMs: -1 })).toBe(false)
    expect(isPollDue({ ...daily, overdueMs: 0 })).toBe(true)
    expect(isPollDue({ ...daily, overdueMs: hour, sinceCallMs: 10 * minute })).toBe(false)
    expect(isPollDue({ ...daily, overdueMs: hour, sinceCallMs: 15 * minute })).toBe(true)
  })

  test('not twice within five minutes, although something falls due right after the first', () => {
    expect(isPollDue({ ...daily, overdueMs: minute, sinceCallMs: 2 * minute })).toBe(false)
    expect(isPollDue({ ...daily, overdueMs: 4 * minute, sinceCallMs: 5 * minute })).toBe(true)
  })

  test('what does not come for six hours only at the cadence again', () => {
    expect(isPollDue({ ...daily, overdueMs: 6 * hour, sinceCallMs: 7 * hour })).toBe(true)
    expect(isPollDue({ ...daily, overdueMs: 6 * hour + 1, sinceCallMs: 7 * hour })).toBe(false)
  })

  test('after a failure at growing distances, and never more seldom than the cadence', () => {
    const failing = (consecutiveFailures: number, sinceCallMs: number) =>
      isPollDue({ ...daily, consecutiveFailures, sinceCallMs, overdueMs: null })
    expect([failing(1, 14 * minute), failing(1, 15 * minute)]).toEqual([false, true])
    expect([failing(3, 59 * minute), failing(3, 60 * minute)]).toEqual([false, true])
    expect([failing(40, 23 * hour), failing(40, 24 * hour)]).toEqual([false, true])
  })
})
