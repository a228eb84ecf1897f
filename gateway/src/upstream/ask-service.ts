import { type Operation, streamedTypes } from '@hexawatt/shared/contract/operations'
import { createFetchClient, type StreamEvents } from './client/fetch-client.ts'
import { createServiceAddresses, type ServiceAddressesDeps } from './client/service-addresses.ts'
import { type ServiceCall, ServiceCallError, type StreamedAnswer, type WholeAnswer } from './client/service-call.ts'
import { createHttp1Client } from './http1/http1-client.ts'

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

/** Makes the calls to one service, spread over its addresses: by the cheaper client of `http1/` where that one can read the answers. */
export function createAskService({ url, timeoutMs, lookUp, monotonicMs }: AskServiceDeps) {
  const origin = new URL(url)
  const basePath = origin.pathname.replace(/\/$/, '')
  const addresses = createServiceAddresses({ origin, lookUp, monotonicMs })
  const clientDeps = { origin, basePath, addresses, maxBodyBytes, timeoutMs }
  const byFetch = createFetchClient(clientDeps)
  const askByHttp1 = createHttp1Client({ ...clientDeps, monotonicMs })
  /** Until when `fetch` is needed, monotonic ms: for good with TLS, else while something before the service frames its answers otherwise. */
  let fetchedUntilMs = origin.protocol === 'http:' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY

  async function askWhole(call: ServiceCall): Promise<WholeAnswer> {
    if (monotonicMs() < fetchedUntilMs) return byFetch.askWhole(call)
    try {
      return await askByHttp1(call)
    } catch (error) {
      if (!(error instanceof ServiceCallError) || error.reason !== 'other_framing') throw error
    }
    // Reading changes nothing at the service, so this one call is made again.
    const answer = await byFetch.askWhole(call)
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
    call: ServiceCall,
    events: StreamEvents,
  ): Promise<WholeAnswer | StreamedAnswer> {
    return streamedTypes(operation) === null ? askWhole(call) : byFetch.askStream(call, events)
  }
}
