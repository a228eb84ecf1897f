import { type Operation, streamedTypes } from '@hexawatt/shared/contract/operations'
import type { WholeAnswer } from './answer-reader.ts'
import { type FetchCall, fetchStream, fetchWhole, type StreamEvents, type StreamedAnswer } from './fetch-client.ts'
import { asServiceCallError } from './service-call-error.ts'
import { createSocketClient, type SocketCall } from './socket-client.ts'

/** Largest body that is read to its end, bytes. */
const maxBodyBytes = 4 * 1024 * 1024

/** Pause before the one retry of a refused connection, ms: long enough for a service that is just being replaced. */
const retryPauseMs = 50

export type AskServiceDeps = {
  /** Base address, without a slash at its end. */
  url: string
  /** Longest a service may take, ms. */
  timeoutMs: number
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}

/** Makes the calls to one service. A refused connection is tried once more: nothing was sent, so nothing can happen twice. */
export function createAskService({ url, timeoutMs, monotonicMs }: AskServiceDeps) {
  const origin = new URL(url)
  const askBySocket = createSocketClient({ origin, maxBodyBytes, timeoutMs, monotonicMs })
  /** Where another client is needed: TLS, or a service behind something that frames its answers otherwise. */
  let isFetched = origin.protocol !== 'http:'

  const fetchCall = ({ target, headers, signal }: SocketCall): FetchCall => ({
    url: `${url}${target}`,
    headers,
    signal,
    timeoutMs,
    maxBodyBytes,
  })

  async function askWhole(call: SocketCall): Promise<WholeAnswer> {
    if (!isFetched) {
      try {
        return await askBySocket(call)
      } catch (error) {
        if (asServiceCallError(error).reason !== 'other_framing') throw error
        // Found out once: reading changes nothing at the service, so this one call is made again.
        isFetched = true
      }
    }
    return fetchWhole(fetchCall(call))
  }

  /**
   * @param events told of a body that is passed on
   * @throws ServiceCallError
   */
  return function ask(
    operation: Operation,
    call: SocketCall,
    events: StreamEvents,
  ): Promise<WholeAnswer | StreamedAnswer> {
    const isStreamed = streamedTypes(operation) !== null
    return twiceWhenRefused(
      (): Promise<WholeAnswer | StreamedAnswer> => (isStreamed ? fetchStream(fetchCall(call), events) : askWhole(call)),
    )
  }
}

async function twiceWhenRefused<Value>(attempt: () => Promise<Value>): Promise<Value> {
  try {
    return await attempt()
  } catch (error) {
    if (asServiceCallError(error).reason !== 'refused') throw error
    await Bun.sleep(retryPauseMs)
    return attempt()
  }
}
