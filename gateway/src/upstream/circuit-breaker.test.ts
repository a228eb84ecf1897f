import { beforeEach, describe, expect, test } from 'bun:test'
import { type CircuitBreaker, type CircuitState, createCircuitBreaker, type Outcome } from './circuit-breaker.ts'

let nowMs = 0
let changes: CircuitState[] = []
let breaker: CircuitBreaker

beforeEach(() => {
  nowMs = 1_000_000
  changes = []
  breaker = createCircuitBreaker({ monotonicMs: () => nowMs, onChange: (state) => changes.push(state) })
})

/** Lets a call out and remembers its generation. */
function admitted(): number {
  const admission = breaker.admit()
  if (!admission.isAdmitted) throw new Error('the call was refused')
  return admission.generation
}

/** A call that ends at once. */
const call = (outcome: Outcome, caller?: string) => breaker.settle(admitted(), outcome, caller)

function open(): void {
  for (let count = 0; count < 3; count++) call('fault')
  expect(changes).toEqual(['open'])
  changes = []
}

describe('a closed circuit', () => {
  test('opens when half of at least ten calls in ten seconds fail', () => {
    for (let count = 0; count < 5; count++) call('success')
    for (let count = 0; count < 4; count++) call('fault')
    expect(changes).toEqual([])
    call('fault')
    expect(changes).toEqual(['open'])
  })

  test('stays closed below half, however many faults there are', () => {
    for (let count = 0; count < 1_000; count++) {
      call('success')
      call('success')
      call('fault')
    }
    expect(changes).toEqual([])
  })

  test('ignores calls older than ten seconds, also after a long pause', () => {
    for (const outcome of ['fault', 'success', 'fault', 'success', 'fault', 'fault'] as const) call(outcome)
    nowMs += 10_000
    call('success')
    for (let count = 0; count < 4; count++) call('fault')
    expect(changes).toEqual([])
    nowMs += 3_600_000
    call('success')
    for (let count = 0; count < 4; count++) call('fault')
    expect(changes).toEqual([])
  })

  test('opens after three consecutive faults and two seconds without success, at any call rate', () => {
    call('success')
    call('fault')
    nowMs += 1_999
    call('fault')
    call('fault')
    expect(changes).toEqual([])
    nowMs += 1
    call('fault')
    expect(changes).toEqual(['open'])
  })

  test('ignores clients that disconnected', () => {
    for (let count = 0; count < 1_000; count++) call('neither')
    expect(changes).toEqual([])
  })
})

describe('one caller', () => {
  test('never opens the circuit, however many of its calls fail', () => {
    for (let count = 0; count < 1_000; count++) {
      call('fault', 'attacker')
      nowMs += 10
    }
    for (let count = 0; count < 4; count++) call('success', 'other')
    call('fault', 'other')
    for (let count = 0; count < 20; count++) call('fault', 'attacker')
    expect(changes).toEqual([])
  })

  test('does not keep an open circuit open: its failed probe makes room for the next probe', () => {
    open()
    nowMs += 5_000
    for (let count = 0; count < 20; count++) call('fault', 'attacker')
    expect(changes).toEqual(['half_open'])
    call('success', 'other')
    expect(changes).toEqual(['half_open', 'closed'])
  })
})

describe('two callers', () => {
  test('open the circuit by three consecutive faults after two seconds without success', () => {
    call('fault', 'one')
    call('fault', 'one')
    expect(changes).toEqual([])
    call('fault', 'two')
    expect(changes).toEqual(['open'])
  })

  test('open the circuit when half of the calls fail, also without those of the caller with most faults', () => {
    for (let count = 0; count < 5; count++) call('success', 'three')
    for (let count = 0; count < 9; count++) call('fault', 'one')
    for (let count = 0; count < 4; count++) call('fault', 'two')
    expect(changes).toEqual([])
    call('fault', 'two')
    expect(changes).toEqual(['open'])
  })

  test('keep the circuit open with a failed probe each', () => {
    open()
    nowMs += 5_000
    call('fault', 'one')
    call('fault', 'two')
    expect(changes).toEqual(['half_open', 'open'])
  })
})

test('a failed connection counts whichever caller it was for', () => {
  call('fault', 'one')
  call('fault', 'one')
  call('fault')
  expect(changes).toEqual(['open'])
})

describe('an open circuit', () => {
  test('refuses at once for five seconds and states when the next try is', () => {
    open()
    expect(breaker.admit()).toEqual({ isAdmitted: false, retryAfterSeconds: 5 })
    nowMs += 4_001
    expect(breaker.admit()).toEqual({ isAdmitted: false, retryAfterSeconds: 1 })
    nowMs += 998
    expect(breaker.admit()).toEqual({ isAdmitted: false, retryAfterSeconds: 1 })
    nowMs += 1
    expect(breaker.admit().isAdmitted).toBe(true)
    expect(changes).toEqual(['half_open'])
  })

  test('ignores calls that began before it opened', () => {
    const before = admitted()
    open()
    breaker.settle(before, 'success')
    breaker.settle(before, 'fault')
    expect(changes).toEqual([])
    expect(breaker.admit()).toEqual({ isAdmitted: false, retryAfterSeconds: 5 })
  })
})

describe('a half-open circuit', () => {
  beforeEach(() => {
    open()
    nowMs += 5_000
  })

  test('admits three calls and refuses others until one has ended', () => {
    for (let count = 0; count < 3; count++) admitted()
    expect(breaker.admit()).toEqual({ isAdmitted: false, retryAfterSeconds: 1 })
  })

  test('closes with the first success and forgets earlier faults', () => {
    call('success')
    expect(changes).toEqual(['half_open', 'closed'])
    nowMs += 100
    for (let count = 0; count < 8; count++) call('fault')
    expect(changes).toEqual(['half_open', 'closed'])
  })

  test('opens again with the first fault, for the same time', () => {
    call('fault')
    expect(changes).toEqual(['half_open', 'open'])
    expect(breaker.admit()).toEqual({ isAdmitted: false, retryAfterSeconds: 5 })
  })

  test('gives the place of a disconnected client to the next call', () => {
    const eras = [admitted(), admitted(), admitted()]
    breaker.settle(eras[0] ?? 0, 'neither')
    expect(changes).toEqual(['half_open'])
    admitted()
    expect(breaker.admit().isAdmitted).toBe(false)
  })
})
