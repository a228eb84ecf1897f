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

test('the first concurrent callers share one read', async () => {
  const { state, latest } = createFixture()
  const answers = await Promise.all(Array.from({ length: 20 }, () => latest()))
  expect([state.reads, new Set(answers).size]).toEqual([1, 1])
})

test('a cached snapshot is returned at once and reread in the background', async () => {
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

test('a background read runs outside the span of its request; an awaited read runs inside it', async () => {
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

test('an unchanged snapshot stays the same object', async () => {
  const { state, latest } = createFixture()
  const first = await latest()
  state.nowMs = rereadMs
  latest()
  await settle()
  expect([state.reads, latest() === first]).toEqual([2, true])
})

test('after a pause without calls the first caller waits for a new read', async () => {
  const { state, latest } = createFixture()
  await latest()
  state.stored = { value: 2 }
  state.nowMs = unaskedMs
  expect(await latest()).toEqual({ value: 2 })
})

test('a deleted snapshot is no longer returned', async () => {
  const { state, latest } = createFixture()
  await latest()
  state.stored = null
  state.nowMs = unaskedMs
  expect(await latest()).toBeNull()
})

test('while the stores fail the last good snapshot is returned at once, and the stores are not read more often', async () => {
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

test('if nothing was ever read a failure is service_unavailable, cached for a moment and then retried', async () => {
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

test('an absent snapshot is not cached, and a failure of the stores is not an absence', async () => {
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

test('an announced snapshot is reread at once, without a caller', async () => {
  const { state, latest, changed } = createFixture()
  await latest()
  state.stored = { value: 2 }
  changed(kind.name)
  expect([latest(), state.reads]).toEqual([{ value: 1 }, 2])
  await settle()
  expect([latest(), state.reads]).toEqual([{ value: 2 }, 2])
})

test('only the announcement of its own name, or of any change, causes a read', async () => {
  const { state, latest, changed } = createFixture()
  await latest()
  for (const other of ['sampled', 'points', '']) changed(other)
  expect(state.reads).toBe(1)
  changed(anyChange)
  expect(state.reads).toBe(2)
})

test('changes announced during a read cause exactly one more read', async () => {
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

test('a caller waiting for the first read gets what was written during that read', async () => {
  const { state, latest, changed } = createFixture()
  state.stored = null
  const first = latest()
  state.stored = { value: 1 }
  changed(kind.name)
  expect([await first, state.reads]).toEqual([{ value: 1 }, 2])
})

test('a caller during an old read gets what was written before its call, announced or not', async () => {
  const { state, latest } = createFixture()
  const first = latest()
  state.stored = { value: 2 }
  state.nowMs = rereadMs
  expect([await latest(), await first, state.reads]).toEqual([{ value: 2 }, { value: 2 }, 2])
})

test('one read does not try failing stores twice', async () => {
  const { state, latest } = createFixture()
  state.isDown = true
  const asked = async () => latest()
  const first = asked()
  state.nowMs = rereadMs
  const outcomes = await Promise.allSettled([first, asked()])
  expect([outcomes.map(({ status }) => status), state.reads]).toEqual([['rejected', 'rejected'], 1])
})

test('after an announcement that cannot be read the last good snapshot stays', async () => {
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
