import type { Operation } from '@hexawatt/shared/contract/operations'
import { createFetchClient, type StreamEvents } from './client/fetch-client.ts'
import { createServiceAddresses, type ServiceAddressesDeps } from './client/service-addresses.ts'
import { type ServiceCall, ServiceCallError, type StreamedResponse, type WholeResponse } from './client/service-call.ts'
import { createHttp1Client } from './http1/http1-client.ts'

/** Largest body that is read to its end, bytes. */
const maxBodyBytes = 4 * 1024 * 1024

export type AskServiceDeps = Pick<ServiceAddressesDeps, 'lookUp' | 'monotonicMs'> & {
  /** Base address, without a slash at its end. */
  url: string
  /** Longest a service may take, ms. */
  timeoutMs: number
}

/** How long `fetch` is used after a response that only it could read, ms; then the cheaper client is tried again. */
const fetchedForMs = 60_000

/** Makes the calls to one service, over its addresses: by the cheaper client of `http1/` unless only `fetch` can read the responses. */
export function createAskService({ url, timeoutMs, lookUp, monotonicMs }: AskServiceDeps) {
  const origin = new URL(url)
  const basePath = origin.pathname.replace(/\/$/, '')
  const addresses = createServiceAddresses({ origin, lookUp, monotonicMs })
  const clientDeps = { origin, basePath, addresses, maxBodyBytes, timeoutMs }
  const byFetch = createFetchClient(clientDeps)
  const askByHttp1 = createHttp1Client({ ...clientDeps, monotonicMs })
  /** Until when `fetch` is used, monotonic ms: always with TLS, else while a proxy frames responses in a way that `http1/` does not read. */
  let fetchedUntilMs = origin.protocol === 'http:' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY

  async function askWhole(call: ServiceCall): Promise<WholeResponse> {
    if (monotonicMs() < fetchedUntilMs) return byFetch.askWhole(call)
    try {
      return await askByHttp1(call)
    } catch (error) {
      if (!(error instanceof ServiceCallError) || error.reason !== 'other_framing') throw error
    }
    // GET is safe to repeat.
    const response = await byFetch.askWhole(call)
    // Only a success tells the usual framing: a caller may provoke an unusual refusal.
    if (response.status === 200 || response.status === 304) fetchedUntilMs = monotonicMs() + fetchedForMs
    return response
  }

  /**
   * @param events of a stream
   * @throws ServiceCallError; TypeError when the call cannot be written as a request
   */
  return function ask(
    operation: Operation,
    call: ServiceCall,
    events: StreamEvents,
  ): Promise<WholeResponse | StreamedResponse> {
    return operation.streamedAs === null ? askWhole(call) : byFetch.askStream(call, events)
  }
}
