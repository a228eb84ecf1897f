import { expect, test } from 'bun:test'
import { cacheControl, maxAgeLimits, maxAgeSeconds } from './cache-lifetime.ts'

const { longestSeconds, overdueSeconds } = maxAgeLimits

test('an answer is kept to the first expected change, rounded down, for a second at least', () => {
  expect(maxAgeSeconds(0, [90_000])).toBe(90)
  expect(maxAgeSeconds(0, [900_000, 300_999])).toBe(300)
  expect(maxAgeSeconds(1_000, [1_001])).toBe(1)
})

test('however far away the change is, not longer than an hour; so too when none is expected', () => {
  expect(maxAgeSeconds(0, [longestSeconds * 1_000 - 1])).toBe(longestSeconds - 1)
  expect(maxAgeSeconds(0, [longestSeconds * 1_000 + 1_000])).toBe(longestSeconds)
  expect(maxAgeSeconds(0, [])).toBe(longestSeconds)
})

test('what is overdue or not known is looked for again soon, and before another change that comes sooner', () => {
  expect(maxAgeSeconds(5_000, [5_000])).toBe(overdueSeconds)
  expect(maxAgeSeconds(5_000, [null, 900_000])).toBe(overdueSeconds)
  expect(maxAgeSeconds(5_000, [0, 12_000])).toBe(7)
})

test('only the client keeps what it asked for with its key', () => {
  expect([cacheControl(60), cacheControl(60, 'public')]).toEqual(['private, max-age=60', 'public, max-age=60'])
})
