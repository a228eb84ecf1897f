import { openOnce } from '@hexawatt/shared/redis/connect'
import type { RedisTarget } from '@hexawatt/shared/redis/settings'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { RedisClient } from 'bun'
import {
  connectTimeoutMs,
  createLink,
  firstPauseMs,
  type LimitConnection,
  type LimitConnectionDeps,
  type LimitLink,
  lateReplyMs,
  longestPauseMs,
  type Send,
} from './limit-link.ts'

/** Time-out of the first attempt to connect, ms: a master that hands over holds writes, and the next attempt may lead to another. */
const firstAttemptMs = 500

/** Dropped connections that still wait for late replies, at most; a newer one closes the oldest. */
const maxDraining = 20

/**
 * The limiter's own connection to one Redis, or to the master that Sentinels name. Reconnecting and queueing of the drivers are off, because a
 * request must wait for neither: without a link nothing is sent, and a background loop connects again.
 */
export function createServerConnection({
  target,
  probe,
  maxSilenceMs,
  monotonicMs,
  logger,
  onChange,
}: LimitConnectionDeps): LimitConnection {
  let client: Client | null = null
  let link: LimitLink | null = null
  let isClosed = false
  let saidReason = ''
  let pauseMs = firstPauseMs
  let attemptMs = firstAttemptMs
  let retry: Timer | undefined
  const draining = new Map<Client, Timer>()

  function drain(candidate: Client): void {
    const [oldest] = draining.keys()
    if (oldest !== undefined && draining.size >= maxDraining) endDraining(oldest)
    draining.set(
      candidate,
      setTimeout(() => endDraining(candidate), lateReplyMs),
    )
  }

  function endDraining(candidate: Client): void {
    clearTimeout(draining.get(candidate))
    draining.delete(candidate)
    candidate.close()
  }

  /** Ignores a client that is not the current one: its events may come late. */
  function drop(candidate: Client, reason: string): void {
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

  function linkOf(candidate: Client): LimitLink {
    return createLink({
      send: candidate.send,
      fail: (reason) => drop(candidate, reason),
      succeeded() {
        pauseMs = firstPauseMs
      },
      maxSilenceMs,
      monotonicMs,
    })
  }

  function connect(): void {
    const candidate = openClient(target, () => {
      drop(candidate, 'connection closed')
      endDraining(candidate)
    })
    client = candidate
    const timeoutMs = attemptMs
    attemptMs = Math.min(2 * timeoutMs, connectTimeoutMs)
    withTimeout(timeoutMs, prepare(candidate, probe)).then(
      () => {
        if (client !== candidate) return
        attemptMs = firstAttemptMs
        link = linkOf(candidate)
        onChange(true)
      },
      (error: Error) => drop(candidate, error.message),
    )
  }

  connect()
  return {
    link: () => link,
    isPerTag: false,
    close(): void {
      isClosed = true
      clearTimeout(retry)
      if (client !== null) drop(client, 'closed')
      for (const candidate of draining.keys()) endDraining(candidate)
    },
  }
}

/** One connection, which never connects again and sends nothing twice. */
type Client = { connect(): Promise<unknown>; send: Send; close(): void }

/** Bun's client needs half the processor time of ioredis for these calls; ioredis knows Sentinels. */
function openClient(target: RedisTarget, onClose: () => void): Client {
  if (target.mode === 'single') {
    const client = new RedisClient(target.nodes[0].href, {
      autoReconnect: false,
      enableOfflineQueue: false,
      connectionTimeout: connectTimeoutMs,
    })
    client.onclose = onClose
    return {
      connect: () => client.connect(),
      send: (command, args) => client.send(command, args),
      close: () => client.close(),
    }
  }
  const redis = openOnce(target)
  redis.on('error', () => undefined)
  redis.on('end', onClose)
  return {
    connect: () => redis.connect(),
    send: (command, args) => redis.call(command, ...args),
    close: () => redis.disconnect(),
  }
}

/** @throws when the server is not a master that takes changes */
async function prepare(client: Client, probe: LimitConnectionDeps['probe']): Promise<void> {
  await client.connect()
  // At once: far away, each round trip prolongs the outage.
  const [role] = await Promise.all([roleOf(client), probe(client.send, 0)])
  if (role !== 'master') throw new Error(`redis is a ${role}`)
}

/** A user who may not ask for the role has the probe alone. */
async function roleOf(client: Client): Promise<string> {
  try {
    const reply: unknown = await client.send('ROLE', [])
    return Array.isArray(reply) ? String(reply[0]) : 'server without a role'
  } catch (error) {
    if (error instanceof Error && /^NOPERM\b|unknown command/.test(error.message)) return 'master'
    throw error
  }
}
