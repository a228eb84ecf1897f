import { reachService } from '../client/reach-service.ts'
import type { ServiceAddresses } from '../client/service-addresses.ts'
import { type Connection, endConnection, openConnection } from './connection.ts'
import { createAnswerReader } from './response-reader.ts'

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
export function createConnectionPool({ addresses, port, maxBodyBytes, monotonicMs }: ConnectionPoolDeps) {
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
