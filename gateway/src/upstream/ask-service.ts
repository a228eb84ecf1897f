import { type Operation, streamedTypes } from '@hexawatt/shared/contract/operations'
import type { WholeAnswer } from './answer-reader.ts'
import { type FetchCall, fetchStream, fetchWhole, type StreamEvents, type StreamedAnswer } from './fetch-client.ts'
import { reachService } from './reach-service.ts'
import { requireSendable } from './request-head.ts'
import { createServiceAddresses, type ServiceAddressesDeps } from './service-addresses.ts'
import { ServiceCallError } from './service-call-error.ts'
import { createSocketClient, type SocketCall } from './socket-client.ts'

/** Largest body that is read to its end, bytes. */
const maxBodyBytes = 4 * 1024 * 1024

export type AskServiceDeps = Pick<ServiceAddressesDeps, 'lookUp' | 'monotonicMs'> & {
  /** Base address, without a slash at its end. */
  url: string
  /** Longest a service may take, ms. */
  timeoutMs: number
}

/** Makes the calls to one service, spread over its addresses. */
export function createAskService({ url, timeoutMs, lookUp, monotonicMs }: AskServiceDeps) {
  const origin = new URL(url)
  const basePath = origin.pathname.replace(/\/$/, '')
  const addresses = createServiceAddresses({ origin, lookUp, monotonicMs })
  const askBySocket = createSocketClient({ origin, basePath, addresses, maxBodyBytes, timeoutMs, monotonicMs })
  /** Where another client is needed: TLS, or a service behind something that frames its answers otherwise. */
  let isFetched = origin.protocol !== 'http:'

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
    if (!isFetched) {
      try {
        return await askBySocket(call)
      } catch (error) {
        if (!(error instanceof ServiceCallError) || error.reason !== 'other_framing') throw error
        // Found out once: reading changes nothing at the service, so this one call is made again.
        isFetched = true
      }
    }
    return fetched(call, fetchWhole)
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
