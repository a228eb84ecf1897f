import { expect, test } from 'bun:test'
import { hourMs } from '@hexawatt/shared/time/instant'
import { toSpanMs } from './recorded-hours.ts'

test('days are Paris days of 23, 24 or 25 hours', () => {
  const hours = (day: string): number => {
    const { fromMs, toMs } = toSpanMs(Temporal.PlainDate.from(day), Temporal.PlainDate.from(day))
    return (toMs - fromMs) / hourMs
  }
  expect(['2024-03-31', '2024-01-10', '2024-10-27'].map(hours)).toEqual([23, 24, 25])
  const year = toSpanMs(Temporal.PlainDate.from('2024-01-14'), Temporal.PlainDate.from('2025-01-13'))
  expect(Temporal.Instant.fromEpochMilliseconds(year.fromMs).toString()).toBe('2024-01-13T23:00:00Z')
  expect((year.toMs - year.fromMs) / hourMs).toBe(366 * 24)
})
