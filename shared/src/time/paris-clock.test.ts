import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { hourMs, quarterHourMs } from './instant.ts'
import { parisTimeZone, toTariffDay } from './paris.ts'
import {
  addDays,
  findSameClockDaysBefore,
  listParisSlots,
  toDate,
  toParisDay,
  toParisDayStartMs,
  toParisHourOfDay,
} from './paris-clock.ts'

/** Clock changes of spring and autumn. */
const changes = ['2012-03-25', '2024-03-31', '2024-10-27', '2025-03-30', '2025-10-26', '2026-03-29'].map((date) =>
  Date.parse(`${date}T01:00:00Z`),
)
const quarters = (from: number, to: number) => fc.integer({ min: from / quarterHourMs, max: to / quarterHourMs - 1 })
const anyInstant = fc.oneof(
  quarters(Date.UTC(1996, 0), Date.UTC(2038, 0)).map((quarter) => quarter * quarterHourMs),
  fc
    .tuple(fc.constantFrom(...changes), quarters(-60 * hourMs, 60 * hourMs))
    .map(([change, quarter]) => change + quarter * quarterHourMs),
)
const zoned = (atMs: number) => Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(parisTimeZone)

describe('the Paris clock equals that of Temporal', () => {
  test('for the day, its midnight and the hour of the day, also around clock changes', () => {
    fc.assert(
      fc.property(anyInstant, (atMs) => {
        const shown = zoned(atMs)
        const day = toParisDay(atMs)
        expect([`${toDate(day)}`, toParisHourOfDay(atMs)]).toEqual([`${shown.toPlainDate()}`, shown.hour])
        expect(toParisDayStartMs(day)).toBe(shown.startOfDay().epochMilliseconds)
      }),
      { numRuns: 1_000 },
    )
  })

  test('for the same time on earlier days, also where a clock change skips or repeats it', () => {
    fc.assert(
      fc.property(anyInstant, fc.integer({ min: 1, max: 30 }), (atMs, days) => {
        expect(findSameClockDaysBefore(atMs, days)).toBe(zoned(atMs).subtract({ days }).epochMilliseconds)
      }),
      { numRuns: 1_000 },
    )
    for (const change of changes) {
      for (let atMs = change; atMs < change + 75 * hourMs; atMs += quarterHourMs) {
        for (const days of [1, 2, 3]) {
          expect(findSameClockDaysBefore(atMs, days)).toBe(zoned(atMs).subtract({ days }).epochMilliseconds)
        }
      }
    }
  })

  test('for the date, minute and tariff day of quarter-hours, also around clock changes', () => {
    fc.assert(
      fc.property(anyInstant, fc.integer({ min: 1, max: 200 }), (firstMs, count) => {
        const expected = Array.from({ length: count }, (_, index) => {
          const startMs = firstMs + index * quarterHourMs
          const shown = zoned(startMs)
          const tariffDate = `${toTariffDay(shown.toInstant())}`
          return { startMs, date: `${shown.toPlainDate()}`, minuteOfDay: 60 * shown.hour + shown.minute, tariffDate }
        })
        expect(listParisSlots(firstMs, count)).toEqual(expected)
      }),
      { numRuns: 200 },
    )
  })

  test('for the date some days later', () => {
    expect([addDays('2026-02-28', 1), addDays('2026-01-01', -1), addDays('2026-03-29', 2)]).toEqual([
      '2026-03-01',
      '2025-12-31',
      '2026-03-31',
    ])
  })
})
