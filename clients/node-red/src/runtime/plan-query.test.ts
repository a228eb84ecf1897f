import { expect, test } from 'bun:test'
import { findNextParisTimeMs } from './plan-query.ts'

const next = (text: string, now: string): string | null => {
  const ms = findNextParisTimeMs(text, Date.parse(now))
  return ms === null ? null : `${new Date(ms).toISOString().slice(0, 16)}Z`
}

test.each([
  ['07:00', '2026-02-03T18:20:00Z', '2026-02-04T06:00Z'],
  ['7:00', '2026-07-03T18:20:00Z', '2026-07-04T05:00Z'],
  ['23:30', '2026-02-03T18:20:00Z', '2026-02-03T22:30Z'],
  ['19:20', '2026-02-03T18:20:00Z', '2026-02-04T18:20Z'],
  ['00:30', '2026-02-03T23:10:00Z', '2026-02-03T23:30Z'],
  ['07:00', '2026-03-28T20:00:00Z', '2026-03-29T05:00Z'],
  ['07:00', '2026-10-24T20:00:00Z', '2026-10-25T06:00Z'],
  ['02:30', '2026-10-24T20:00:00Z', '2026-10-25T00:30Z'],
])('the next %s in Paris after %s is at %s', (text, now, expected) => {
  expect(next(text, now)).toBe(expected)
})

test('a text that is not a time of day is refused', () => {
  for (const text of ['', '24:00', '7', '07:60', '2026-02-03T18:00:00Z']) {
    expect([text, next(text, '2026-02-03T18:20:00Z')]).toEqual([text, null])
  }
})
