import { expect, test } from 'bun:test'
import { findBreakEven } from './break-even.ts'

/** One day with 1 kWh at 0.50 EUR/kWh, one with 3 kWh at 0.40 EUR/kWh, one with nothing to move. */
const days = [
  { energyKwh: 3, savedEur: 1.2 },
  { energyKwh: 0, savedEur: 0 },
  { energyKwh: 1, savedEur: 0.5 },
]

test('a break-even is exact before and after a day has no more to move', () => {
  expect(findBreakEven(0.45, days)).toEqual({ state: 'possible', kwhPerDay: 0.5 })
  expect(findBreakEven(0.9, days)).toEqual({ state: 'possible', kwhPerDay: 1 })
  expect(findBreakEven(1.1, days)).toEqual({ state: 'possible', kwhPerDay: 1.5 })
})

test('a contract that costs no more pays already, and one whose excess all energy does not save never pays', () => {
  expect(findBreakEven(0, days)).toEqual({ state: 'already', marginEur: 0 })
  expect(findBreakEven(-2.5, days)).toEqual({ state: 'already', marginEur: 2.5 })
  expect(findBreakEven(2, days)).toEqual({ state: 'never', missingEur: 0.3 })
  expect(findBreakEven(2, [])).toEqual({ state: 'never', missingEur: 2 })
})
