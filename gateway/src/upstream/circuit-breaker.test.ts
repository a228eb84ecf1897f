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
  test('opens when half of at least ten calls in ten seconds are faults', () => {
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

  test('does not count what is ten seconds old, also after it was not asked for long', () => {
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

  test('opens after three faults in a row when nothing has succeeded for two seconds, however little is asked', () => {
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

  test('does not count clients that left', () => {
    for (let count = 0; count < 1_000; count++) call('neither')
    expect(changes).toEqual([])
  })
})

describe('one caller alone', () => {
  test('never opens the circuit, however many of its calls fail, and whatever else is asked', () => {
    for (let count = 0; count < 1_000; count++) {
      call('fault', 'attacker')
      nowMs += 10
    }
    for (let count = 0; count < 4; count++) call('success', 'other')
    call('fault', 'other')
    for (let count = 0; count < 20; count++) call('fault', 'attacker')
    expect(changes).toEqual([])
  })

  test('does not keep an open circuit open: its failed probe makes room for the next', () => {
    open()
    nowMs += 5_000
    for (let count = 0; count < 20; count++) call('fault', 'attacker')
    expect(changes).toEqual(['half_open'])
    call('success', 'other')
    expect(changes).toEqual(['half_open', 'closed'])
  })
})

describe('two callers', () => {
  test('open it by three faults in a row after two seconds of silence', () => {
    call('fault', 'one')
    call('fault', 'one')
    expect(changes).toEqual([])
    call('fault', 'two')
    expect(changes).toEqual(['open'])
  })

  test('open it when half of the calls fail, also those beside the one who has most faults', () => {
    for (let count = 0; count < 5; count++) call('success', 'three')
    for (let count = 0; count < 9; count++) call('fault', 'one')
    for (let count = 0; count < 4; count++) call('fault', 'two')
    expect(changes).toEqual([])
    call('fault', 'two')
    expect(changes).toEqual(['open'])
  })

  test('keep it open with a failed probe each', () => {
    open()
    nowMs += 5_000
    call('fault', 'one')
    call('fault', 'two')
    expect(changes).toEqual(['half_open', 'open'])
  })
})

test('a connection that does not come about is no caller’s doing: it counts whoever asked', () => {
  call('fault', 'one')
  call('fault', 'one')
  call('fault')
  expect(changes).toEqual(['open'])
})

describe('an open circuit', () => {
  test('refuses at once and says when the next try is, for five seconds', () => {
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

  test('does not heed calls that began before it opened', () => {
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

  test('lets three calls out and refuses the others until one has told', () => {
    for (let count = 0; count < 3; count++) admitted()
    expect(breaker.admit()).toEqual({ isAdmitted: false, retryAfterSeconds: 1 })
  })

  test('closes with the first success and forgets the faults of before', () => {
    call('success')
    expect(changes).toEqual(['half_open', 'closed'])
    nowMs += 100
    for (let count = 0; count < 8; count++) call('fault')
    expect(changes).toEqual(['half_open', 'closed'])
  })

  test('opens again with the first fault, for as long again', () => {
    call('fault')
    expect(changes).toEqual(['half_open', 'open'])
    expect(breaker.admit()).toEqual({ isAdmitted: false, retryAfterSeconds: 5 })
  })

  test('gives the place of a client that left to the next', () => {
    const eras = [admitted(), admitted(), admitted()]
    breaker.settle(eras[0] ?? 0, 'neither')
    expect(changes).toEqual(['half_open'])
    admitted()
    expect(breaker.admit().isAdmitted).toBe(false)
  })
})
