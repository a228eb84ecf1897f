import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { AppError } from '../errors/app-error.ts'
import { createLogger } from '../telemetry/logger.ts'
import { createOptionalSnapshotCache } from './optional-snapshot.ts'
import type { SnapshotReader } from './snapshot-store.ts'

const kind = { name: 'sample', schemaVersion: 1, schema: v.object({ value: v.number() }) }

/** A cache over a store in the test's hand, and how often it was read. */
function createFixture() {
  const store: { body: object | null; fails: boolean; reads: number } = { body: null, fails: false, reads: 0 }
  let nowMs = 0
  const snapshots = {
    async read() {
      store.reads += 1
      if (store.fails) throw new AppError('service_unavailable', { detail: 'The stores do not answer.' })
      return store.body
    },
  } as SnapshotReader
  const deps = { snapshots, monotonicMs: () => nowMs, logger: createLogger('test', 'silent') }
  const cache = createOptionalSnapshotCache(kind, (body) => body, deps)
  return { store, cache, pass: (ms: number) => (nowMs += ms) }
}

test('a missing snapshot costs one read in half a minute, however often it is asked for', async () => {
  const { store, cache, pass } = createFixture()
  for (let request = 0; request < 20; request += 1) expect(await cache.latest()).toBeNull()
  expect(store.reads).toBe(1)
  pass(30_000)
  store.body = { value: 7 }
  expect(await cache.latest()).toEqual({ value: 7 })
})

test('the first snapshot is served as soon as it is announced', async () => {
  const { store, cache } = createFixture()
  expect(await cache.latest()).toBeNull()
  store.body = { value: 7 }
  cache.changed('another')
  expect(await cache.latest()).toBeNull()
  cache.changed('sample')
  expect(await cache.latest()).toEqual({ value: 7 })
})

test('while the stores fail there is none, and a snapshot that was read stays', async () => {
  const { store, cache, pass } = createFixture()
  store.fails = true
  expect(await cache.latest()).toBeNull()
  store.fails = false
  store.body = { value: 7 }
  pass(30_000)
  expect(await cache.latest()).toEqual({ value: 7 })
  store.fails = true
  pass(60_000)
  expect(await cache.latest()).toEqual({ value: 7 })
})
