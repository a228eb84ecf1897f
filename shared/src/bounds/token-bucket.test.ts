import { expect, test } from 'bun:test'
import { createTokenBucket } from './token-bucket.ts'

test('a bucket gives its burst at once, then its rate, and never more than its burst after a long pause', () => {
  let nowMs = 0
  const bucket = createTokenBucket({ ratePerSecond: 2, burst: 3, monotonicMs: () => nowMs })
  const taken = (): number => Array.from({ length: 10 }, () => bucket.take()).filter(Boolean).length
  expect([bucket.isEmpty(), taken(), bucket.isEmpty()]).toEqual([false, 3, true])
  nowMs += 499
  expect(taken()).toBe(0)
  nowMs += 1
  expect(taken()).toBe(1)
  nowMs += 1_000
  expect(taken()).toBe(2)
  nowMs += 3_600_000
  expect(taken()).toBe(3)
})
