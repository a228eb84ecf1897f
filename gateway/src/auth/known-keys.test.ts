import { expect, test } from 'bun:test'
import { createKnownKeys, knownKeysFreshMs, maxKnownKeys } from './known-keys.ts'

const hashOf = (index: number): string => index.toString(16).padStart(12, '0').padEnd(64, 'f')

function setUp() {
  let nowMs = 0
  const known = createKnownKeys(() => nowMs)
  const pass = (ms: number): void => {
    nowMs += ms
  }
  return { known, pass }
}

test('the known keys are complete until their last confirmation is too old', () => {
  const { known, pass } = setUp()
  expect(known.isComplete()).toBe(false)
  pass(1_000)
  known.confirm(500)
  expect(known.isComplete()).toBe(true)
  pass(knownKeysFreshMs - 501)
  expect(known.isComplete()).toBe(true)
  pass(1)
  expect(known.isComplete()).toBe(false)
})

test('with more keys than fit, no key is known to be missing', () => {
  const { known } = setUp()
  for (let index = 0; index < maxKnownKeys - 1; index += 1) known.add(hashOf(index))
  known.confirm(0)
  expect([known.has(hashOf(7)), known.has(hashOf(maxKnownKeys)), known.isComplete()]).toEqual([true, false, true])
  known.add(hashOf(maxKnownKeys))
  known.add(hashOf(maxKnownKeys + 1))
  known.confirm(0)
  expect([known.has(hashOf(maxKnownKeys + 1)), known.isComplete()]).toEqual([false, false])
  known.clear()
  known.confirm(0)
  expect([known.has(hashOf(7)), known.isComplete()]).toEqual([false, true])
})
