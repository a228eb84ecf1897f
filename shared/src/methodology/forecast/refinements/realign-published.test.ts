import { describe, expect, test } from 'bun:test'
import { createParisAxis, type ParisAxis } from '../axis/paris-axis.ts'
import {
  chooseAlignment,
  prepareHistory,
  realignPublished,
  solarLagsHours,
  windLagsHours,
} from './realign-published.ts'

/** An axis of 20 whole Paris days. */
const axisOf = (noon: string): ParisAxis => createParisAxis(Temporal.Instant.from(noon), 19, 0)
const axis = axisOf('2026-02-03T12:00:00Z')
const lastDay = axis.days.length - 1

/** Wind that changes from hour to hour, MW. */
const wind = (hour: number): number => 5_000 + 3_000 * Math.sin(hour / 3.7) + 900 * Math.sin(hour / 1.9)
const series = (value: (hour: number) => number, { length }: ParisAxis = axis): Float64Array =>
  Float64Array.from({ length }, (_, hour) => value(hour))
const none = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN)
/** The series with the values of some hours only. */
const keep = (values: Float64Array, isKept: (hour: number) => boolean): Float64Array =>
  values.map((value, hour) => (isKept(hour) ? value : Number.NaN))

const dayOfHour = (hour: number): number => axis.dayOf[hour] ?? -1
const hoursOfLastDay = (values: Float64Array): Float64Array => values.slice(axis.days[lastDay]?.first)

