import { expect, test } from 'bun:test'
import { formatMonth } from '@hexawatt/shared/usage/month-count'
import { getMonthAt } from './quota.ts'

test.each([
  ['2026-11-21T07:35:23Z', '2026-11', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  ['2026-12-31T23:59:59Z', '2026-12', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['2028-02-29T00:00:00Z', '2028-02', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
])('%s lies in the month %s', (instant, name, start, end) => {
  const seconds = (text: string) => Temporal.Instant.from(text).epochMilliseconds / 1_000
  const month = getMonthAt(seconds(instant) + 0.5)
  expect([formatMonth(month.index), month.startSeconds, month.endSeconds]).toEqual([name, seconds(start), seconds(end)])
})
