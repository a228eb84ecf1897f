import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { RedisClient } from 'bun'

/** Time-out of connecting, the first call included, ms. */
const connectTimeoutMs = 2_000
/** Pauses between two attempts, ms: the first is short, since a planned failover is over at once. */
const firstPauseMs = 20
const longestPauseMs = 500
/** How long a late reply is still read, ms. */
export const lateReplyMs = 60_000
/** Dropped connections that still wait for late replies, at most; a newer one closes the oldest. */
const maxDraining = 20

/**
 * Errors by which Redis refuses a command or script before it has any effect. Of a script that declares what it does (`#!lua`), Redis 7 and
 * Valkey check all of them before its first line; a script that has written is not interrupted by any of them.
 */
const refusalCodes = [
  ...['READONLY', 'LOADING', 'MASTERDOWN', 'BUSY', 'OOM', 'NOREPLICAS', 'MISCONF'],
  ...['CLUSTERDOWN', 'MOVED', 'ASK', 'TRYAGAIN', 'CROSSSLOT'],
  ...['NOAUTH', 'WRONGPASS', 'NOPERM', 'DENIED', 'EXECABORT', 'NOSCRIPT'],
]
const refused = new RegExp(`^(${refusalCodes.join('|')})\\b`)

/** Whether an error of {@link LimitLink.send} says that the command had no effect; otherwise its effect is unknown. */
export function isRefusedWithoutEffect(error: unknown): boolean {
  return error instanceof Error && refused.test(error.message)
}

export type LimitConnectionDeps = {
  redisUrl: string
  /**
   * A call that changes nothing and that Redis refuses where it refuses changes. A server that does not answer it is not used: one without
   * memory or replicas would otherwise be connected to and dropped again by every request.
   */
  probe: (send: LimitLink['send']) => Promise<unknown>
  /** Longest a connection may leave calls without any answer before it is dropped, ms. */
  maxSilenceMs: number
  monotonicMs: () => number
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
  /** A call was not answered in time. One late call is no outage: drops the connection when nothing has been answered for longer. */
  late(): void
  /** A call succeeded: resets the pause between attempts. */
  succeeded(): void
}

/**
 * The limiter's own connection to Redis, by Bun's client, which needs half the processor time of ioredis for these calls. Its reconnecting
 * and queueing are off, because a request must wait for neither: without a link nothing is sent, and a background loop connects again.
 */
export function createLimitConnection({
  redisUrl,
  probe,
  maxSilenceMs,
  monotonicMs,
  logger,
  onChange,
}: LimitConnectionDeps) {
  let client: RedisClient | null = null
  let link: LimitLink | null = null
  let isClosed = false
  let saidReason = ''
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
    // Each reason once: attempts go on for as long as the outage.
    if (wasUp || reason !== saidReason) logger.warn({ reason }, 'limits: redis is down, deciding locally')
    saidReason = reason
    if (wasUp) onChange(false)
    retry = setTimeout(connect, pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  function linkOf(candidate: RedisClient): LimitLink {
    let unanswered = 0
    let silentSinceMs = 0
    const answered = () => {
      unanswered -= 1
      silentSinceMs = monotonicMs()
    }
    return {
      send(command, args) {
        if (unanswered === 0) silentSinceMs = monotonicMs()
        unanswered += 1
        const reply = candidate.send(command, args)
        reply.then(answered, answered)
        return reply
      },
      fail: (reason) => drop(candidate, reason),
      late() {
        if (unanswered > 0 && monotonicMs() - silentSinceMs >= maxSilenceMs) drop(candidate, 'no answer')
      },
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
    withTimeout(connectTimeoutMs, prepare(candidate, probe)).then(
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

/** @throws when the server is not a master that takes changes */
async function prepare(client: RedisClient, probe: LimitConnectionDeps['probe']): Promise<void> {
  await client.connect()
  // At once: far away, each round trip prolongs the outage.
  const [role] = await Promise.all([roleOf(client), probe((command, args) => client.send(command, args))])
  if (role !== 'master') throw new Error(`redis is a ${role}`)
}

/** A user who may not ask for the role has the probe alone. */
async function roleOf(client: RedisClient): Promise<string> {
  try {
    const reply: unknown = await client.send('ROLE', [])
    return Array.isArray(reply) ? String(reply[0]) : 'server without a role'
  } catch (error) {
    if (error instanceof Error && /^NOPERM\b|unknown command/.test(error.message)) return 'master'
    throw error
  }
}
