import type { createRedis } from '@hexawatt/shared/redis/client'
import { keyChangedChannel } from '@hexawatt/shared/redis/keys'
import { createSubscription, type Subscription } from '@hexawatt/shared/redis/subscription'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withinTime } from '@hexawatt/shared/time/within-time'
import type { KeyCache } from './key-cache.ts'
import { type KeyRevisions, maxChangedKeys } from './key-store.ts'

const sha256Hex = /^[0-9a-f]{64}$/

export type KeyChangesDeps = {
  /** The subscription opens a connection of its own with the settings of this one. */
  redis: ReturnType<typeof createRedis>
  cache: Pick<KeyCache, 'noteChange'>
  logger: Logger
}

/**
 * Listens to changes of keys and tells the cache at once. What is published while the connection is down is lost, and found by the key
 * watch: the cache is not cleared on a new connection, since reading every key anew would cost more than the outage.
 */
export function createKeyChanges({ redis, cache, logger }: KeyChangesDeps): Subscription {
  return createSubscription({
    redis,
    channel: keyChangedChannel,
    onMessage(sha256) {
      if (sha256Hex.test(sha256)) cache.noteChange(sha256)
    },
    onSubscribed: () => undefined,
    logger,
  })
}

/** Publishes hashes of changed keys to running gateways; false when Redis did not take them: gateways then notice within a second. */
export type PublishKeyChange = (sha256s: readonly string[]) => Promise<boolean>

/** Publishes over a connection that is ready. Never throws: the change is committed already. */
export function createPublishKeyChange(redis: Pick<ReturnType<typeof createRedis>, 'publish'>): PublishKeyChange {
  return async function publishKeyChange(sha256s) {
    try {
      await Promise.all(sha256s.map((sha256) => redis.publish(keyChangedChannel, sha256)))
      return true
    } catch {
      return false
    }
  }
}

/** Pause between two looks, ms: a change is known everywhere within a second, whatever Redis does. */
export const keyLookEveryMs = 500

/** Most pages of changes that one look reads: with more keys the next look goes on. */
const maxPagesPerLook = 20

/** Longest the start waits for the first look, ms: a gateway without Postgres starts all the same. */
const firstLookMs = 3_000

/** Before every revision. */
const noRevision = -1

export type KeyWatchDeps = {
  /** Keys that changed after a revision, in the order of their changes. */
  changedSince: (revision: number) => Promise<KeyRevisions>
  cache: Pick<KeyCache, 'noteChange' | 'confirmKnownKeys' | 'clear'>
  /** Monotonic real time, ms. */
  monotonicMs: () => number
  logger: Logger
}

/**
 * Looks in Postgres twice a second for keys that were made or changed, and tells the cache: this guarantees that a revocation holds
 * everywhere within a second. Publishing on Redis only makes it sooner. The first look reads the hashes of all keys.
 */
export function createKeyWatch(deps: KeyWatchDeps) {
  const look = createLook(deps)
  const lookAgain = createQuietLook(look, deps.logger)
  const firstLook = Promise.withResolvers<void>()
  let timer: Timer | undefined
  let isClosed = false

  async function turn(): Promise<void> {
    if (await lookAgain()) firstLook.resolve()
    if (!isClosed) timer = setTimeout(turn, keyLookEveryMs)
  }
  void turn()

  return {
    /** Resolves when all keys are known, or after a while without Postgres. Never rejects. */
    whenLooking: (): Promise<void> => withinTime(firstLookMs, firstLook.promise).catch(() => undefined),
    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
export type KeyWatch = ReturnType<typeof createKeyWatch>

/** Makes one look at what changed since the last. @throws what the store throws */
export function createLook({ changedSince, cache, monotonicMs }: KeyWatchDeps): () => Promise<void> {
  let seen = noRevision

  /** @returns whether there may be more */
  async function readPage(): Promise<boolean> {
    const { newest, changed } = await changedSince(seen)
    if (newest < seen) {
      // The database was set back to an earlier state: what was seen no longer holds.
      cache.clear()
      seen = noRevision
      return true
    }
    for (const { sha256, revision } of changed) {
      cache.noteChange(sha256)
      seen = revision
    }
    return changed.length === maxChangedKeys
  }

  return async function look() {
    const askedAtMs = monotonicMs()
    for (let pages = 0; pages < maxPagesPerLook; pages += 1) {
      if (!(await readPage())) return cache.confirmKnownKeys(askedAtMs)
    }
  }
}

/** A look that never throws. It logs when looks begin to fail and when they work again, not at every look. */
function createQuietLook(look: () => Promise<void>, logger: Logger): () => Promise<boolean> {
  let isFailing = false
  return async function lookQuietly() {
    try {
      await look()
      if (isFailing) logger.info('key watch: Postgres answers again')
      isFailing = false
    } catch (error) {
      if (!isFailing) logger.warn({ err: error }, 'key watch: Postgres does not answer, changes of keys may be missed')
      isFailing = true
    }
    return !isFailing
  }
}
