import { expect, test } from 'bun:test'
import { computeMaxAgeSeconds, formatCacheControl, maxAgeLimits } from './cache-lifetime.ts'

const { longestSeconds, overdueSeconds } = maxAgeLimits

test('a response is cached until the first expected change, rounded down, for at least a second', () => {
  expect(computeMaxAgeSeconds(0, [90_000])).toBe(90)
  expect(computeMaxAgeSeconds(0, [900_000, 300_999])).toBe(300)
  expect(computeMaxAgeSeconds(1_000, [1_001])).toBe(1)
})

test('a response is cached for at most an hour, also when no change is expected', () => {
  expect(computeMaxAgeSeconds(0, [longestSeconds * 1_000 - 1])).toBe(longestSeconds - 1)
  expect(computeMaxAgeSeconds(0, [longestSeconds * 1_000 + 1_000])).toBe(longestSeconds)
  expect(computeMaxAgeSeconds(0, [])).toBe(longestSeconds)
})

test('a response with an overdue or unknown change is cached briefly, and not beyond an earlier change', () => {
  expect(computeMaxAgeSeconds(5_000, [5_000])).toBe(overdueSeconds)
  expect(computeMaxAgeSeconds(5_000, [null, 900_000])).toBe(overdueSeconds)
  expect(computeMaxAgeSeconds(5_000, [0, 12_000])).toBe(7)
})

test('a response may only be cached by its client unless it is public', () => {
  expect([formatCacheControl(60), formatCacheControl(60, 'public')]).toEqual([
    'private, max-age=60',
    'public, max-age=60',
  ])
})
