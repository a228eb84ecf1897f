import { expect, test } from 'bun:test'
import { hashApiKey } from '@hexawatt/shared/keys/api-key'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createKeyCache, KeyStoreBusyError, keyCacheLimits } from './key-cache.ts'
import type { KeyRecord } from './key-store.ts'
import { knownKeysFreshMs } from './known-keys.ts'
import { createKeyRecord } from './testing/key-record.ts'

const active = createKeyRecord()
const revoked = createKeyRecord(2, Temporal.Now.instant())

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

test('without the key watch a record is served for ten seconds without a query', async () => {
  const { cache, pass, reads } = setUp(async () => active)
  await cache.find('a')
  pass(keyCacheLimits.unwatchedFreshMs - 1)
  expect(await cache.find('a')).toBe(active)
  expect(reads()).toBe(1)
})

test('without the key watch an older record is served at once while one query renews it', async () => {
  const renewal = Promise.withResolvers<KeyRecord>()
  const answers = [Promise.resolve(active), renewal.promise]
  const { cache, pass, reads } = setUp(async () => answers.shift() ?? null)
  await cache.find('a')
  pass(keyCacheLimits.unwatchedFreshMs)
  expect(await cache.find('a')).toBe(active)
  expect(await cache.find('a')).toBe(active)
  renewal.resolve(revoked)
  await Bun.sleep(0)
  expect(await cache.find('a')).toBe(revoked)
  expect(reads()).toBe(2)
})

test('while the store is down stale records are served, and the store is queried at most once per pause', async () => {
  let isDown = false
  const { cache, pass, reads } = setUp(async () => {
    if (isDown) throw new Error('down')
    return active
  })
  await cache.find('a')
  isDown = true
  pass(keyCacheLimits.unwatchedFreshMs)
  for (let call = 0; call < 5; call += 1) {
    expect(await cache.find('a')).toBe(active)
    await Bun.sleep(0)
  }
  expect(reads()).toBe(2)
  pass(keyCacheLimits.renewPauseMs)
  expect(await cache.find('a')).toBe(active)
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
  await expect(cache.find('a')).rejects.toThrow('down')
})

test('a missing key is queried once in 30 s', async () => {
  const { cache, pass, reads } = setUp(async () => null)
  for (let call = 0; call < 50; call += 1) expect(await cache.find('a')).toBeNull()
  expect(reads()).toBe(1)
  pass(keyCacheLimits.negativeMs)
  expect(await cache.find('a')).toBeNull()
  expect(reads()).toBe(2)
})

test('concurrent requests for one key share one query', async () => {
  const { cache, reads } = setUp(async () => active)
  expect(await Promise.all(Array.from({ length: 20 }, () => cache.find('a')))).toEqual(Array(20).fill(active))
  expect(reads()).toBe(1)
})

/** Hash of a made-up key. */
const madeUp = (index: number): string => hashApiKey(`made up ${index}`)
const good = hashApiKey('good')
const { burst, ratePerSecond } = keyCacheLimits.unknownKeyReads
const onlyGood = async (sha256: string) => (sha256 === good ? active : null)

/** Presents made-up keys one after the other, until the allowance of reads is used up. */
async function flood(cache: ReturnType<typeof setUp>['cache'], keys: number = burst): Promise<void> {
  for (let index = 0; index < keys; index += 1) await cache.find(madeUp(index))
}

test('made-up keys displace no record of a valid key', async () => {
  const { cache, pass, reads } = setUp(onlyGood)
  await cache.find(good)
  for (let i = 0; i < keyCacheLimits.maxNegatives + 10; i += 1) {
    pass(1_000 / ratePerSecond)
    await cache.find(madeUp(i))
  }
  const before = reads()
  expect(await cache.find(good)).toBe(active)
  // The record is stale by now: it is served while one query renews it.
  expect(reads()).toBe(before + 1)
})

