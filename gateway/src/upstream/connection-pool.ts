import { createAnswerReader } from './answer-reader.ts'
import { type Connection, endConnection, openConnection } from './connection.ts'

/**
 * How long an unused connection is kept, ms: shorter than a service keeps it (Bun's servers 10 s), so that few requests meet one that is
 * just being closed.
 */
const idleMs = 4_000

/** How often late calls and unused connections are looked for, ms: one timer for all instead of one for each call. */
const sweepMs = 50

export type ConnectionPoolDeps = {
  hostname: string
  port: number
  maxBodyBytes: number
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}

/** The connections to one service. How many there are is bounded by whoever calls: one for each call that runs. */
export function createConnectionPool({ hostname, port, maxBodyBytes, monotonicMs }: ConnectionPoolDeps) {
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
    connections.set(connection, monotonicMs())
    idle.push(connection)
  }

  function forget(connection: Connection): void {
    connections.delete(connection)
    const place = idle.indexOf(connection)
    if (place !== -1) idle.splice(place, 1)
    if (connections.size > 0 || sweeper === null) return
    clearInterval(sweeper)
    sweeper = null
  }

  return {
    /** A connection that is open and unused; null when there is none. */
    take(): Connection | null {
      const connection = idle.pop()
      if (connection === undefined) return null
      connections.set(connection, null)
      return connection
    },
    /** @throws ServiceCallError as `openConnection` does */
    async open(): Promise<Connection> {
      const reader = createAnswerReader(maxBodyBytes)
      const connection = await openConnection({ hostname, port, reader, onFree: free, onEnd: forget })
      connections.set(connection, null)
      sweeper ??= setInterval(sweep, sweepMs).unref()
      return connection
    },
  }
}
