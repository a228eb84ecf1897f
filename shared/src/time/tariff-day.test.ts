import { expect, test } from 'bun:test'
import { hourMs } from './instant.ts'
import { tariffDayAt, tariffDayStartOf } from './tariff-day.ts'

test('a tariff day begins at 06:00 in Paris and has 23, 24 or 25 hours', () => {
  const hours = (date: string): number => {
    const day = Temporal.PlainDate.from(date)
    return (tariffDayStartOf(day.add({ days: 1 })).epochMilliseconds - tariffDayStartOf(day).epochMilliseconds) / hourMs
  }
  expect(['2026-03-28', '2026-01-10', '2026-10-24'].map(hours)).toEqual([23, 24, 25])
  expect(tariffDayAt(Temporal.Instant.from('2026-01-10T04:59:59Z')).toString()).toBe('2026-01-09')
  expect(tariffDayAt(Temporal.Instant.from('2026-01-10T05:00:00Z')).toString()).toBe('2026-01-10')
})
