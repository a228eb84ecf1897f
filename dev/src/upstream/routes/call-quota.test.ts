import { expect, test } from 'bun:test'
import { OperatorError } from '../operator/operator-error.ts'
import { createCallQuota } from './grid-signals-route.ts'

/** A quota of one call in 900 s, and whether calls at these seconds are let through (or how long they must wait). */
function callsAt(...seconds: number[]): (string | undefined)[] {
  let nowMs = 0
  const quota = createCallQuota(900_000, () => nowMs)
  return seconds.map((second) => {
    nowMs = second * 1_000
    try {
      quota.admit()
      return 'admitted'
    } catch (error) {
      return error instanceof OperatorError ? error.headers['retry-after'] : String(error)
    }
  })
}

test('the first call is let through, the next one only when the interval is over', () => {
  expect(callsAt(5, 6, 904.5, 905)).toEqual(['admitted', '899', '1', 'admitted'])
})

test('a refused call does not push the next one further away', () => {
  expect(callsAt(0, 890, 900, 901)).toEqual(['admitted', '10', 'admitted', '899'])
})
