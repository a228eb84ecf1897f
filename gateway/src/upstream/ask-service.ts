import { type Operation, streamedTypes } from '@hexawatt/shared/contract/operations'
import {
  type FetchCall,
  fetchStream,
  fetchWhole,
  type StreamEvents,
  type StreamedAnswer,
} from './client/fetch-client.ts'
import { reachService } from './client/reach-service.ts'
import { requireSendable } from './client/request-head.ts'
import { createServiceAddresses, type ServiceAddressesDeps } from './client/service-addresses.ts'
import { ServiceCallError } from './client/service-call-error.ts'
import { createSocketClient, type SocketCall } from './http1/http1-client.ts'
import type { WholeAnswer } from './http1/response-reader.ts'

/** Largest body that is read to its end, bytes. */
const maxBodyBytes = 4 * 1024 * 1024

export type AskServiceDeps = Pick<ServiceAddressesDeps, 'lookUp' | 'monotonicMs'> & {
  /** Base address, without a slash at its end. */
  url: string
  /** Longest a service may take, ms. */
  timeoutMs: number
}

/** How long a service that has answered `fetch` in a framing of its own is asked by it, ms; then the cheaper client is tried again. */
const fetchedForMs = 60_000

/** Makes the calls to one service, spread over its addresses. */
export function createAskService({ url, timeoutMs, lookUp, monotonicMs }: AskServiceDeps) {
  const origin = new URL(url)
  const basePath = origin.pathname.replace(/\/$/, '')
  const addresses = createServiceAddresses({ origin, lookUp, monotonicMs })
  const askBySocket = createSocketClient({ origin, basePath, addresses, maxBodyBytes, timeoutMs, monotonicMs })
  /** Until when another client is needed, monotonic ms: for good with TLS, else while something before the service frames its answers otherwise. */
  let fetchedUntilMs = origin.protocol === 'http:' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY

  async function fetched<Answer>(
    { target, headers, signal }: SocketCall,
    fetchAnswer: (call: FetchCall) => Promise<Answer>,
  ): Promise<Answer> {
    // What `fetch` throws after this is the service's or the connection's doing, and not ours.
    requireSendable(`${basePath}${target}`, headers)
    const call = { headers: { ...headers, host: origin.host }, signal, timeoutMs, maxBodyBytes }
    return reachService(addresses, (address) =>
      fetchAnswer({ ...call, url: `${originAt(origin, address)}${basePath}${target}` }),
    )
  }

  async function askWhole(call: SocketCall): Promise<WholeAnswer> {
    if (monotonicMs() < fetchedUntilMs) return fetched(call, fetchWhole)
    try {
      return await askBySocket(call)
    } catch (error) {
      if (!(error instanceof ServiceCallError) || error.reason !== 'other_framing') throw error
    }
    // Reading changes nothing at the service, so this one call is made again.
    const answer = await fetched(call, fetchWhole)
    // Only what went well says how the service answers: a caller can bring about a strange refusal.
    if (answer.status === 200 || answer.status === 304) fetchedUntilMs = monotonicMs() + fetchedForMs
    return answer
  }

  /**
   * @param events told of a body that is passed on
   * @throws ServiceCallError; TypeError when the call cannot be written as a request
   */
  return function ask(
    operation: Operation,
    call: SocketCall,
    events: StreamEvents,
  ): Promise<WholeAnswer | StreamedAnswer> {
    if (streamedTypes(operation) === null) return askWhole(call)
    return fetched(call, (fetchCall) => fetchStream(fetchCall, events))
  }
}

/** The service's origin with one of its addresses for its name. */
function originAt({ protocol, port }: URL, address: string): string {
  const hostname = address.includes(':') ? `[${address}]` : address
  return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`
}
