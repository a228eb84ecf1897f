import { expect, test } from 'bun:test'
import { lastMark } from './point-mark.ts'

test('a mark is its own last mark, and the moment before it belongs to the one before', () => {
  const markOf = (text: string) => lastMark(Temporal.Instant.from(text)).toString()
  expect(markOf('2026-02-03T12:10:00Z')).toBe('2026-02-03T12:10:00Z')
  expect(markOf('2026-02-03T12:09:59.999Z')).toBe('2026-02-03T12:00:00Z')
  expect(markOf('2026-02-03T00:00:00.001Z')).toBe('2026-02-03T00:00:00Z')
})
