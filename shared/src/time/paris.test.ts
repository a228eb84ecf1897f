import { describe, expect, test } from 'bun:test'
import { addParisDays, formatParis, parisDayStart, toTariffDay, toTariffDayStart } from './paris.ts'

const instant = (text: string) => Temporal.Instant.from(text)
const hoursBetween = (from: Temporal.Instant, to: Temporal.Instant) => from.until(to).total('hours')

describe('Paris civil days', () => {
  test('have 23 hours in spring, 25 in autumn, and 24 otherwise', () => {
    for (const [day, hours] of [
      ['2025-03-30T12:00:00Z', 23],
      ['2025-10-26T12:00:00Z', 25],
      ['2025-06-15T12:00:00Z', 24],
    ] as const) {
      const start = parisDayStart(instant(day))
      expect(hoursBetween(start, addParisDays(start, 1))).toBe(hours)
    }
  })

  test('begin at midnight in Paris, also for an instant that is still yesterday in UTC', () => {
    expect(parisDayStart(instant('2025-07-01T22:30:00Z')).toString()).toBe('2025-07-01T22:00:00Z')
    expect(parisDayStart(instant('2025-01-01T22:59:59Z')).toString()).toBe('2024-12-31T23:00:00Z')
  })

  test('are written with the offset of each bound across a clock change', () => {
    expect(formatParis(instant('2026-03-28T23:00:00Z'))).toBe('2026-03-29T00:00:00+01:00')
    expect(formatParis(addParisDays(instant('2026-03-28T23:00:00Z'), 1))).toBe('2026-03-30T00:00:00+02:00')
    expect(formatParis(instant('2026-10-24T22:00:00Z'))).toBe('2026-10-25T00:00:00+02:00')
  })

  test('are subtracted as civil days, not as 24 hours', () => {
    expect(addParisDays(instant('2025-03-31T10:00:00Z'), -2).toString()).toBe('2025-03-28T23:00:00Z')
  })
})

test('a tariff day begins at 06:00 in Paris and has 23, 24 or 25 hours', () => {
  const hours = (date: string): number => {
    const day = Temporal.PlainDate.from(date)
    return (
      (toTariffDayStart(day.add({ days: 1 })).epochMilliseconds - toTariffDayStart(day).epochMilliseconds) / 3_600_000
    )
  }
  expect(['2026-03-28', '2026-01-10', '2026-10-24'].map(hours)).toEqual([23, 24, 25])
  expect(toTariffDay(Temporal.Instant.from('2026-01-10T04:59:59Z')).toString()).toBe('2026-01-09')
  expect(toTariffDay(Temporal.Instant.from('2026-01-10T05:00:00Z')).toString()).toBe('2026-01-10')
})
