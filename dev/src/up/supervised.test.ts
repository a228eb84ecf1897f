import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTeardown, stopPrograms, superviseLogged } from './supervised.ts'

/** A process that runs until it is killed or stopped. */
function testProcess() {
  const { promise: exited, resolve } = Promise.withResolvers<void>()
  return { exited, kill: () => resolve(), stop: async () => resolve() }
}

test('a store that ends is restarted with one sentence, and one that cannot be restarted is given up with its log', async () => {
  const first = testProcess()
  const second = testProcess()
  const starts = [first, second]
  const said: string[] = []
  const store = await superviseLogged({
    name: 'it',
    logFile: join(tmpdir(), 'it.log'),
    say(sentence) {
      said.push(sentence)
      if (said.length === 1) second.kill()
    },
    async start() {
      const next = starts.shift()
      if (next === undefined) throw new Error('no room')
      return next
    },
  })
  first.kill()
  const logFile = join(tmpdir(), 'it.log')
  await expect(store.keepRunning()).rejects.toThrow(`it could not be restarted: no room (log: ${logFile}).`)
  expect(said).toEqual(Array(2).fill(`it ended unexpectedly; restarting it (log: ${logFile}).`))
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

test.skipIf(unmount === null)(
  'a store that cannot be restarted because its disk is full is tried again, not given up',
  async () => {
    const first = testProcess()
    const said: string[] = []
    let starts = 0
    const restarted = Promise.withResolvers<void>()
    const store = await superviseLogged({
      name: 'it',
      logFile: join(folder, 'it.log'),
      say: (sentence) => void said.push(sentence),
      async start() {
        starts += 1
        if (starts === 1) return first
        if (starts < 4) throw new Error('No space left on device')
        restarted.resolve()
        return testProcess()
      },
    })
    const stopped = store.keepRunning()
    first.kill()
    await restarted.promise
    await store.stop()
    await stopped
    expect(said).toEqual([expect.stringContaining('while its disk is full')])
  },
)

test('the steps of a teardown run once, in reverse order, even after a failed step and a second call', async () => {
  const order: string[] = []
  const teardown = createTeardown()
  const step = (name: string) => async () => {
    order.push(name)
    if (name === 'b') throw new Error('stuck')
  }
  for (const name of ['a', 'b', 'c']) teardown.add(step(name))
  await Promise.all([teardown.run(), teardown.run()])
  expect(order).toEqual(['c', 'b', 'a'])
})

test('the gateway is stopped before the other programs, which do not wait for each other', async () => {
  const events: string[] = []
  const { promise: everyoneAsked, resolve } = Promise.withResolvers<void>()
  const program = (name: string) => ({
    name,
    async stop() {
      events.push(`${name} asked`)
      if (events.includes('svc-web asked') && events.includes('svc-ingest asked')) resolve()
      if (name !== 'gateway') await everyoneAsked
      events.push(`${name} ended`)
    },
  })
  await stopPrograms([program('svc-ingest'), program('svc-web'), program('gateway')])
  expect(events.slice(0, 4)).toEqual(['gateway asked', 'gateway ended', 'svc-ingest asked', 'svc-web asked'])
})
