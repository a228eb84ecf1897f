import { describe, expect, test } from 'bun:test'
import { nationalWeights } from '../../contract/profiles.ts'
import { hourMs } from '../../time/instant.ts'
import { findNextBetterHour } from './composite.ts'

const now = Temporal.Instant.from('2026-02-03T18:20:00Z')
const firstMs = Temporal.Instant.from('2026-02-03T19:00:00Z').epochMilliseconds

const flat = (value: number) => ({ price: value, carbon: value, grid: value, adequacy: value })
const ahead = (...values: number[]) =>
  values.map((value, index) => ({ startMs: firstMs + index * hourMs, values: flat(value) }))
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
    const hours = [{ startMs: firstMs - hourMs, values: flat(90) }, ...ahead(70)]
    expect(findNextBetterHour(flat(50), hours, nationalWeights, now)).toEqual({ startMs: firstMs, globalScore: 70 })
  })

  test('depends on the requested weighting', () => {
    const onlyPrice = { price: 1, carbon: 0, grid: 0, adequacy: 0 }
    const hours = [{ startMs: firstMs, values: { ...flat(0), price: 90 } }]
    expect(findNextBetterHour(flat(50), hours, onlyPrice, now)).toEqual({ startMs: firstMs, globalScore: 90 })
    expect(findNextBetterHour(flat(50), hours, nationalWeights, now)).toBeNull()
  })
})
