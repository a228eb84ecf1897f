import { createFetchClient } from '../client/fetch-client.ts'
import type { ServiceClientDeps } from '../client/service-addresses.ts'
import { type ServiceCall, ServiceCallError, type ServiceClient, type WholeResponse } from '../client/service-call.ts'
import { createHttp1Client } from './http1-client.ts'

/** How long only the plain client is used after a response that only the plain client could read, ms. */
const plainForMs = 60_000

/**
 * The fast client of a service: the project's own HTTP/1.1, which writes the calls of one turn of the event loop together. It leaves streams, calls with a body, TLS and
 * responses without a declared length to the plain client (`fetch`). Its gain, and the tests that hold both clients equal: docs/develop/fast-http-client.md.
 */
export function createFastClient(deps: ServiceClientDeps): ServiceClient {
  const { origin, monotonicMs } = deps
  const plain = createFetchClient(deps)
  const askByHttp1 = createHttp1Client(deps)
  /** Until when only the plain client is used, monotonic ms: always with TLS, else while a proxy sends responses without a length. */
  let plainUntilMs = origin.protocol === 'http:' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY

  async function askWhole(call: ServiceCall): Promise<WholeResponse> {
    if (call.body !== undefined || monotonicMs() < plainUntilMs) return plain.askWhole(call)
    try {
      return await askByHttp1(call)
    } catch (error) {
      if (!(error instanceof ServiceCallError) || error.reason !== 'other_framing') throw error
    }
    // GET is safe to repeat.
    const response = await plain.askWhole(call)
    // Only a success shows how the service usually frames its responses: a caller may provoke an unusual refusal.
    if (response.status === 200 || response.status === 304) plainUntilMs = monotonicMs() + plainForMs
    return response
  }

  return { askWhole, askStream: plain.askStream }
}
