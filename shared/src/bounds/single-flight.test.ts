import { describe, expect, test } from 'bun:test'
import { createSingleFlight, rerunAfterCurrent } from './single-flight.ts'

describe('a single flight', () => {
  test('shares the running call, and starts a new call after it', async () => {
    let runs = 0
    const run = createSingleFlight(async () => {
      runs++
      await Bun.sleep(1)
      return runs
    })
    expect(await Promise.all([run(), run(), run()])).toEqual([1, 1, 1])
    expect(await run()).toBe(2)
  })

  test('starts a new call after a failure', async () => {
    let runs = 0
    const run = createSingleFlight(async () => {
      runs++
      if (runs === 1) throw new Error('first')
      return runs
    })
    expect(await run().catch(() => 'failed')).toBe('failed')
    expect(await run()).toBe(2)
  })
})

describe('a rerun after the current run', () => {
  test('is shared by all calls during a run, and begins after that run', async () => {
    const starts: string[] = []
    let state = 'first'
    const run = rerunAfterCurrent(async () => {
      starts.push(state)
      await Bun.sleep(5)
    })
    const first = run()
    state = 'second'
    await Promise.all([first, run(), run(), run()])
    expect(starts).toEqual(['first', 'second'])
  })

  test('also follows a failed run', async () => {
    let runs = 0
    const run = rerunAfterCurrent(async () => {
      runs++
      await Bun.sleep(1)
      if (runs === 1) throw new Error('first')
    })
    const results = await Promise.allSettled([run(), run()])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})