describe('re-aligned forecasts', () => {
  test('follow the lag and 70 % of the scale of the two weeks before', () => {
    // Published an hour early and a tenth too high.
    const published = series((hour) => 1.1 * wind(hour + 1))
    const aligned = realignPublished(axis, published, series(wind), windLagsHours)
    const scale = 1 + 0.7 * (1 / 1.1 - 1)
    const first = axis.days[lastDay]?.first ?? 0
    expect(aligned[first + 5]).toBeCloseTo(scale * 1.1 * wind(first + 5), 6)
  })

  test('of a series published late read it earlier, but not the last hour of a Paris day: its neighbour comes a day later', () => {
    const published = series((hour) => wind(hour - 1))
    const aligned = realignPublished(axis, published, series(wind), windLagsHours)
    const { first = 0, hours = 0 } = axis.days[lastDay - 1] ?? {}
    const scale = (aligned[first + 3] ?? 0) / wind(first + 3)
    expect(scale).toBeGreaterThan(0.98)
    expect(aligned[first + hours - 1]).toBeCloseTo(scale * wind(first + hours - 2), 6)
  })

  test.each([
    ['low', 1.6, 1 + 0.7 * (1.25 - 1)],
    ['high', 0.4, 1 + 0.7 * (0.8 - 1)],
  ])('take a forecast that is far too %s within bounds', (_, factor, expected) => {
    const aligned = realignPublished(
      axis,
      series(wind),
      series((hour) => factor * wind(hour)),
      [0],
    )
    expect((aligned.at(-1) ?? 0) / wind(axis.length - 1)).toBeCloseTo(expected, 10)
  })

  test('stay as published with fewer than seven days or a hundred hours of both values', () => {
    const published = series((hour) => 1.1 * wind(hour))
    const align = (realised: Float64Array) => hoursOfLastDay(realignPublished(axis, published, realised, [0]))
    const asPublished = hoursOfLastDay(published)
    const oldest = lastDay - 15
    expect(align(none(axis.length))).toEqual(asPublished)
    expect(align(keep(series(wind), (hour) => dayOfHour(hour) < oldest + 6))).toEqual(asPublished)
    expect(align(keep(series(wind), (hour) => dayOfHour(hour) < oldest + 7))).not.toEqual(asPublished)
    // Seven hours of each of the fourteen days are 98.
    const hourOfDay = (hour: number): number => axis.hourOfDay[hour] ?? 0
    expect(align(keep(series(wind), (hour) => hourOfDay(hour) < 7))).toEqual(asPublished)
    expect(align(keep(series(wind), (hour) => hourOfDay(hour) < 8))).not.toEqual(asPublished)
  })

  test('leave an hour out for every lag that lacks one of the values, and keep f(t) where only the neighbour is missing', () => {
    const hole = (axis.days[lastDay]?.first ?? 0) - 40
    const published = keep(
      series((hour) => wind(hour + 1)),
      (hour) => hour !== hole,
    )
    const aligned = realignPublished(axis, published, series(wind), windLagsHours)
    expect(aligned[hole]).toBeNaN()
    const scale = (aligned[hole - 3] ?? 0) / wind(hole - 3)
    expect(aligned[hole + 1]).toBeCloseTo(scale * wind(hole + 2), 6)
    for (const mw of hoursOfLastDay(aligned)) expect(mw).not.toBeNaN()
    // What came in the hour of the hole decides nothing.
    const realised = series((hour) => (hour === hole ? 1e6 : wind(hour)))
    expect([...realignPublished(axis, published, realised, windLagsHours)]).toEqual([...aligned])
  })

  test('know nothing of the day before and of the day itself, which are not over when the forecast is published', () => {
    const published = series((hour) => wind(hour + 1))
    const later = series((hour) => (dayOfHour(hour) >= lastDay - 1 ? 3 * wind(hour) : wind(hour)))
    expect(hoursOfLastDay(realignPublished(axis, published, later, windLagsHours))).toEqual(
      hoursOfLastDay(realignPublished(axis, published, series(wind), windLagsHours)),
    )
  })

  test('of a past day keep the correction that was chosen then', () => {
    const shifted = series((hour) => wind(hour + 1))
    const before = realignPublished(axis, shifted, series(wind), windLagsHours)
    // From the day before the last one on, the publisher is in time: that teaches the days to come only.
    const repaired = series((hour) => (dayOfHour(hour) >= lastDay - 2 ? wind(hour) : wind(hour + 1)))
    const after = realignPublished(axis, repaired, series(wind), windLagsHours)
    const until = axis.days[lastDay - 2]?.first
    expect(after.slice(0, until)).toEqual(before.slice(0, until))
  })

  test('of lags that fit equally well take the first', () => {
    const constant = series(() => 4_000)
    const shifted = solarLagsHours.map((lagHours) => ({ lagHours, values: constant }))
    const choose = (of: Parameters<typeof prepareHistory>[1]) =>
      chooseAlignment(prepareHistory(axis, of, constant), lastDay)
    expect(choose(shifted.slice(1))?.lagHours).toBe(-0.25)
    // Better by rounding only: the scale of the second gives an error of some 1e-10 MW, that of the first some more.
    const [first, second] = [constant.map((mw) => mw + 1e-9), constant]
    const nearly = [
      { lagHours: 0, values: first },
      { lagHours: 0, values: second },
    ]
    expect(choose(nearly)?.values).toBe(first)
  })
})

describe('re-aligned forecasts around a clock change', () => {
  test.each([
    ['23 hours', '2026-03-29T12:00:00Z', 23],
    ['25 hours', '2025-10-26T12:00:00Z', 25],
  ])('of a day of %s have its hours, and keep its last one for lags below 0', (_, noon, hours) => {
    const changed = axisOf(noon)
    const { first = 0, hours: length = 0 } = changed.days.at(-1) ?? {}
    expect(length).toBe(hours)
    const realised = series(wind, changed)
    const aligned = realignPublished(
      changed,
      series((hour) => wind(hour - 1), changed),
      realised,
      windLagsHours,
    )
    const scale = (aligned[first] ?? 0) / wind(first)
    for (let hour = first; hour < first + length - 1; hour += 1)
      expect(aligned[hour]).toBeCloseTo(scale * wind(hour), 6)
    expect(aligned[first + length - 1]).toBeCloseTo(scale * wind(first + length - 2), 6)
  })
})
