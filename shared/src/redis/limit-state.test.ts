import { expect, test } from 'bun:test'
import { limitState, readStateMonths } from './limit-state.ts'

/** A state of so many bytes: month 24 310 with 7 requests, 5 in the month before. */
function stateOf(length: number): Buffer {
  const state = Buffer.alloc(length)
  state.writeUInt16BE(24_310, limitState.monthOffset)
  state.writeUInt32BE(7, limitState.requestsOffset)
  state.writeUInt32BE(5, limitState.previousRequestsOffset)
  state.writeUInt8(1, limitState.isRestoredOffset)
  return state
}

test('a state without overage has only its months', () => {
  expect(readStateMonths(stateOf(limitState.overageOffset))).toEqual({
    monthIndex: 24_310,
    requests: 7,
    previousRequests: 5,
    isRestored: true,
    overage: new Map(),
    previousOverage: new Map(),
  })
})

test('overage is read by plan: the first three at fixed places, others by the index stored before them', () => {
  const state = stateOf(limitState.otherPlansOffset + 2 * limitState.otherPlanBytes)
  for (let i = 0; i < 6; i += 1) state.writeUInt32BE(10 + i, limitState.overageOffset + 4 * i)
  for (const [i, index] of [200, 4].entries()) {
    const at = limitState.otherPlansOffset + i * limitState.otherPlanBytes
    state.writeUInt8(index, at)
    state.writeUInt32BE(100 + i, at + 1)
    state.writeUInt32BE(50 + i, at + 5)
  }
  const months = readStateMonths(state)
  expect([...(months?.overage ?? [])]).toEqual([
    [1, 10],
    [2, 11],
    [3, 12],
    [200, 100],
    [4, 101],
  ])
  expect([...(months?.previousOverage ?? [])]).toEqual([
    [1, 13],
    [2, 14],
    [3, 15],
    [200, 50],
    [4, 51],
  ])
})

test('too few bytes give no state', () => {
  expect(readStateMonths(new Uint8Array(limitState.overageOffset - 1))).toBeNull()
})
