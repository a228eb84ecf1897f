import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { Socket } from 'bun'
import type { WholeResponse } from '../client/service-call.ts'
import { asServiceCallError, ServiceCallError, type ServiceCallReason } from '../client/service-call.ts'
import type { ResponseReader } from './response-reader.ts'

/** Time-out of connecting, ms. */
const connectTimeoutMs = 1_000

/** The call that runs on a connection. */
type Waiting = {
  resolve: (response: WholeResponse) => void
  reject: (error: unknown) => void
  /** Monotonic real time, ms. */
  lateAtMs: number
}

/** One connection to a service, which carries one request at a time. */
export type Connection = {
  socket: Socket<Connection> | null
  reader: ResponseReader
  waiting: Waiting | null
  /** Rest of the request that the kernel had no room for. */
  unsent: string
  /** The connection is closed at the end of the first response after this, monotonic ms. */
  retiresAtMs: number
  /** Called when the connection may carry another request. */
  onFree: (connection: Connection) => void
  /** Called when the connection is closed; maybe more than once. */
  onEnd: (connection: Connection) => void
}

export type ConnectionOptions = { hostname: string; port: number } & Pick<
  Connection,
  'reader' | 'retiresAtMs' | 'onFree' | 'onEnd'
>

const handlers = {
  data: receive,
  drain: ({ data: connection }: Socket<Connection>): void => send(connection, connection.unsent),
  close: whenClosed,
  error: whenClosed,
}

/** @throws ServiceCallError `refused`, `unreachable` or `late` */
export async function openConnection({ hostname, port, ...options }: ConnectionOptions): Promise<Connection> {
  const connection: Connection = { ...options, socket: null, waiting: null, unsent: '' }
  const connecting = Bun.connect<Connection>({ hostname, port, data: connection, socket: handlers })
  try {
    connection.socket = await withTimeout(connectTimeoutMs, connecting)
  } catch (error) {
    // Closes a connection that is established too late.
    connecting.then(
      (socket) => socket.terminate(),
      () => undefined,
    )
    throw new ServiceCallError(asServiceCallError(error).reason, error, false)
  }
  return connection
}

/**
 * Sends a request and waits for the response. When the client leaves, the connection is closed.
 *
 * @param request ASCII
 * @param signal aborted when the client leaves; null = clients share the response
 * @throws ServiceCallError; `closed_unanswered` when the service closed the connection before it began to answer
 */
export function exchange(
  connection: Connection,
  request: string,
  lateAtMs: number,
  signal: AbortSignal | null,
): Promise<WholeResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<WholeResponse>()
  const waiting = { resolve, reject, lateAtMs }
  connection.waiting = waiting
  const leave = (): void => {
    if (connection.waiting === waiting) endConnection(connection, 'client_gone')
  }
  if (signal?.aborted) leave()
  else send(connection, request)
  // The listener is not removed, which would cost as much as adding it: after the response it does nothing, and it is freed with the request.
  signal?.addEventListener('abort', leave)
  return promise
}

/** Closes a connection and rejects the call that runs on it. */
export function endConnection(connection: Connection, reason: ServiceCallReason, cause?: unknown): void {
  const { waiting, socket } = connection
  connection.waiting = null
  connection.unsent = ''
  connection.onEnd(connection)
  socket?.terminate()
  waiting?.reject(new ServiceCallError(reason, cause))
}

function send(connection: Connection, text: string): void {
  if (text === '') return
  const sentBytes = connection.socket?.write(text) ?? -1
  if (sentBytes < 0) endConnection(connection, 'closed_unanswered')
  else connection.unsent = text.slice(sentBytes)
}

function receive({ data: connection }: Socket<Connection>, chunk: Buffer): void {
  const { waiting, reader } = connection
  try {
    // A response without a request.
    if (waiting === null) throw new ServiceCallError('malformed')
    const read = reader.read(chunk)
    if (read === null) return
    connection.waiting = null
    if (read.isReusable && connection.unsent === '') connection.onFree(connection)
    else endConnection(connection, 'malformed')
    waiting.resolve(read.response)
  } catch (error) {
    connection.waiting = null
    endConnection(connection, 'malformed')
    waiting?.reject(error)
  }
}

function whenClosed({ data: connection }: Socket<Connection>, cause?: unknown): void {
  endConnection(connection, connection.reader.hasBegun() ? 'broken_off' : 'closed_unanswered', cause)
}
