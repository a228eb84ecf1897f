import type { Socket } from 'bun'
import { connect } from '../client/connect.ts'
import type { WholeResponse } from '../client/service-call.ts'
import { ServiceCallError, type ServiceCallReason } from '../client/service-call.ts'
import type { ResponseReader } from './response-reader.ts'

// Fast path: docs/develop/fast-http-client.md.

/** A call whose request was written, or is about to be. */
type WaitingCall = {
  resolve: (response: WholeResponse) => void
  reject: (error: unknown) => void
  /** Monotonic real time, ms. */
  lateAtMs: number
}

/** One connection to a service. It carries one call, or several whose requests are written together. */
export type Connection = {
  hostname: string
  socket: Socket<Connection> | null
  reader: ResponseReader
  /** Calls without a whole response, in the order of their requests. */
  waiting: WaitingCall[]
  /** Requests that are not written yet, or that did not fit into the kernel's buffer. */
  unsent: string
  isFlushDue: boolean
  /** Number of calls that this connection was given so far. */
  calls: number
  /** Since when the first call has been waiting as the first, monotonic ms; kept by the pool. */
  firstSinceMs: number
  /** Accepts no call after this instant, monotonic ms. */
  retiresAtMs: number
  /** Called when a whole response was read. */
  onAnswered: (connection: Connection) => void
  /** Called when the connection is closed; maybe more than once. */
  onEnd: (connection: Connection) => void
}

export type ConnectionOptions = { hostname: string; port: number } & Pick<
  Connection,
  'reader' | 'retiresAtMs' | 'onAnswered' | 'onEnd'
>

const handlers = {
  data: receive,
  drain: ({ data: connection }: Socket<Connection>): void => flush(connection),
  close: onClosed,
  error: onClosed,
}

/** @throws ServiceCallError as `connect` does */
export async function openConnection({ hostname, port, ...options }: ConnectionOptions): Promise<Connection> {
  const state = { socket: null, waiting: [], unsent: '', isFlushDue: false, calls: 0, firstSinceMs: 0 }
  const connection: Connection = { ...options, ...state, hostname }
  connection.socket = await connect<Connection>({ hostname, port, data: connection, socket: handlers })
  return connection
}

/**
 * Sends a request and waits for its response. Requests of one turn are written at once, which costs one system call instead of one each. A client that
 * disconnects closes the connection when its call is the only one on it.
 * @param request ASCII
 * @param signal aborted when the client disconnects; null = clients share the response
 * @throws ServiceCallError; `closed_unanswered` when the connection ended before the service began to answer this request
 */
export function exchange(
  connection: Connection,
  request: string,
  lateAtMs: number,
  signal: AbortSignal | null,
): Promise<WholeResponse> {
  if (signal?.aborted) {
    if (connection.waiting.length === 0) endConnection(connection, 'client_gone')
    return Promise.reject(new ServiceCallError('client_gone'))
  }
  const { promise, resolve, reject } = Promise.withResolvers<WholeResponse>()
  const call: WaitingCall = { resolve, reject, lateAtMs }
  connection.waiting.push(call)
  connection.calls += 1
  connection.unsent += request
  if (!connection.isFlushDue) {
    connection.isFlushDue = true
    queueMicrotask(() => flush(connection))
  }
  // The listener is not removed, which would cost as much as adding it: after the response it does nothing, and it is freed with the request.
  signal?.addEventListener('abort', () => leave(connection, call))
  return promise
}

function leave(connection: Connection, call: WaitingCall): void {
  if (!connection.waiting.includes(call)) return
  // With other calls on the connection, the response is read and dropped.
  if (connection.waiting.length === 1) endConnection(connection, 'client_gone')
  else call.reject(new ServiceCallError('client_gone'))
}

/** Closes a connection. The first call on it is rejected with the reason, the others as not answered. */
export function endConnection(connection: Connection, reason: ServiceCallReason, cause?: unknown): void {
  const { waiting, socket } = connection
  connection.waiting = []
  connection.unsent = ''
  connection.onEnd(connection)
  socket?.terminate()
  waiting.forEach(({ reject }, place) => {
    reject(new ServiceCallError(place === 0 ? reason : 'closed_unanswered', cause))
  })
}

/** Rejects the calls behind the first one as not answered, so that they do not wait for it; their responses are dropped. */
export function releaseBehindFirst(connection: Connection): void {
  for (const { reject } of connection.waiting.slice(1)) reject(new ServiceCallError('closed_unanswered'))
}

function flush(connection: Connection): void {
  connection.isFlushDue = false
  const { unsent } = connection
  if (unsent === '') return
  const sentBytes = connection.socket?.write(unsent) ?? -1
  if (sentBytes < 0) endConnection(connection, 'closed_unanswered')
  else connection.unsent = unsent.slice(sentBytes)
}

function receive({ data: connection }: Socket<Connection>, chunk: Buffer<ArrayBuffer>): void {
  try {
    for (let at: number | null = 0; at !== null; ) at = receiveOne(connection, chunk, at)
  } catch (error) {
    const first = connection.waiting.shift()
    endConnection(connection, 'closed_unanswered')
    first?.reject(error)
  }
}

/** @returns where the next response begins; null when there is none. @throws ServiceCallError when the first call gets no readable response */
function receiveOne(connection: Connection, chunk: Buffer<ArrayBuffer>, at: number): number | null {
  const { waiting, reader } = connection
  // A response without a request.
  if (waiting.length === 0) throw new ServiceCallError('malformed')
  const read = reader.read(chunk, at)
  if (read === null) return null
  const { response, isKeptOpen, nextAt } = read
  const hasMore = nextAt < chunk.byteLength
  const call = waiting.shift()
  const isOver = waiting.length === 0 && (hasMore || connection.unsent !== '')
  if (!isKeptOpen || isOver) endConnection(connection, 'closed_unanswered')
  else connection.onAnswered(connection)
  call?.resolve(response)
  return isKeptOpen && !isOver && hasMore ? nextAt : null
}

function onClosed({ data: connection }: Socket<Connection>, cause?: unknown): void {
  endConnection(connection, connection.reader.hasBegun() ? 'broken_off' : 'closed_unanswered', cause)
}
