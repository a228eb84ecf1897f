import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withinTime } from '@hexawatt/shared/time/within-time'
import { RedisClient } from 'bun'
import { limitScript } from './limit-script.ts'

/** Longest a connection may take to be usable, ms. */
const connectTimeoutMs = 1_000
/** Pauses between two attempts, ms: the first is short, since most failures are over at once. */
const firstPauseMs = 100
const longestPauseMs = 2_000
/** How long an answer that did not come in time may still tell what was done, ms. */
export const lateAnswerMs = 60_000
/** Connections at most that were given up and still wait for late answers; the oldest is closed for a newer one. */
const maxDraining = 20

/** Name of the script on the server. */
export const limitScriptSha = new Bun.CryptoHasher('sha1').update(limitScript).digest('hex')

export type LimitConnectionDeps = {
  redisUrl: string
  logger: Logger
  /** Told when decisions can be asked for, and when they cannot any more. */
  onChange: (isUp: boolean) => void
}

/** A connection that is up. */
export type LimitLink = {
  /** @throws by rejection: the server's error, or that the connection is lost, where nobody knows what was still done */
  send(command: string, args: string[]): Promise<unknown>
  /** Gives the connection up, because it did not serve. It stays open for a while, since what is under way may be answered late. */
  fail(reason: string): void
  /** What was asked was answered: the next failure is a new one. */
  succeeded(): void
}

/**
 * The limiter's own connection to Redis. Bun's client, since it costs half the processor time of ioredis for these calls. Its own
 * reconnecting and queueing are off, because a request must wait for neither: without a link nothing is asked, and a probe in the
 * background makes the next one.
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
      setTimeout(() => endDraining(candidate), lateAnswerMs),
    )
  }

  function endDraining(candidate: RedisClient): void {
    clearTimeout(draining.get(candidate))
    draining.delete(candidate)
    candidate.close()
  }

  /** Does nothing when the client is not the current one any more: what it left behind may end late. */
  function drop(candidate: RedisClient, reason: string): void {
    if (client !== candidate) return
    const wasUp = link !== null
    client = null
    link = null
    if (isClosed || !wasUp) candidate.close()
    else drain(candidate)
    if (isClosed) return
    if (wasUp) {
      logger.warn({ reason, retryInMs: pauseMs }, 'limits: redis is away, deciding locally')
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
    withinTime(connectTimeoutMs, prepare(candidate)).then(
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
    /** The connection to ask now; null while Redis is away. */
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

/** The script is loaded before the first decision: a server that cannot do this cannot decide either. */
async function prepare(client: RedisClient): Promise<void> {
  await client.connect()
  await client.send('SCRIPT', ['LOAD', limitScript])
}
