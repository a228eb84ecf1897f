import { expect, test } from 'bun:test'
import { supervise } from './supervised.ts'

/** Something that runs until it is told to die or to stop. */
function life() {
  const { promise: exited, resolve } = Promise.withResolvers<void>()
  let stops = 0
  return {
    exited,
    die: () => resolve(),
    stopCount: () => stops,
    async stop() {
      stops += 1
      resolve()
    },
  }
}

test('a process that dies is restarted, with one sentence, and stop ends the new process', async () => {
  const lives: ReturnType<typeof life>[] = []
  const told: string[] = []
  const restarted = Promise.withResolvers<void>()
  const supervised = await supervise({
    name: 'it',
    logFile: 'it.log',
    say: (sentence) => void told.push(sentence),
    async start() {
      const next = life()
      if (lives.push(next) === 2) restarted.resolve()
      return next
    },
  })
  supervised.keepRunning(() => expect.unreachable())
  lives[0]?.die()
  await restarted.promise
  await supervised.stop()
  expect(lives.map((one) => one.stopCount())).toEqual([0, 1])
  expect(told).toHaveLength(1)
})

test('a stopped process is not restarted', async () => {
  let starts = 0
  const supervised = await supervise({
    name: 'it',
    logFile: 'it.log',
    say: () => undefined,
    async start() {
      starts += 1
      return life()
    },
  })
  supervised.keepRunning(() => expect.unreachable())
  await supervised.stop()
  await supervised.stop()
  expect(starts).toBe(1)
  expect(supervised.hasExited()).toBe(true)
})

test('a process that cannot be restarted is given up with one sentence', async () => {
  const first = life()
  let starts = 0
  const supervised = await supervise({
    name: 'it',
    logFile: 'it.log',
    say: () => undefined,
    async start() {
      starts += 1
      if (starts > 1) throw new Error('no room')
      return first
    },
  })
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<string>()
  supervised.keepRunning(giveUp)
  first.die()
  expect(await givenUp).toBe('it could not be restarted: no room')
})
