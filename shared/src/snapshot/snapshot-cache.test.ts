import { expect, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import * as v from 'valibot'
import { AppError } from '../errors/app-error.ts'
import { createLogger } from '../telemetry/logger.ts'
import { anyChange } from './data-changes.ts'
import { createSnapshotCache, snapshotCacheLimits } from './snapshot-cache.ts'
import type { SnapshotKind, SnapshotReader } from './snapshot-store.ts'

type Sample = { value: number }
const kind: SnapshotKind<Sample> = { name: 'sample', schemaVersion: 1, schema: v.object({ value: v.number() }) }
const { rereadMs, unaskedMs } = snapshotCacheLimits

/** A cache over a store and a time that are in the test's hand. */
function createFixture(onRead = () => {}) {
  const state = { nowMs: 0, reads: 0, stored: { value: 1 } as Sample | null, isDown: false }
  const snapshots: SnapshotReader = {
    async read<Body>({ schema }: SnapshotKind<Body>): Promise<Body | null> {
      state.reads += 1
      onRead()
      if (state.isDown) throw new Error('down')
      return state.stored === null ? null : v.parse(schema, state.stored)
    },
  }
  const logger = createLogger('test', 'silent')
  return {
    state,
    ...createSnapshotCache(kind, (body) => body, { snapshots, monotonicMs: () => state.nowMs, logger }),
  }
}

/** Lets a reading in the background come to its end. */
const settle = () => Bun.sleep(0)

test('all who ask at first share one reading', async () => {
  const { state, latest } = createFixture()
  const answers = await Promise.all(Array.from({ length: 20 }, () => latest()))
  expect([state.reads, new Set(answers).size]).toEqual([1, 1])
})

test('what is kept is answered at once, and read again in the background', async () => {
  const { state, latest } = createFixture()
  await latest()
  state.stored = { value: 2 }
  state.nowMs = rereadMs - 1
  expect([latest(), state.reads]).toEqual([{ value: 1 }, 1])
  state.nowMs = rereadMs
  expect([latest(), latest(), state.reads]).toEqual([{ value: 1 }, { value: 1 }, 2])
  await settle()
  expect([latest(), state.reads]).toEqual([{ value: 2 }, 2])
})

test('a reading in the background runs outside of the span of the request that found it due; one that a request waits for runs within', async () => {
  const span = new AsyncLocalStorage<string>()
  const spans: (string | undefined)[] = []
  const { state, latest } = createFixture(() => spans.push(span.getStore()))
  await span.run('first', latest)
  state.nowMs = rereadMs
  span.run('second', latest)
  await settle()
  state.nowMs += unaskedMs
  await span.run('third', latest)
  expect(spans).toEqual(['first', undefined, 'third'])
})

test('a snapshot that has not changed stays the same object', async () => {
  const { state, latest } = createFixture()
  const first = await latest()
  state.nowMs = rereadMs
  latest()
  await settle()
  expect([state.reads, latest() === first]).toEqual([2, true])
})

test('when nobody asked for a while, the first who asks waits for what is new', async () => {
  const { state, latest } = createFixture()
  await latest()
  state.stored = { value: 2 }
  state.nowMs = unaskedMs
  expect(await latest()).toEqual({ value: 2 })
})

test('what was taken away is not answered any more', async () => {
  const { state, latest } = createFixture()
  await latest()
  state.stored = null
  state.nowMs = unaskedMs
  expect(await latest()).toBeNull()
})

test('while the stores fail the last good one stays, nobody waits, and they are asked no more often', async () => {
  const { state, latest } = createFixture()
  await latest()
  state.isDown = true
  state.nowMs = unaskedMs
  expect(await latest()).toEqual({ value: 1 })
  state.nowMs += 3_600_000
  expect([latest(), latest(), state.reads]).toEqual([{ value: 1 }, { value: 1 }, 3])
  await settle()
  state.isDown = false
  state.stored = { value: 3 }
  state.nowMs += rereadMs
  latest()
  await settle()
  expect(latest()).toEqual({ value: 3 })
})

test('when nothing was ever read a failure is service_unavailable, kept for a moment and then tried anew', async () => {
  const { state, latest } = createFixture()
  state.isDown = true
  const fails = async () => latest()
  await expect(fails()).rejects.toThrow(AppError)
  await expect(fails()).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(state.reads).toBe(1)
  state.isDown = false
  state.nowMs = rereadMs
  expect(await latest()).toEqual({ value: 1 })
})

test('that there is no snapshot is not kept: the first one is answered at once, and failing stores are no absence', async () => {
  const { state, latest } = createFixture()
  state.stored = null
  expect(await latest()).toBeNull()
  state.stored = { value: 1 }
  expect(await latest()).toEqual({ value: 1 })
  const other = createFixture()
  other.state.stored = null
  expect(await other.latest()).toBeNull()
  other.state.isDown = true
  await expect((async () => other.latest())()).rejects.toThrow(AppError)
})

test('a snapshot that is said to have changed is read at once, without anybody asking', async () => {
  const { state, latest, changed } = createFixture()
  await latest()
  state.stored = { value: 2 }
  changed(kind.name)
  expect([latest(), state.reads]).toEqual([{ value: 1 }, 2])
  await settle()
  expect([latest(), state.reads]).toEqual([{ value: 2 }, 2])
})

test('only its own name is heard, and that any may have changed', async () => {
  const { state, latest, changed } = createFixture()
  await latest()
  for (const other of ['sampled', 'points', '']) changed(other)
  expect(state.reads).toBe(1)
  changed(anyChange)
  expect(state.reads).toBe(2)
})

test('what changes while it is being read is read again, once for any number of changes', async () => {
  const { state, latest, changed } = createFixture()
  await latest()
  state.stored = { value: 2 }
  changed(kind.name)
  state.stored = { value: 3 }
  for (let count = 0; count < 5; count += 1) changed(kind.name)
  await settle()
  await settle()
  expect([latest(), state.reads]).toEqual([{ value: 3 }, 3])
})

test('who waits for the first reading gets what was written during it', async () => {
  const { state, latest, changed } = createFixture()
  state.stored = null
  const first = latest()
  state.stored = { value: 1 }
  changed(kind.name)
  expect([await first, state.reads]).toEqual([{ value: 1 }, 2])
})

test('who asks while an old reading is still under way gets what was written before the question, told of or not', async () => {
  const { state, latest } = createFixture()
  const first = latest()
  state.stored = { value: 2 }
  state.nowMs = rereadMs
  expect([await latest(), await first, state.reads]).toEqual([{ value: 2 }, { value: 2 }, 2])
})

test('stores that fail are not asked twice by one reading', async () => {
  const { state, latest } = createFixture()
  state.isDown = true
  const asked = async () => latest()
  const first = asked()
  state.nowMs = rereadMs
  const outcomes = await Promise.allSettled([first, asked()])
  expect([outcomes.map(({ status }) => status), state.reads]).toEqual([['rejected', 'rejected'], 1])
})

test('a change that cannot be read ends nothing: the last good one stays', async () => {
  const { state, latest, changed } = createFixture()
  state.isDown = true
  changed(kind.name)
  await settle()
  await expect((async () => latest())()).rejects.toThrow(AppError)
  state.isDown = false
  state.nowMs = rereadMs
  await latest()
  state.isDown = true
  changed(kind.name)
  await settle()
  expect(latest()).toEqual({ value: 1 })
})
