import { describe, expect, test } from 'bun:test'
import { findExtremeHours, sortBestFirst, sortWorstFirst } from './composite.ts'

const hours = [60, 40, 60, 40, 50].map((composite, index) => ({ time: `2025-01-15T1${index}:00:00Z`, composite }))
const order = (ranked: readonly { time: string }[]) => ranked.map(({ time }) => Number(time.slice(12, 13)))

describe('ranked hours', () => {
  test('take the earliest of equal hours as the best and as the worst', () => {
    expect(findExtremeHours(hours)).toEqual({ bestHour: '2025-01-15T10:00:00Z', worstHour: '2025-01-15T11:00:00Z' })
  })

  test('are sorted from the best or from the worst, and equal hours stay in time order', () => {
    expect(order(sortBestFirst(hours))).toEqual([0, 2, 4, 1, 3])
    expect(order(sortWorstFirst(hours))).toEqual([1, 3, 4, 0, 2])
  })

  test('are null when there are no hours', () => {
    expect(findExtremeHours([])).toEqual({ bestHour: null, worstHour: null })
  })
})
