import { describe, expect, test } from 'bun:test'
import { roundToTotal } from './whole-parts.ts'

describe('whole numbers that add up', () => {
  test('give what rounding down leaves over to the largest remainders, in the order of the values', () => {
    expect(roundToTotal([1.6, 18.7, 79.7], 100)).toEqual([1, 19, 80])
    expect(roundToTotal([33.4, 33.3, 33.3], 100)).toEqual([34, 33, 33])
  })

  test('keep whole values, and write 0 without a sign', () => {
    expect(roundToTotal([-0.3, 0.2], 0)).toEqual([0, 0])
    expect(roundToTotal([1.4, -2.3, 0.4, -0.4], -1)).toEqual([1, -2, 0, 0])
    expect(roundToTotal([0, 100, 0], 100)).toEqual([0, 100, 0])
  })
})
