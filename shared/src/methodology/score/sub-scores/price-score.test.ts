import { expect, test } from 'bun:test'
import { createHours, sampleNow, toMs } from '../testing/sample-inputs.ts'
import { computePriceClasses, ratePrice } from './price-score.ts'

const none = { working: null, rest: null }
const at = toMs('2026-02-05T10:00:00Z')

test('an auctioned price, also a negative one, maps to the scale, rounded to one decimal', () => {
  expect(ratePrice(new Map([[at, 42]]), none, at)).toEqual({ value: 62.5, basis: { kind: 'day_ahead', eurPerMwh: 42 } })
  expect(ratePrice(new Map([[at, -134.94]]), none, at).value).toBe(100)
  expect(ratePrice(new Map([[at, 0]]), none, at)).toEqual({ value: 96.9, basis: { kind: 'day_ahead', eurPerMwh: 0 } })
})

test('an hour without a price uses the mean of its price class', () => {
  const prices = createHours('2026-01-26T23:00:00Z', 24 * 4, (index) => (index % 24 < 12 ? 30 : 90))
  const classes = computePriceClasses(prices, sampleNow)
  expect(ratePrice(prices, classes, at).basis).toEqual({ kind: 'off_peak_estimate', eurPerMwh: 30 })
  expect(ratePrice(prices, classes, toMs('2026-02-05T18:00:00Z')).basis).toEqual({
    kind: 'peak_estimate',
    eurPerMwh: 90,
  })
})

test('too few prices give the median of the calibration year, never 0', () => {
  expect(ratePrice(new Map(), none, at)).toEqual({ value: 50, basis: { kind: 'median', eurPerMwh: 58.52 } })
})