test('a flood of made-up keys reaches the store at a bounded rate; excess keys are refused', async () => {
  const { cache, pass, reads } = setUp(onlyGood)
  await flood(cache)
  expect(reads()).toBe(burst)
  await expect(cache.find(hashApiKey('one more'))).rejects.toThrow(KeyStoreBusyError)
  pass(1_000)
  for (let index = 0; index < 10 * ratePerSecond; index += 1) {
    await cache.find(hashApiKey(`later ${index}`)).catch(() => null)
  }
  expect(reads()).toBe(burst + ratePerSecond)
})

test('beyond that rate an unknown key is rejected without a query if the known keys are complete, else the check fails', async () => {
  const { cache, pass, reads } = setUp(onlyGood)
  cache.confirm(1_000)
  await flood(cache, 3 * burst)
  expect(reads()).toBe(burst)
  expect(await cache.find(hashApiKey('one more'))).toBeNull()
  // The refill of the pause is used up too.
  pass(knownKeysFreshMs)
  for (let index = 0; index < burst; index += 1) await cache.find(hashApiKey(`later ${index}`))
  await expect(cache.find(hashApiKey('two more'))).rejects.toThrow(KeyStoreBusyError)
})

test('a valid key that is not cached is accepted during a flood', async () => {
  const { cache, reads } = setUp(onlyGood)
  cache.noteChange(good)
  cache.confirm(1_000)
  await flood(cache, 2 * burst)
  expect(await cache.find(good)).toBe(active)
  expect(reads()).toBe(burst + 1)
})

test('a key created during a flood is accepted once the key watch sees it, otherwise at once', async () => {
  let exists = false
  const { cache } = setUp(async (sha256) => (sha256 === good && exists ? active : null))
  cache.confirm(1_000)
  expect(await cache.find(good)).toBeNull()
  exists = true
  await flood(cache, 2 * burst)
  cache.noteChange(good)
  expect(await cache.find(good)).toBe(active)
  const quiet = setUp(onlyGood)
  quiet.cache.confirm(1_000)
  expect(await quiet.cache.find(good)).toBe(active)
})

test('unknown and revoked keys cost the same number of queries, however often they are presented', async () => {
  const readsOf = async (record: KeyRecord | null): Promise<number[]> => {
    const { cache, pass, reads } = setUp(async () => record)
    const counts: number[] = []
    for (const pauseMs of [
      0,
      0,
      keyCacheLimits.unwatchedFreshMs,
      keyCacheLimits.unwatchedFreshMs,
      keyCacheLimits.negativeMs,
      0,
    ]) {
      pass(pauseMs)
      await cache.find(good)
      counts.push(reads())
    }
    return counts
  }
  expect(await readsOf(revoked)).toEqual(await readsOf(null))
  expect((await readsOf(null)).at(-1)).toBe(2)
})

test('too many unknown keys at once are refused and do not delay known keys', async () => {
  const never = Promise.withResolvers<null>()
  const { cache, reads } = setUp((sha256) => (sha256 === good ? Promise.resolve(active) : never.promise))
  cache.noteChange(good)
  for (let i = 0; i < keyCacheLimits.maxUnknownKeyLoads; i += 1) void cache.find(madeUp(i))
  await expect(cache.find(hashApiKey('one more'))).rejects.toThrow(KeyStoreBusyError)
  expect(reads()).toBe(keyCacheLimits.maxUnknownKeyLoads)
  expect(await cache.find(good)).toBe(active)
})

test('a key that changes while it is read is read again', async () => {
  const slow = Promise.withResolvers<KeyRecord>()
  const answers: Promise<KeyRecord>[] = [slow.promise, Promise.resolve(revoked)]
  const { cache } = setUp(() => answers.shift() ?? Promise.reject(new Error('too many reads')))
  const waiting = cache.find('a')
  cache.noteChange('a')
  slow.resolve(active)
  expect(await waiting).toBe(active)
  expect(await cache.find('a')).toBe(revoked)
})

test('a key deleted from the store is no longer served after its renewal', async () => {
  let stored: KeyRecord | null = active
  const { cache, pass } = setUp(async () => stored)
  await cache.find('a')
  stored = null
  pass(keyCacheLimits.unwatchedFreshMs)
  cache.find('a')
  await Bun.sleep(0)
  expect(await cache.find('a')).toBeNull()
})
