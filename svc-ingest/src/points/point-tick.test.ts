import { expect, test } from 'bun:test'
import { findLastTick } from './point-tick.ts'

test('an instant on a tick belongs to that tick, and the moment before to the tick before', () => {
  const tickOf = (text: string) => findLastTick(Temporal.Instant.from(text)).toString()
  expect(tickOf('2026-02-03T12:10:00Z')).toBe('2026-02-03T12:10:00Z')
  expect(tickOf('2026-02-03T12:09:59.999Z')).toBe('2026-02-03T12:00:00Z')
  expect(tickOf('2026-02-03T00:00:00.001Z')).toBe('2026-02-03T00:00:00Z')
})
