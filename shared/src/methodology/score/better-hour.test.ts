import { describe, expect, test } from 'bun:test'
import { nationalWeights } from '../../contract/profiles.ts'
import { hourMs } from '../../time/instant.ts'
import { findNextBetterHour } from './composite.ts'
import { allKnown } from './known-dimensions.ts'

const now = Temporal.Instant.from('2026-02-03T18:20:00Z')
const firstMs = Temporal.Instant.from('2026-02-03T19:00:00Z').epochMilliseconds

const flat = (value: number) => ({
  values: { price: value, carbon: value, grid: value, adequacy: value },
  known: allKnown,
})
const ahead = (...values: number[]) =>
  values.map((value, index) => ({ startMs: firstMs + index * hourMs, ...flat(value) }))
const found = (...values: number[]) => findNextBetterHour(flat(50), ahead(...values), nationalWeights, now)

describe('the next better hour', () => {
  test('is the first hour that gains 10 points, not the best hour', () => {
    expect(found(51, 59.9, 60, 95)).toEqual({ startMs: firstMs + 2 * hourMs, globalScore: 60 })
  })

  test('is one of the next 12 hours', () => {
    const eleven = Array.from({ length: 11 }, () => 50)
    expect(found(...eleven, 80)).toEqual({ startMs: firstMs + 11 * hourMs, globalScore: 80 })
    expect(found(...eleven, 50, 80)).toBeNull()
  })

  test('is null when no hour gains enough, or no hour is forecast', () => {
    expect(found(59.9, 40)).toBeNull()
    expect(found()).toBeNull()
  })

  test('has not begun: the present hour of an older forecast is skipped', () => {
    const hours = [{ startMs: firstMs - hourMs, ...flat(90) }, ...ahead(70)]
    expect(findNextBetterHour(flat(50), hours, nationalWeights, now)).toEqual({ startMs: firstMs, globalScore: 70 })
  })

  test('is better by what is known: an estimate of its grid or adequacy does not make it one', () => {
    const known = { ...allKnown, grid: false, adequacy: false }
    const values = { price: 50, carbon: 50, grid: 100, adequacy: 100 }
    const hours = [
      { startMs: firstMs, values, known },
      { startMs: firstMs + hourMs, values: { ...values, price: 80 }, known },
    ]
    const better = findNextBetterHour({ ...flat(50), known }, hours, nationalWeights, now)
    expect(better).toEqual({ startMs: firstMs + hourMs, globalScore: 65 })
  })

  test('depends on the requested weighting', () => {
    const onlyPrice = { price: 1, carbon: 0, grid: 0, adequacy: 0 }
    const hours = [{ startMs: firstMs, values: { ...flat(0).values, price: 90 }, known: allKnown }]
    expect(findNextBetterHour(flat(50), hours, onlyPrice, now)).toEqual({ startMs: firstMs, globalScore: 90 })
    expect(findNextBetterHour(flat(50), hours, nationalWeights, now)).toBeNull()
  })
})
