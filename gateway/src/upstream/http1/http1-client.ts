import { reachService, type ServiceAddresses, type ServiceClientDeps } from '../client/service-addresses.ts'
import type { AskWhole, ServiceCall, WholeAnswer } from '../client/service-call.ts'
import { requireSendable, ServiceCallError } from '../client/service-call.ts'
import { type Connection, endConnection, exchange, openConnection } from './connection.ts'
import { createAnswerReader } from './response-reader.ts'

type Http1ClientDeps = ServiceClientDeps & {
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}

/**
 * A small HTTP/1.1 client for one service: GET without a body, answers of declared length, kept connections, one request at a time on
 * each. A call costs a quarter to a third less processor time than the cheapest `fetch`, and the hop is what the gateway exists for. What
 * it is not made for (TLS, bodies that are passed on, other framings) goes through `fetch`.
 */
export function createHttp1Client({
  origin,
  basePath,
  addresses,
  maxBodyBytes,
  timeoutMs,
  monotonicMs,
}: Http1ClientDeps): AskWhole {
  const pool = createConnectionPool({
    addresses,
    port: Number(origin.port || 80),
    maxBodyBytes,
    monotonicMs,
  })

  /**
   * Asks the service. A kept connection that turns out to be closed is replaced once: closing one that is unused is the service's right,
   * and it has not begun to answer. Nothing else is asked twice.
   *
   * @throws ServiceCallError; TypeError when the request cannot be written
   */
  return async function call({ target, headers, signal }: ServiceCall): Promise<WholeAnswer> {
    const request = requestHead(`${basePath}${target}`, origin.host, headers)
    const lateAtMs = monotonicMs() + timeoutMs
    const kept = pool.take()
    if (kept !== null) {
      try {
        return await exchange(kept, request, lateAtMs, signal)
      } catch (error) {
        if (!(error instanceof ServiceCallError) || error.reason !== 'closed_unanswered') throw error
      }
    }
    const fresh = await pool.open()
    return exchange(fresh, request, lateAtMs, signal)
  }
}

/**
 * How long an unused connection is kept, ms: shorter than a service keeps it (Bun's servers 10 s), so that few requests meet one that is
 * just being closed.
 */
const idleMs = 4_000

/**
 * How long a connection is used, ms, give or take a fifth, so that not all are replaced at once: new ones are opened to the addresses in
 * turn, and a replica that has come gets its share.
 */
const maxAgeMs = 30_000
const ageSpread = 0.2

/** How often late calls and unused connections are looked for, ms: one timer for all instead of one for each call. */
const sweepMs = 50

export type ConnectionPoolDeps = {
  addresses: ServiceAddresses
  port: number
  maxBodyBytes: number
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}

/** The connections to one service. How many there are is bounded by whoever calls: one for each call that runs. */
function createConnectionPool({ addresses, port, maxBodyBytes, monotonicMs }: ConnectionPoolDeps) {
  /** Since when each connection is unused, monotonic ms; null while a call runs on it. */
  const connections = new Map<Connection, number | null>()
  /** The one that was used last is used next, so that those that are not needed grow old. */
  const idle: Connection[] = []
  let sweeper: Timer | null = null

  function sweep(): void {
    const nowMs = monotonicMs()
    for (const [connection, idleSinceMs] of connections) {
      const { waiting } = connection
      if (waiting !== null && nowMs >= waiting.lateAtMs) endConnection(connection, 'late')
      else if (idleSinceMs !== null && nowMs - idleSinceMs >= idleMs) endConnection(connection, 'closed_unanswered')
    }
  }

  function free(connection: Connection): void {
    const nowMs = monotonicMs()
    if (nowMs >= connection.retiresAtMs) {
      endConnection(connection, 'closed_unanswered')
    } else {
      connections.set(connection, nowMs)
      idle.push(connection)
    }
  }

  function forget(connection: Connection): void {
    connections.delete(connection)
    const place = idle.indexOf(connection)
    if (place !== -1) idle.splice(place, 1)
    if (connections.size > 0 || sweeper === null) return
    clearInterval(sweeper)
    sweeper = null
  }

  async function openAt(hostname: string): Promise<Connection> {
    const reader = createAnswerReader(maxBodyBytes)
    const retiresAtMs = monotonicMs() + maxAgeMs * (1 + ageSpread * (2 * Math.random() - 1))
    const connection = await openConnection({ hostname, port, reader, retiresAtMs, onFree: free, onEnd: forget })
    connections.set(connection, null)
    sweeper ??= setInterval(sweep, sweepMs).unref()
    return connection
  }

  return {
    /** A connection that is open and unused; null when there is none. */
    take(): Connection | null {
      const connection = idle.pop()
      if (connection === undefined) return null
      connections.set(connection, null)
      return connection
    },
    /**
     * A new connection, to the address whose turn it is.
     *
     * @throws ServiceCallError as `openConnection` does, or `unreachable` when the service has no address
     */
    open: (): Promise<Connection> => reachService(addresses, openAt),
  }
}

/**
 * The text of a GET request without a body.
 *
 * @throws TypeError as `requireSendable` does
 */
export function requestHead(target: string, host: string, headers: Readonly<Record<string, string>>): string {
  requireSendable(target, headers)
  let text = `GET ${target} HTTP/1.1\r\nhost: ${host}\r\n`
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`
  return `${text}\r\n`
}
