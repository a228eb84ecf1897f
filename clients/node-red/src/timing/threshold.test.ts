import { expect, test } from 'bun:test'
import { type GoodRule, isGood } from './threshold.ts'

/** What a course of values means, one after the other. */
function course(rule: GoodRule, values: number[]): boolean[] {
  let wasGood: boolean | null = null
  return values.map((value) => {
    wasGood = isGood(rule, value, wasGood)
    return wasGood
  })
}

test('a score is good from the threshold until it falls by more than the hysteresis', () => {
  const rule: GoodRule = { quantity: 'score', threshold: 70, hysteresis: 5 }
  expect(course(rule, [69, 70, 65, 64, 69, 70])).toEqual([false, true, true, false, false, true])
})

test('an intensity or a price is good up to the threshold until it rises by more than the hysteresis', () => {
  for (const quantity of ['carbon', 'price'] as const) {
    const rule: GoodRule = { quantity, threshold: 40, hysteresis: 5 }
    expect(course(rule, [41, 40, 45, 46, 41, 40, -10])).toEqual([false, true, true, false, false, true, true])
  }
})

test('without hysteresis only the threshold decides', () => {
  expect(course({ quantity: 'score', threshold: 70, hysteresis: 0 }, [70, 69, 70])).toEqual([true, false, true])
})
