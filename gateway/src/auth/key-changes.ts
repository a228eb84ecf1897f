import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import { keyChangedChannel } from '@hexawatt/shared/redis/keys'
import { createSubscription, type Subscription } from '@hexawatt/shared/redis/subscription'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { KeyCache } from './key-cache.ts'
import { type KeyRevisions, maxChangedKeys } from './key-store.ts'

const sha256Hex = /^[0-9a-f]{64}$/

export type KeyChangesDeps = {
  /** The subscription opens its own connection with the settings of this connection. */
  redis: RedisConnection
  cache: Pick<KeyCache, 'noteChange'>
  logger: Logger
}

/**
 * Subscribes to changes of keys and tells the cache at once. Messages published while the connection is down are lost; the key watch finds
 * those changes, so a new connection does not clear the cache.
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

/** Pause between two polls, ms: every gateway knows a change within a second, even without Redis. */
export const keyPollIntervalMs = 500

/** Pages of changes in one poll at most; the next poll continues. */
const maxPagesPerPoll = 20

/** Longest time the start waits for the first poll, ms: the gateway also starts without Postgres. */
const firstPollTimeoutMs = 3_000

/** Lower than every revision. */
const noRevision = -1

export type KeyWatchDeps = {
  /** Keys that changed after a revision, in the order of their changes. */
  changedSince: (revision: number) => Promise<KeyRevisions>
  cache: Pick<KeyCache, 'noteChange' | 'confirm' | 'startOver'>
  /** Monotonic real time, ms. */
  monotonicMs: () => number
  logger: Logger
}

/**
 * Polls Postgres twice a second for new and changed keys, and notifies the cache: this guarantees that a revocation holds everywhere within a second.
 * Publishing on Redis only makes it sooner. The first poll reads the hashes of all keys.
 */
export function createKeyWatch(deps: KeyWatchDeps) {
  const poll = createKeyPoll(deps)
  const pollQuietly = createQuietPoll(poll, deps.logger)
  const firstPoll = Promise.withResolvers<void>()
  let timer: Timer | undefined
  let isClosed = false

  async function turn(): Promise<void> {
    if (await pollQuietly()) firstPoll.resolve()
    if (!isClosed) timer = setTimeout(turn, keyPollIntervalMs)
  }
  void turn()

  return {
    /** Resolves when all keys are known, or after a while without Postgres. Never rejects. */
    whenFirstPolled: (): Promise<void> => withTimeout(firstPollTimeoutMs, firstPoll.promise).catch(() => undefined),
    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/**
 * Changes that a new primary may have lost at most. Records of later revisions are not trusted, because the new primary may have given the same numbers to
 * changes of other keys. Replication is behind by a second or so, in which an import of keys makes some hundred changes.
 */
const maxLostRevisions = 1_000

/** Polls the keys that changed since the last poll. @throws what the store throws */
export function createKeyPoll({ changedSince, cache, monotonicMs }: KeyWatchDeps): () => Promise<void> {
  let seen = noRevision
  let server: number | null = null
  let trustedUntil = Number.POSITIVE_INFINITY

  function startOver(): void {
    trustedUntil = seen - maxLostRevisions
    seen = noRevision
    cache.startOver()
  }

  /** @returns whether there may be more */
  async function readPage(): Promise<boolean> {
    const { newest, serverStartedAt, changed } = await changedSince(seen)
    const isOtherServer = server !== null && server !== serverStartedAt
    server = serverStartedAt
    // The database was restored to an earlier state, another server took over, or the same server was restarted.
    if (newest < seen || isOtherServer) {
      startOver()
      return true
    }
    for (const { sha256, revision } of changed) {
      cache.noteChange(sha256, revision > trustedUntil ? null : revision)
      seen = revision
    }
    return changed.length === maxChangedKeys
  }

  return async function poll() {
    const askedAtMs = monotonicMs()
    for (let pages = 0; pages < maxPagesPerPoll; pages += 1) {
      if (await readPage()) continue
      trustedUntil = Number.POSITIVE_INFINITY
      return cache.confirm(askedAtMs)
    }
  }
}

/** A poll that never throws. It logs when polls begin to fail and when they work again, not every poll. */
function createQuietPoll(poll: () => Promise<void>, logger: Logger): () => Promise<boolean> {
  let isFailing = false
  return async function pollQuietly() {
    try {
      await poll()
      if (isFailing) logger.info('key watch: Postgres is back')
      isFailing = false
    } catch (error) {
      if (!isFailing) logger.warn({ err: error }, 'key watch: Postgres does not answer, key changes may be missed')
      isFailing = true
    }
    return !isFailing
  }
}
