import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { roundHalfAwayFromZero } from './numbers.ts'

describe('rounding', () => {
  test('halves go away from zero, also where the binary number lies just below the half', () => {
    expect(roundHalfAwayFromZero(1.005, 2)).toBe(1.01)
    expect(roundHalfAwayFromZero(-1.005, 2)).toBe(-1.01)
    expect(roundHalfAwayFromZero(2.5, 0)).toBe(3)
    expect(roundHalfAwayFromZero(-2.5, 0)).toBe(-3)
    expect(roundHalfAwayFromZero(8.345, 2)).toBe(8.35)
  })

  test('what rounds to nothing is 0 and never -0', () => {
    expect(Object.is(roundHalfAwayFromZero(-0.001, 2), 0)).toBe(true)
  })

  test('very small and very large numbers survive their exponents', () => {
    expect(roundHalfAwayFromZero(1e-9, 2)).toBe(0)
    expect(roundHalfAwayFromZero(1e21, 2)).toBe(1e21)
  })

  test('agrees with exact decimal arithmetic for every number of up to six decimals', () => {
    const micros = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
    fc.assert(
      fc.property(micros, (value) => {
        const magnitude = value < 0n ? -value : value
        const hundredths = (magnitude + 5_000n) / 10_000n
        const expected = Number(hundredths) / 100
        const rounded = roundHalfAwayFromZero(Number(value) / 1e6, 2)
        expect(Math.abs(rounded)).toBe(expected)
        expect(rounded === 0 || rounded < 0 === value < 0n).toBe(true)
      }),
    )
  })
})
