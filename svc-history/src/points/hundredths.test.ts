import { expect, test } from 'bun:test'
import { round2 } from '@hexawatt/shared/contract/numbers'
import fc from 'fast-check'
import { hundredthsOf, wholeMean } from './hundredths.ts'

const halves = fc.integer({ min: -(10 ** 8), max: 10 ** 8 }).map((thousandths) => Number(`${thousandths}5e-3`))

test('the quick rounding is the rounding of the product, on halves of a hundredth too', () => {
  const value = fc.oneof(
    fc.double({ min: -1e12, max: 1e12, noNaN: true }),
    halves,
    fc.double({ min: -1, max: 1, noNaN: true }),
  )
  fc.assert(
    fc.property(value, (number) => {
      const hundredths = hundredthsOf(number) ?? Number.NaN
      expect(hundredths / 100).toBe(round2(number))
      expect(Object.is(hundredths, -0)).toBe(false)
    }),
    { numRuns: 20_000 },
  )
})

test('what is not known stays not known', () => {
  expect([hundredthsOf(null), wholeMean(0, 0)]).toEqual([null, null])
})

test('a mean that is exactly a half goes away from zero', () => {
  expect([wholeMean(5, 2), wholeMean(-5, 2), wholeMean(21, 6), wholeMean(10, 3)]).toEqual([3, -3, 4, 3])
})
