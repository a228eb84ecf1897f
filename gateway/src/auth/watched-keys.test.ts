import { expect, test } from 'bun:test'
import { hashApiKey } from '@hexawatt/shared/keys/api-key'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createKeyCache, keyCacheLimits } from './key-cache.ts'
import { createKeyPoll } from './key-changes.ts'
import { type KeyRevisions, maxChangedKeys } from './key-store.ts'
import { createKeyRecord } from './testing/key-record.ts'

/** Stored keys by their hashes, in a database that can be away, and a gateway's cache with its watch; time is in the test's hand. */
function setUp() {
  let nowMs = 1_000
  let reads = 0
  let isAway = false
  let serverStartedAt = 1
  const stored = new Map<string, number>()
  let newest = 0
  const monotonicMs = (): number => nowMs
  const logger = createLogger('test', 'silent')
  const cache = createKeyCache({
    async loadKey(sha256) {
      reads += 1
      if (isAway) throw new Error('away')
      const revision = stored.get(sha256)
      return revision === undefined ? null : createKeyRecord(revision)
    },
    monotonicMs,
    logger,
  })
  async function changedSince(revision: number): Promise<KeyRevisions> {
    if (isAway) throw new Error('away')
    if (revision === newest) return { newest, serverStartedAt, changed: [] }
    const changed = [...stored]
      .map(([sha256, of]) => ({ sha256, revision: of }))
      .filter((key) => key.revision > revision)
    return {
      newest,
      serverStartedAt,
      changed: changed.sort((a, b) => a.revision - b.revision).slice(0, maxChangedKeys),
    }
  }
  const poll = createKeyPoll({ changedSince, cache, monotonicMs, logger })
  return {
    cache,
    poll,
    reads: () => reads,
    /** Makes or changes a key. */
    change(sha256: string): void {
      newest += 1
      stored.set(sha256, newest)
    },
    remove: (sha256: string) => stored.delete(sha256),
    setRevisions(revision: number): void {
      newest = revision
    },
    setAway(value: boolean): void {
      isAway = value
    },
    otherServer(): void {
      serverStartedAt += 1
    },
    /** Time passes, with a poll every half a minute at least and one at the end. */
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= 30_000) {
        nowMs += Math.min(left, 30_000)
        await poll().catch(() => undefined)
      }
    },
  }
}

const hashes = Array.from({ length: 100_000 }, (_, index) => hashApiKey(`key ${index}`))
const [first = '', second = ''] = hashes

test('100 000 keys are read once in six hours and served for ten minutes without Postgres, with few queries', async () => {
  const { cache, poll, reads, change, setAway, pass } = setUp()
  for (const sha256 of hashes) change(sha256)
  await poll()
  for (const sha256 of hashes) await cache.find(sha256)
  expect(reads()).toBe(hashes.length)
  await pass(6 * 3_600_000)
  for (const sha256 of hashes) await cache.find(sha256)
  expect(reads()).toBe(hashes.length)
  setAway(true)
  const awayMinutes = 10
  for (let minute = 0; minute < awayMinutes; minute += 1) {
    await pass(60_000)
    for (const sha256 of hashes) expect(await cache.find(sha256)).not.toBeNull()
  }
  const { ratePerSecond, burst } = keyCacheLimits.unwatchedRenewals
  expect(reads() - hashes.length).toBeLessThanOrEqual(burst + awayMinutes * 60 * ratePerSecond)
  expect(ratePerSecond).toBeLessThanOrEqual(10)
})

test('a record is valid for a quarter of an hour after the last confirmation, and no longer', async () => {
  const { cache, change, setAway, pass } = setUp()
  change(first)
  await pass(1)
  const record = await cache.find(first)
  await pass(3_600_000)
  setAway(true)
  await pass(keyCacheLimits.staleMs - 1)
  expect(await cache.find(first)).toBe(record)
  await pass(1)
  await expect(cache.find(first)).rejects.toThrow('away')
})

test('a record is reread within a day without a change, and keys read together are not renewed together', async () => {
  const { cache, reads, change, pass } = setUp()
  const some = hashes.slice(0, 200)
  for (const sha256 of some) change(sha256)
  await pass(1)
  for (const sha256 of some) await cache.find(sha256)
  await pass((keyCacheLimits.renewMs * 3) / 4)
  for (const sha256 of some) await cache.find(sha256)
  const early = reads() - some.length
  expect([early > 50, early < 150]).toEqual([true, true])
  await pass(keyCacheLimits.renewMs / 4)
  for (const sha256 of some) await cache.find(sha256)
  expect(reads()).toBe(2 * some.length)
})

test('a change drops only the record of its key, and a record read after the change stays', async () => {
  const { cache, poll, reads, change } = setUp()
  change(first)
  change(second)
  await poll()
  await cache.find(first)
  await cache.find(second)
  change(first)
  await poll()
  const beforeChange = reads()
  await cache.find(second)
  expect(reads() - beforeChange).toBe(0)
  await cache.find(first)
  expect(reads() - beforeChange).toBe(1)
  change(second)
  // Published on Redis, and read before the watch comes to the change.
  cache.noteChange(second)
  await cache.find(second)
  const before = reads()
  await poll()
  await cache.find(second)
  expect(reads() - before).toBe(0)
})

test('after a server takeover old records stay, recently changed ones are reread, and deleted keys disappear', async () => {
  const { cache, poll, reads, change, remove, setRevisions, otherServer } = setUp()
  for (const sha256 of hashes.slice(0, 2)) change(sha256)
  setRevisions(50_000)
  change('c'.repeat(64))
  await poll()
  for (const sha256 of [first, second, 'c'.repeat(64)]) await cache.find(sha256)
  const before = reads()
  otherServer()
  remove(second)
  await poll()
  expect(await cache.find(first)).toMatchObject({ revision: 1 })
  expect(reads()).toBe(before)
  // The number of its change may have been given again to what the former server never told.
  await cache.find('c'.repeat(64))
  expect(reads()).toBe(before + 1)
  expect(await cache.find(second)).toBeNull()
})

test('after the database is set back its missing keys are refused', async () => {
  const { cache, poll, change, remove, setRevisions } = setUp()
  change(first)
  change(second)
  await poll()
  await cache.find(first)
  await cache.find(second)
  remove(second)
  setRevisions(1)
  await poll()
  expect([(await cache.find(first))?.revision, await cache.find(second)]).toEqual([1, null])
})

test('a new record displaces an unused one, never a used one', async () => {
  const reads: string[] = []
  const cache = createKeyCache({
    async loadKey(sha256) {
      reads.push(sha256)
      return createKeyRecord()
    },
    monotonicMs: () => 0,
    logger: createLogger('test', 'silent'),
    maxRecords: 100,
  })
  const find = (sha256: string) => {
    cache.noteChange(sha256)
    return cache.find(sha256)
  }
  await find('used')
  for (let index = 0; index < 1_000; index += 1) {
    await find(`other ${index}`)
    await cache.find('used')
  }
  expect(reads.filter((sha256) => sha256 === 'used')).toEqual(['used'])
  reads.length = 0
  for (let index = 999; index >= 0; index -= 1) await cache.find(`other ${index}`)
  // 99 have stayed beside the one that was used.
  expect(reads.slice(0, 3)).toEqual(['other 900', 'other 899', 'other 898'])
})
