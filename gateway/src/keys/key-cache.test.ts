import { expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createKeyCache, keyCacheLimits } from './key-cache.ts'
import { KeyStoreBusyError, maxKeyLoads } from './key-loads.ts'
import { type KeyRecord, toKeyRecord } from './key-record.ts'

const active = toKeyRecord(
  { keyId: 'key_1', accountId: 'acc_1', plan: 'pro', expiresAt: null, revokedAt: null },
  defaultPlanTable,
)
const revoked: KeyRecord = { ...active, isRevoked: true }

/** A cache over a store whose answers and whose time the test decides. */
function setUp(answer: (sha256: string) => Promise<KeyRecord | null>) {
  let nowMs = 1_000
  let reads = 0
  const cache = createKeyCache({
    loadKey(sha256) {
      reads += 1
      return answer(sha256)
    },
    monotonicMs: () => nowMs,
    logger: createLogger('test', 'silent'),
  })
  const pass = (ms: number): void => {
    nowMs += ms
  }
  return { cache, pass, reads: () => reads }
}

test('a fresh record is served without a query and without waiting', async () => {
  const { cache, pass, reads } = setUp(async () => active)
  await cache.find('a')
  pass(keyCacheLimits.freshMs - 1)
  expect(cache.find('a')).toBe(active)
  expect(reads()).toBe(1)
})

test('a stale record is served at once while one query renews it', async () => {
  let stored = active
  const { cache, pass, reads } = setUp(async () => stored)
  await cache.find('a')
  stored = revoked
  pass(keyCacheLimits.freshMs)
  expect(cache.find('a')).toBe(active)
  expect(cache.find('a')).toBe(active)
  await Bun.sleep(0)
  expect(cache.find('a')).toBe(revoked)
  expect(reads()).toBe(2)
})

test('while the store is down stale records still serve, and it is asked at most once per pause', async () => {
  let isDown = false
  const { cache, pass, reads } = setUp(async () => {
    if (isDown) throw new Error('down')
    return active
  })
  await cache.find('a')
  isDown = true
  pass(keyCacheLimits.freshMs)
  for (let call = 0; call < 5; call += 1) {
    expect(cache.find('a')).toBe(active)
    await Bun.sleep(0)
  }
  expect(reads()).toBe(2)
  pass(keyCacheLimits.renewPauseMs)
  expect(cache.find('a')).toBe(active)
  expect(reads()).toBe(3)
})

test('a record older than the stale limit is never served', async () => {
  let isDown = false
  const { cache, pass } = setUp(async () => {
    if (isDown) throw new Error('down')
    return active
  })
  await cache.find('a')
  isDown = true
  pass(keyCacheLimits.staleMs)
  await expect(Promise.resolve(cache.find('a'))).rejects.toThrow('down')
})

test('a missing key is asked for once in 30 s', async () => {
  const { cache, pass, reads } = setUp(async () => null)
  for (let call = 0; call < 50; call += 1) expect(await cache.find('a')).toBeNull()
  expect(reads()).toBe(1)
  pass(keyCacheLimits.negativeMs)
  expect(await cache.find('a')).toBeNull()
  expect(reads()).toBe(2)
})

test('all who wait for the same key share one query', async () => {
  const { cache, reads } = setUp(async () => active)
  expect(await Promise.all(Array.from({ length: 20 }, () => cache.find('a')))).toEqual(Array(20).fill(active))
  expect(reads()).toBe(1)
})

test('made-up keys push no good record out', async () => {
  const { cache, reads } = setUp(async (sha256) => (sha256 === 'good' ? active : null))
  await cache.find('good')
  for (let i = 0; i < keyCacheLimits.maxNegatives + 10; i += 1) await cache.find(`bad ${i}`)
  const before = reads()
  expect(cache.find('good')).toBe(active)
  expect(reads()).toBe(before)
})

test('more unknown keys at once than the store is asked for are refused, and do not queue up', async () => {
  const never = Promise.withResolvers<null>()
  const { cache, reads } = setUp(() => never.promise)
  for (let i = 0; i < maxKeyLoads; i += 1) void cache.find(`key ${i}`)
  await expect(Promise.resolve(cache.find('one more'))).rejects.toThrow(KeyStoreBusyError)
  expect(reads()).toBe(maxKeyLoads)
})

test('a key that changes while it is being read is read again', async () => {
  const slow = Promise.withResolvers<KeyRecord>()
  const answers: Promise<KeyRecord>[] = [slow.promise, Promise.resolve(revoked)]
  const { cache } = setUp(() => answers.shift() ?? Promise.reject(new Error('too many reads')))
  const waiting = cache.find('a')
  cache.drop('a')
  slow.resolve(active)
  expect(await waiting).toBe(active)
  expect(await cache.find('a')).toBe(revoked)
})

test('clearing forgets records and misses', async () => {
  const { cache, reads } = setUp(async (sha256) => (sha256 === 'good' ? active : null))
  await cache.find('good')
  await cache.find('bad')
  cache.clear()
  await cache.find('good')
  await cache.find('bad')
  expect(reads()).toBe(4)
})

test('a key that disappeared from the store is no longer served after its renewal', async () => {
  let stored: KeyRecord | null = active
  const { cache, pass } = setUp(async () => stored)
  await cache.find('a')
  stored = null
  pass(keyCacheLimits.freshMs)
  cache.find('a')
  await Bun.sleep(0)
  expect(await cache.find('a')).toBeNull()
})
