import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { RedisClient } from 'bun'
import { limitScript } from './limit-script.ts'

/** Time-out of connecting, script load included, ms. */
const connectTimeoutMs = 1_000
/** Pauses between two attempts, ms: the first is short, since most failures are over at once. */
const firstPauseMs = 100
const longestPauseMs = 2_000
/** How long a late reply is still read, ms. */
export const lateReplyMs = 60_000
/** Dropped connections that still wait for late replies, at most; a newer one closes the oldest. */
const maxDraining = 20

/** SHA-1 of the script, by which EVALSHA names it. */
export const limitScriptSha = new Bun.CryptoHasher('sha1').update(limitScript).digest('hex')

export type LimitConnectionDeps = {
  redisUrl: string
  logger: Logger
  /** Told when Redis becomes usable, and when it stops being so. */
  onChange: (isUp: boolean) => void
}

/** A usable connection. */
export type LimitLink = {
  /** Rejects with the server's error, or with a lost connection: the effect is then unknown. */
  send(command: string, args: string[]): Promise<unknown>
  /** Drops the connection. It stays open for a while for late replies. */
  fail(reason: string): void
  /** A call succeeded: resets the pause between attempts. */
  succeeded(): void
}

/**
 * The limiter's own connection to Redis, by Bun's client, which needs half the processor time of ioredis for these calls. Its reconnecting
 * and queueing are off, because a request must wait for neither: without a link nothing is sent, and a background loop connects again.
 */
export function createLimitConnection({ redisUrl, logger, onChange }: LimitConnectionDeps) {
  let client: RedisClient | null = null
  let link: LimitLink | null = null
  let isClosed = false
  let pauseMs = firstPauseMs
  let retry: Timer | undefined
  const draining = new Map<RedisClient, Timer>()

  function drain(candidate: RedisClient): void {
    const [oldest] = draining.keys()
    if (oldest !== undefined && draining.size >= maxDraining) endDraining(oldest)
    draining.set(
      candidate,
      setTimeout(() => endDraining(candidate), lateReplyMs),
    )
  }

  function endDraining(candidate: RedisClient): void {
    clearTimeout(draining.get(candidate))
    draining.delete(candidate)
    candidate.close()
  }

  /** Ignores a client that is not the current one: its events may come late. */
  function drop(candidate: RedisClient, reason: string): void {
    if (client !== candidate) return
    const wasUp = link !== null
    client = null
    link = null
    if (isClosed || !wasUp) candidate.close()
    else drain(candidate)
    if (isClosed) return
    if (wasUp) {
      logger.warn({ reason, retryInMs: pauseMs }, 'limits: redis is down, deciding locally')
      onChange(false)
    }
    retry = setTimeout(connect, pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  function linkOf(candidate: RedisClient): LimitLink {
    return {
      send: (command, args) => candidate.send(command, args),
      fail: (reason) => drop(candidate, reason),
      succeeded() {
        pauseMs = firstPauseMs
      },
    }
  }

  function connect(): void {
    const candidate = new RedisClient(redisUrl, {
      autoReconnect: false,
      enableOfflineQueue: false,
      connectionTimeout: connectTimeoutMs,
    })
    client = candidate
    candidate.onclose = () => {
      drop(candidate, 'connection closed')
      endDraining(candidate)
    }
    withTimeout(connectTimeoutMs, prepare(candidate)).then(
      () => {
        if (client !== candidate) return
        link = linkOf(candidate)
        onChange(true)
      },
      (error: Error) => drop(candidate, error.message),
    )
  }

  connect()
  return {
    /** The usable connection; null while Redis is down. */
    link: (): LimitLink | null => link,
    close(): void {
      isClosed = true
      clearTimeout(retry)
      if (client !== null) drop(client, 'closed')
      for (const candidate of draining.keys()) endDraining(candidate)
    },
  }
}
export type LimitConnection = ReturnType<typeof createLimitConnection>

/** Loads the script: a server that cannot load it cannot decide either. */
async function prepare(client: RedisClient): Promise<void> {
  await client.connect()
  await client.send('SCRIPT', ['LOAD', limitScript])
}
