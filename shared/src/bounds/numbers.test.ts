import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { roundHalfAwayFromZero } from './numbers.ts'

describe('rounding half away from zero', () => {
  test('rounds halves away from zero, also where the binary number lies just below the half', () => {
    expect(roundHalfAwayFromZero(1.005, 2)).toBe(1.01)
    expect(roundHalfAwayFromZero(-1.005, 2)).toBe(-1.01)
    expect(roundHalfAwayFromZero(2.5, 0)).toBe(3)
    expect(roundHalfAwayFromZero(-2.5, 0)).toBe(-3)
    expect(roundHalfAwayFromZero(8.345, 2)).toBe(8.35)
  })

  test('gives 0, never -0, for what rounds to nothing', () => {
    expect(Object.is(roundHalfAwayFromZero(-0.001, 2), 0)).toBe(true)
  })

  test('keeps very small and very large numbers', () => {
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

  test('gives the same as rounding the shortest decimal text of every number', () => {
    const anyNumber = fc.double()
    // Halves and their binary neighbours are where a quick way would go wrong.
    const nearHalf = fc
      .tuple(
        fc.integer({ min: -2_000_000, max: 2_000_000 }),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: -3, max: 3 }),
      )
      .map(([whole, decimals, steps]) => neighbour((whole + 0.5) / 10 ** decimals, steps))
    fc.assert(
      fc.property(fc.oneof(anyNumber, nearHalf), fc.integer({ min: 0, max: 14 }), (value, decimals) => {
        expect(roundHalfAwayFromZero(value, decimals)).toBe(roundedText(value, decimals))
      }),
      { numRuns: 20_000 },
    )
  })
})

/** The definition: the decimal point of the shortest text is moved, the whole number rounded, the point moved back. */
function roundedText(value: number, decimals: number): number {
  const shifted = (number: number, places: number): number => {
    const [mantissa = '0', exponent = '0'] = number.toString().split('e')
    return Number(`${mantissa}e${Number(exponent) + places}`)
  }
  const magnitude = shifted(Math.round(shifted(Math.abs(value), decimals)), -decimals)
  return value < 0 && magnitude !== 0 ? -magnitude : magnitude
}

/** The double that is `steps` doubles away. */
function neighbour(value: number, steps: number): number {
  const bits = new BigInt64Array(new Float64Array([value]).buffer)
  bits[0] = (bits[0] ?? 0n) + BigInt(steps)
  return new Float64Array(bits.buffer)[0] ?? Number.NaN
}
