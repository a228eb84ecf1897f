import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** A file system of this size that has no room for a store from the beginning; null where this user may not make one. */
function mountFullDisk(folder: string): (() => void) | null {
  const mount = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
  return mount.success ? () => void Bun.spawnSync(['umount', '-l', folder]) : null
}

const folder = await mkdtemp(join(tmpdir(), 'hexawatt-full-'))
const unmount = mountFullDisk(folder)
if (unmount === null) console.warn('SKIPPED: restarts on a full disk: no small disk can be mounted')
afterAll(async () => {
  unmount?.()
  await rm(folder, { recursive: true, force: true })
})

test.skipIf(unmount === null)('a store that cannot be restarted while its disk is full is not given up', async () => {
  const first = life()
  const told: string[] = []
  let starts = 0
  const restarted = Promise.withResolvers<void>()
  const supervised = await supervise({
    name: 'it',
    logFile: join(folder, 'it.log'),
    say: (sentence) => void told.push(sentence),
    async start() {
      starts += 1
      if (starts === 1) return first
      if (starts < 4) throw new Error('No space left on device')
      restarted.resolve()
      return life()
    },
  })
  supervised.keepRunning(() => expect.unreachable())
  first.die()
  await restarted.promise
  await supervised.stop()
  expect(told).toEqual([expect.stringContaining('while its disk is full')])
})
