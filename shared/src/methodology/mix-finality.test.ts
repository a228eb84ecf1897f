import { expect, test } from 'bun:test'
import { findCorrectedUntilMs, isFinal } from './mix-finality.ts'

const at = (text: string): Temporal.Instant => Temporal.Instant.from(text)

test('a month in Paris is no longer corrected 14 days after its end', () => {
  const findUntil = (now: string) => new Date(findCorrectedUntilMs(at(now))).toISOString()
  expect(findUntil('2026-11-14T22:59:59Z')).toBe('2026-09-30T22:00:00.000Z')
  expect(findUntil('2026-11-14T23:00:00Z')).toBe('2026-10-31T23:00:00.000Z')
  expect(findUntil('2026-01-10T00:00:00Z')).toBe('2025-11-30T23:00:00.000Z')
})

test('consolidated values are final at once, those of the operator’s API by age, real-time values never', () => {
  const untilMs = Date.parse('2026-10-31T23:00:00Z')
  const finalBy = (slotEnd: string) => ([0, 1, 2] as const).map((one) => isFinal(one, Date.parse(slotEnd), untilMs))
  expect(finalBy('2026-10-31T23:00:00Z')).toEqual([false, true, true])
  expect(finalBy('2026-10-31T23:15:00Z')).toEqual([false, false, true])
})
