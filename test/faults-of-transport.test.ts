import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { FaultInput } from '@hexawatt/dev/src/upstream/faults/fault.ts'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startDisturbedSystem } from './testing/disturbed-system-fixture.ts'

const system = stopAtEnd(await startDisturbedSystem())
beforeEach(() => system.begin())
afterEach(() => system.finish())

describe('a poll that cannot succeed leaves the last good hour, with its true age', () => {
  const cases: [name: string, fault: FaultInput, message: RegExp][] = [
    [
      '429 with a long Retry-After',
      { kind: 'rate_limited', subject: 'generation_by_type', retryAfterSeconds: 900 },
      /429/,
    ],
    ['500', { kind: 'error_500', subject: 'generation_by_type' }, /500/],
    ['503', { kind: 'unavailable_503', subject: 'generation_by_type' }, /503/],
    ['a body cut off', { kind: 'cut_off_json', subject: 'generation_by_type', cut: 'body' }, /not JSON/],
    [
      'a connection cut off',
      { kind: 'cut_off_json', subject: 'generation_by_type', cut: 'connection' },
      /did not answer/,
    ],
    ['a renamed root', { kind: 'wrong_shape', subject: 'generation_by_type', shape: 'renamed_root' }, /agreed shape/],
    [
      'values that are a text',
      { kind: 'wrong_shape', subject: 'generation_by_type', shape: 'text_values' },
      /agreed shape/,
    ],
    ['413 even for a single day', { kind: 'too_large_413', subject: 'generation_by_type', longerThanDays: 0 }, /413/],
  ]
  for (const [name, fault, message] of cases) {
    test(name, async () => {
      expect((await system.pollWith(fault))?.message).toMatch(message)
      const body = await system.served()
      expect([body.dataSlotStart, body.dataAgeMinutes]).toEqual([system.firstHour(), 140])
      expect(await system.failuresInARow()).toBe(1)

      expect(await system.pollWith()).toBeNull()
      const recovered = await system.served()
      expect([recovered.dataSlotStart, recovered.dataAgeMinutes]).toEqual([system.secondHour(), 80])
      expect(await system.failuresInARow()).toBe(0)
    })
  }
})

describe('failures that a retry overcomes are invisible to customers', () => {
  const cases: [name: string, fault: FaultInput][] = [
    ['an expired token is replaced once', { kind: 'expired_token', subject: 'generation_by_type' }],
    [
      'a short 429 is waited out',
      { kind: 'rate_limited', subject: 'generation_by_type', retryAfterSeconds: 1, times: 1 },
    ],
    ['two 500 in a row are tried again', { kind: 'error_500', subject: 'generation_by_type', times: 2 }],
    ['a 503 is tried again', { kind: 'unavailable_503', subject: 'generation_by_type', times: 1 }],
    ['a body cut off once is fetched again', { kind: 'cut_off_json', subject: 'generation_by_type', times: 1 }],
    ['a slow answer is awaited', { kind: 'slow', subject: 'generation_by_type', delayMs: 300 }],
    ['413 splits the window', { kind: 'too_large_413', subject: 'generation_by_type', longerThanDays: 1 }],
    ['206 is continued to the end', { kind: 'partial_206', subject: 'generation_by_type', blocksPerPart: 2 }],
    ['an object instead of an array is read', { kind: 'object_root', subject: 'generation_by_type' }],
    ['an array root with single values is read', { kind: 'array_root', subject: 'generation_by_type' }],
    ['a missing updated_date is read', { kind: 'missing_updated_date', subject: 'generation_by_type' }],
  ]
  for (const [name, fault] of cases) {
    test(name, async () => {
      const undisturbed = await system.undisturbedAnswer()
      expect(await system.pollWith(fault)).toBeNull()
      expect(await system.served()).toEqual(undisturbed)
    })
  }
})
