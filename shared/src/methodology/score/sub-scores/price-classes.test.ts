import { describe, expect, test } from 'bun:test'
import { hourMs } from '../../../time/instant.ts'
import { parisTimeZone } from '../../../time/paris.ts'
import type { HourlySeries } from '../../hourly-means.ts'
import { toMs } from '../testing/sample-inputs.ts'
import { computePriceClasses, estimatePrice } from './price-score.ts'

/** Prices of the hours between two instants by what a clock in Paris shows. */
function prices(from: string, to: string, priceAt: (paris: Temporal.ZonedDateTime) => number): Map<number, number> {
  const hours = new Map<number, number>()
  for (let ms = toMs(from); ms < toMs(to); ms += hourMs) {
    hours.set(ms, priceAt(Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(parisTimeZone)))
  }
  return hours
}

const estimateAt = (known: HourlySeries, now: string, hour: string) =>
  estimatePrice(computePriceClasses(known, Temporal.Instant.from(now)), toMs(hour))

/** Dear from 8 to 20, with 10 EUR/MWh less on days of rest. */
const dayAndNight = (paris: Temporal.ZonedDateTime): number =>
  (paris.hour >= 8 && paris.hour < 20 ? 100 : 40) - (paris.dayOfWeek >= 6 ? 10 : 0)

describe('the off-peak/peak estimate', () => {
  const now = '2024-02-15T12:00:00Z'
  const known = prices('2024-01-20T23:00:00Z', '2024-02-15T23:00:00Z', dayAndNight)

  test('is the mean of the price class of the Paris hour, on working days', () => {
    expect(estimateAt(known, now, '2024-02-16T07:00:00Z')).toEqual({ eurPerMwh: 100, isPeak: true })
    expect(estimateAt(known, now, '2024-02-16T06:00:00Z')).toEqual({ eurPerMwh: 40, isPeak: false })
    expect(estimateAt(known, now, '2024-02-16T18:00:00Z')?.isPeak).toBe(true)
    expect(estimateAt(known, now, '2024-02-16T19:00:00Z')?.isPeak).toBe(false)
  })

  test('differs on days of rest', () => {
    expect(estimateAt(known, now, '2024-02-17T12:00:00Z')).toEqual({ eurPerMwh: 90, isPeak: true })
    expect(estimateAt(known, now, '2024-02-18T02:00:00Z')).toEqual({ eurPerMwh: 30, isPeak: false })
  })

  test('treats a weekday holiday as a day of rest, as a sample and as an hour to estimate', () => {
    const spring = prices('2024-04-20T22:00:00Z', '2024-05-07T22:00:00Z', dayAndNight)
    // 8 May 2024 is a Wednesday, 1 May was one too, and was as dear as a working day.
    expect(estimateAt(spring, '2024-05-07T12:00:00Z', '2024-05-08T10:00:00Z')?.eurPerMwh).toBe((4 * 90 + 100) / 5)
    expect(estimateAt(spring, '2024-05-07T12:00:00Z', '2024-05-07T10:00:00Z')?.eurPerMwh).toBe(100)
  })

  test('uses the last 14 Paris days including all of today', () => {
    const before = prices('2024-01-20T23:00:00Z', '2024-02-01T23:00:00Z', () => 9_999)
    const within = prices('2024-02-01T23:00:00Z', '2024-02-15T23:00:00Z', () => 50)
    const tomorrow = prices('2024-02-15T23:00:00Z', '2024-02-16T23:00:00Z', () => 9_999)
    const all = new Map([...before, ...within, ...tomorrow])
    expect(estimateAt(all, now, '2024-02-19T12:00:00Z')?.eurPerMwh).toBe(50)
  })

  test('is null below 48 samples of the kind of day', () => {
    const threeDays = [...prices('2024-02-12T23:00:00Z', '2024-02-15T23:00:00Z', dayAndNight)]
    expect(estimateAt(new Map(threeDays.slice(0, 47)), now, '2024-02-16T07:00:00Z')).toBeNull()
    expect(estimateAt(new Map(threeDays.slice(0, 48)), now, '2024-02-16T07:00:00Z')?.eurPerMwh).toBe(100)
    expect(estimateAt(new Map(threeDays), now, '2024-02-17T07:00:00Z')).toBeNull()
  })

  test('is null when only twelve hours of the day are known, because there is no second class', () => {
    const onlyDays = new Map([...known].filter(([, price]) => price > 50))
    expect(estimateAt(onlyDays, now, '2024-02-16T12:00:00Z')).toBeNull()
  })

  test('counts the earlier of equally expensive hours as peak', () => {
    const flat = prices('2024-02-01T23:00:00Z', '2024-02-15T23:00:00Z', () => 50)
    expect(estimateAt(flat, now, '2024-02-16T10:00:00Z')?.isPeak).toBe(true)
    expect(estimateAt(flat, now, '2024-02-16T11:00:00Z')?.isPeak).toBe(false)
  })
})

describe('the estimate across a clock change', () => {
  const dearAtTwo = (paris: Temporal.ZonedDateTime): number =>
    (paris.hour <= 11 ? 100 : 40) + (paris.hour === 2 ? 12 : 0)

  test('counts both autumn hours called 2 as samples of 2', () => {
    const known = prices('2024-10-18T22:00:00Z', '2024-10-28T23:00:00Z', dearAtTwo)
    const estimate = estimateAt(known, '2024-10-28T12:00:00Z', '2024-11-02T01:00:00Z')
    // Days of rest: 19, 20, 26, 27 October; the last has 13 peak hours, two of them called 2.
    expect(estimate?.eurPerMwh).toBeCloseTo((44 * 100 + 5 * 112) / 49, 9)
  })

  test('has 23 samples on the spring day, none of hour 2', () => {
    const known = prices('2024-03-22T23:00:00Z', '2024-04-02T22:00:00Z', dearAtTwo)
    const estimate = estimateAt(known, '2024-04-02T12:00:00Z', '2024-04-06T00:00:00Z')
    // Days of rest: 23, 24, 30, 31 March and Easter Monday.
    expect(estimate?.eurPerMwh).toBeCloseTo((55 * 100 + 4 * 112) / 59, 9)
    expect(estimate?.isPeak).toBe(true)
  })
})
