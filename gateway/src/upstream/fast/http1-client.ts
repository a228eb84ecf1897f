import type { ServiceClientDeps } from '../client/service-addresses.ts'
import type { ServiceCall, ServiceClient, WholeResponse } from '../client/service-call.ts'
import { requireSendable, ServiceCallError } from '../client/service-call.ts'
import { exchange } from './connection.ts'
import { createConnectionPool } from './connection-pool.ts'

// Fast path: docs/develop/fast-http-client.md.

/** How long calls share no connection after a shared connection ended without answering all of its calls, ms: doubled when it soon happens again. */
const firstAloneMs = 1_000
const longestAloneMs = 64_000

/**
 * A small HTTP/1.1 client for one service: GET without a body, responses of declared length, keep-alive. Calls that may share a connection and
 * begin in one turn of the event loop are written together, because system calls are most of what a call costs.
 *
 * @returns a function that throws `other_framing` for a response without a declared length
 */
export function createHttp1Client(deps: ServiceClientDeps): ServiceClient['askWhole'] {
  const { origin, basePath, addresses, maxBodyBytes, timeoutMs, monotonicMs } = deps
  const pool = createConnectionPool({ addresses, port: Number(origin.port || 80), maxBodyBytes, monotonicMs })
  /** Until when calls share no connection, monotonic ms: the service, or a proxy before it, may not accept several requests in a row. */
  let aloneUntilMs = Number.NEGATIVE_INFINITY
  let aloneForMs = firstAloneMs

  /** Computed once for all calls of a connection. */
  function askAlone(): void {
    const nowMs = monotonicMs()
    if (nowMs < aloneUntilMs) return
    const isAgain = nowMs - aloneUntilMs < aloneForMs
    aloneForMs = isAgain ? Math.min(2 * aloneForMs, longestAloneMs) : firstAloneMs
    aloneUntilMs = nowMs + aloneForMs
  }

  /**
   * Calls the service. A call is repeated once, on a new connection of its own, when the connection ended before the service began to answer it: the service
   * may just be closing an idle connection, another call may have ended a shared one, and a proxy cuts the connections to a replica that leaves, also new
   * ones. GET is safe to repeat.
   * @throws ServiceCallError; TypeError when the request cannot be written
   */
  return async function call({ target, headers, signal, mayShare }: ServiceCall): Promise<WholeResponse> {
    const request = requestHead(`${basePath}${target}`, origin.host, headers)
    const lateAtMs = monotonicMs() + timeoutMs
    const isShared = mayShare && monotonicMs() >= aloneUntilMs
    let taken = isShared ? pool.join() : (pool.take() ?? (await pool.open()))
    while (taken instanceof Promise) {
      await taken
      taken = pool.join()
    }
    const answer = exchange(taken, request, lateAtMs, signal)
    try {
      return await answer
    } catch (error) {
      if (!(error instanceof ServiceCallError) || error.reason !== 'closed_unanswered') throw error
      if (isShared && taken.calls > 1) askAlone()
    }
    return exchange(await pool.open(), request, lateAtMs, signal)
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
