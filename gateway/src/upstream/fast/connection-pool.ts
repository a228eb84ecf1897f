import { reachService, type ServiceAddresses } from '../client/service-addresses.ts'
import { type Connection, endConnection, openConnection, releaseBehindFirst } from './connection.ts'
import { createResponseReader } from './response-reader.ts'

// Fast path: docs/develop/fast-http-client.md.

/** Calls that wait on one connection at most, so that few of them wait behind a slow one. */
const maxCallsOnConnection = 16

/**
 * Longest time other calls wait behind one that the service is slow to answer, ms, up to a sweep more or less: then they are repeated on another connection.
 */
const maxHeldMs = 100

/**
 * Shared connections for each replica. Below this number, a call opens a connection to another replica when all idle connections lead to replicas that have
 * calls of this turn; from this number on, the call uses an idle connection.
 */
const maxPerLane = 2

/** Connections with shared calls at most; a further call joins one of them. More connections would split the requests that one write sends together. */
const maxShared = 8

/**
 * How long an idle connection is kept, ms: shorter than a service keeps it (Bun's servers 10 s), so that few requests meet a connection that is just being
 * closed.
 */
const idleMs = 4_000

/**
 * How long a connection is used, ms, ± 20 %, so that not all are replaced at once: new connections go to the addresses in rotation, and a new replica gets
 * its share.
 */
const maxAgeMs = 30_000
const ageSpread = 0.2

/** Interval of the check for late calls and idle connections, ms: one timer for all calls. */
const sweepMs = 50

export type ConnectionPoolDeps = {
  addresses: ServiceAddresses
  port: number
  maxBodyBytes: number
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}

/**
 * The connections to one service: one for each call that shares none, and a few that calls share. Calls that join within one turn of the event loop go to the
 * same connection of each replica, whose requests are then written at once; the next turn uses other idle connections.
 */
export function createConnectionPool({ addresses, port, maxBodyBytes, monotonicMs }: ConnectionPoolDeps) {
  /** Since when each connection is idle, monotonic ms; null while a call waits on it. */
  const connections = new Map<Connection, number | null>()
  /** Most recently used last. */
  const idle: Connection[] = []
  const shared = new Set<Connection>()
  /** The connections of this turn's calls, one for each address; gaps where a connection is being opened. */
  const lanes: (Connection | undefined)[] = []
  const opening = new Map<number, Promise<void>>()
  let laneCount = 1
  let call = 0
  let sweeper: Timer | null = null

  function sweepConnection(connection: Connection, idleSinceMs: number | null, nowMs: number): void {
    const [first] = connection.waiting
    if (first === undefined) {
      if (idleSinceMs !== null && nowMs - idleSinceMs >= idleMs) endConnection(connection, 'closed_unanswered')
    } else if (connection.waiting.some(({ lateAtMs }) => nowMs >= lateAtMs)) {
      endConnection(connection, nowMs >= first.lateAtMs ? 'late' : 'closed_unanswered')
    } else if (connection.waiting.length > 1 && nowMs - connection.firstSinceMs >= maxHeldMs) {
      // The connection accepts no other call: further responses of the service are read and dropped.
      connection.retiresAtMs = nowMs
      shared.delete(connection)
      releaseBehindFirst(connection)
    }
  }

  function sweep(): void {
    const nowMs = monotonicMs()
    for (const [connection, idleSinceMs] of connections) sweepConnection(connection, idleSinceMs, nowMs)
  }

  function noteAnswer(connection: Connection): void {
    const nowMs = monotonicMs()
    connection.firstSinceMs = nowMs
    if (connection.waiting.length > 0) return
    shared.delete(connection)
    if (nowMs >= connection.retiresAtMs) {
      endConnection(connection, 'closed_unanswered')
    } else {
      connections.set(connection, nowMs)
      idle.push(connection)
    }
  }

  function forget(connection: Connection): void {
    connections.delete(connection)
    shared.delete(connection)
    const place = idle.indexOf(connection)
    if (place !== -1) idle.splice(place, 1)
    if (connections.size > 0 || sweeper === null) return
    clearInterval(sweeper)
    sweeper = null
  }

  async function openAt(hostname: string): Promise<Connection> {
    const reader = createResponseReader(maxBodyBytes)
    const retiresAtMs = monotonicMs() + maxAgeMs * (1 + ageSpread * (2 * Math.random() - 1))
    const connection = await openConnection({
      hostname,
      port,
      reader,
      retiresAtMs,
      onAnswered: noteAnswer,
      onEnd: forget,
    })
    connections.set(connection, null)
    sweeper ??= setInterval(sweep, sweepMs).unref()
    return connection
  }

  const open = (): Promise<Connection> => reachService(addresses, openAt)

  function use(connection: Connection): Connection {
    connections.set(connection, null)
    connection.firstSinceMs = monotonicMs()
    return connection
  }

  /** Opens a connection for the calls of a lane, which then join it. */
  function openLane(lane: number): Promise<void> {
    const noteOpened = () =>
      open()
        .then((connection) => {
          connections.set(connection, monotonicMs())
          idle.push(connection)
        })
        .finally(() => opening.delete(lane))
    return opening.getOrInsertComputed(lane, noteOpened)
  }

  const hasRoom = ({ waiting }: Connection): boolean => waiting.length < maxCallsOnConnection

  /** Last in, first out, so that connections that are not needed become idle. */
  function take(): Connection | null {
    const connection = idle.pop()
    return connection === undefined ? null : use(connection)
  }

  /**
   * An idle connection to an address without a call of this turn; any idle connection when there are enough connections; null: a connection must be opened.
   */
  function takeOther(): Connection | null {
    const place = idle.findLastIndex(({ hostname }) => !lanes.some((lane) => lane?.hostname === hostname))
    const [connection] = place === -1 ? [] : idle.splice(place, 1)
    if (connection !== undefined) return use(connection)
    return idle.length + shared.size < maxPerLane * laneCount ? null : take()
  }

  /** The shared connection with the fewest calls, when no more may be opened; null when all are full. */
  function findLeastUsed(): Connection | null {
    if (shared.size < maxShared) return null
    const nowMs = monotonicMs()
    let best: Connection | null = null
    for (const candidate of shared) {
      if (!hasRoom(candidate) || nowMs >= candidate.retiresAtMs) continue
      if (best === null || candidate.waiting.length < best.waiting.length) best = candidate
    }
    return best
  }

  /** The lane of the next call: the calls of one turn go to all replicas in rotation. */
  function chooseLane(): number {
    if (!lanes.some((lane) => lane?.isFlushDue === true)) {
      lanes.length = 0
      laneCount = Math.min(Math.max(addresses.usable(), 1), maxShared)
    }
    call += 1
    return call % laneCount
  }

  function begin(lane: number, connection: Connection): Connection {
    shared.add(connection)
    lanes[lane] = connection
    return connection
  }

  function join(): Connection | Promise<void> {
    if (!addresses.isKnown()) return addresses.whenKnown()
    const lane = chooseLane()
    const running = lanes[lane]
    if (running?.isFlushDue === true && hasRoom(running)) return running
    const next = (running === undefined ? takeOther() : take()) ?? findLeastUsed()
    return next === null ? openLane(lane) : begin(lane, next)
  }

  return {
    open,
    /** An idle connection for a call that shares none; null when there is none. */
    take,
    /**
     * The connection that a call shares with others of this turn; the call must be written to it before another call joins. A promise: wait, and join again.
     * @throws ServiceCallError as `openConnection` does, or `unreachable` when the service has no address
     */
    join,
  }
}
