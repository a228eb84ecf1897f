import { expect, test } from 'bun:test'
import { countSecondsBehind } from './price-gauges.ts'

const daysBehind = (from: string, now: string) =>
  countSecondsBehind({ option: 'base', from }, Temporal.Instant.from(now)) / 86_400

test('the file lags from the first day on of published prices that it lacks, and not before that day or when it has them', () => {
  expect(daysBehind('2025-08-01', '2026-02-10T23:00:00Z')).toBe(10)
  expect(daysBehind('2025-08-01', '2026-01-31T22:59:59Z')).toBe(0)
  expect(daysBehind('2026-02-01', '2026-02-10T23:00:00Z')).toBe(0)
})

test('the file does not lag behind prices of a single secondary source', () => {
  expect(daysBehind('2026-02-01', '2026-11-27T12:00:00Z')).toBe(0)
})
