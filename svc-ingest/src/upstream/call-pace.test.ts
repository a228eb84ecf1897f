import { expect, test } from 'bun:test'
import { createCallPace, createLoadPace } from './call-pace.ts'

/** A pace whose clock moves only by waiting; `at` collects when each call was let through. */
function pacedClock(callsPerSecond: number) {
  let now = 1_000
  const waits: number[] = []
  const pace = createCallPace({
    callsPerSecond,
    nowMs: () => now,
    wait: async (ms) => {
      waits.push(ms)
      now += ms
    },
  })
  return {
    waits,
    pace,
    pass: (ms: number) => {
      now += ms
    },
    elapsedMs: () => now - 1_000,
  }
}

test('n calls take the time that the rate requires, after a burst of two', async () => {
  const { pace, elapsedMs } = pacedClock(4)
  for (let call = 0; call < 10; call++) await pace('consumption')
  expect(elapsedMs()).toBe(8 * 250)
})

test('a pause saves up no more than the burst', async () => {
  const { pace, pass, waits } = pacedClock(2)
  await pace('consumption')
  pass(60_000)
  for (let call = 0; call < 4; call++) await pace('consumption')
  expect(waits).toEqual([500, 500])
})

test('one API never waits for another', async () => {
  const { pace, elapsedMs } = pacedClock(1)
  for (const api of ['a', 'b', 'c', 'd']) await pace(api)
  expect(elapsedMs()).toBe(0)
})

test('simultaneous calls are let through one after the other', async () => {
  const waits: number[] = []
  const pace = createCallPace({
    callsPerSecond: 2,
    nowMs: () => 0,
    wait: async (ms) => {
      waits.push(ms)
    },
  })
  await Promise.all([pace('a'), pace('a'), pace('a'), pace('a')])
  expect(waits).toEqual([500, 1_000])
})

test('a stop ends the wait for the pace', async () => {
  const stop = new AbortController()
  const pace = createCallPace({ callsPerSecond: 0.001 })
  await pace('a')
  await pace('a')
  const third = pace('a', stop.signal)
  stop.abort()
  await expect(third).rejects.toThrow()
})

test('a load of history keeps its pace with publishers, and does not wait for the product’s own upstream', async () => {
  const waitsOf = async (mode: 'live' | 'demo' | 'replay') => {
    let waits = 0
    const wait = async () => {
      waits++
    }
    const pace = createLoadPace(mode, { callsPerSecond: 2, nowMs: () => 0, wait })
    // Wind and sun take twelve calls for a month: at two a second only these calls delayed the start of a replay.
    for (let call = 0; call < 12; call++) await pace('generation_forecast')
    return waits
  }
  expect([await waitsOf('live'), await waitsOf('demo'), await waitsOf('replay')]).toEqual([10, 0, 0])
})
