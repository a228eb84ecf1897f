import { describe, expect, test } from 'bun:test'
import { makeBandPath, makeLinePath, makeNiceTicks } from './step-paths.ts'

const plot = { x: (boundary: number) => 10 * boundary, y: (value: number) => 100 - value }

describe('a step curve', () => {
  test('holds each value for its quarter-hours, and is broken where a value is unknown', () => {
    expect(makeLinePath([5, 5, 8, null, 2], plot)).toBe('M0 95H20V92H30M40 98H50')
    expect(makeLinePath([null, null], plot)).toBe('')
  })

  test('has a closed band only where both ends are known', () => {
    const low = [1, 1, null, 3]
    const high = [4, 6, 9, 7]
    expect(makeBandPath({ central: low, low, high }, plot)).toBe(
      'M0 96H0V96H10V94H20H20V99H0ZM30 93H30V93H40H40V97H30Z',
    )
  })
})

describe('axis ticks', () => {
  test('are round, at most five, and enclose every value', () => {
    expect(makeNiceTicks([12.4, 87])).toEqual([0, 50, 100])
    expect(makeNiceTicks([14, 27])).toEqual([10, 15, 20, 25, 30])
    expect(makeNiceTicks([-35, 4])).toEqual([-40, -20, 0, 20])
  })

  test('exist for a single value and for none', () => {
    expect(makeNiceTicks([20])).toEqual([20, 21])
    expect(makeNiceTicks([])).toEqual([0, 1])
  })
})
