import { createAddressCheck } from '../upstream/client/connect.ts'
import {
  createEnding,
  type Ending,
  forwardBody,
  makeOrigin,
  throwUnanswered,
} from '../upstream/client/fetch-exchange.ts'
import {
  createServiceAddresses,
  reachService,
  type ServiceAddressesDeps,
} from '../upstream/client/service-addresses.ts'
import { ServiceCallError, type StreamEvents } from '../upstream/client/service-call.ts'

/** Bodies up to this size are read at once, bytes: their connection is free again before the client reads. */
const maxWholeBytes = 64 * 1024

/** A request for a page, as svc-web receives it. */
export type PageCall = {
  method: string
  /** Path and query. */
  target: string
  headers: Headers
  body: Uint8Array<ArrayBuffer> | null
  /** Aborted when the client disconnects; null = the call continues without it. */
  signal: AbortSignal | null
}

/** The answer of svc-web. Its headers name the encoding of its body. */
export type PageAnswer = {
  status: number
  headers: Headers
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null
}

export type PageClientDeps = Pick<ServiceAddressesDeps, 'lookUp' | 'monotonicMs'> & {
  /** Base address of svc-web, without a slash at its end. */
  url: string
  /** Time-out of a head or a small body, and then of each chunk, ms. */
  timeoutMs: number
}

/** Makes the client of svc-web, which calls its replicas in turn. */
export function createPageClient({ url, timeoutMs, lookUp, monotonicMs }: PageClientDeps) {
  const origin = new URL(url)
  const basePath = origin.pathname.replace(/\/$/, '')
  const addresses = createServiceAddresses({ origin, lookUp, monotonicMs })
  const confirm = createAddressCheck({ addresses, origin, monotonicMs })

  /** @throws ServiceCallError */
  return async function askPage(call: PageCall, events: StreamEvents): Promise<PageAnswer> {
    const isRead = call.method !== 'POST'
    const attempt = async (address: string): Promise<PageAnswer> => {
      await confirm(address)
      const target = `${makeOrigin(origin, address)}${basePath}${call.target}`
      return fetchPage(target, { ...call, isRead, timeoutMs }, events)
    }
    try {
      return await reachService(addresses, attempt)
    } catch (error) {
      // A proxy cuts the connections to a replica that leaves. Reading is safe to repeat.
      if (!isRead || !(error instanceof ServiceCallError) || error.reason !== 'closed_unanswered') throw error
    }
    return reachService(addresses, attempt)
  }
}
export type PageClient = ReturnType<typeof createPageClient>

type FetchedCall = PageCall & { isRead: boolean; timeoutMs: number }

async function fetchPage(url: string, call: FetchedCall, events: StreamEvents): Promise<PageAnswer> {
  const ending = createEnding(call)
  try {
    const response = await fetch(url, {
      method: call.method,
      headers: call.headers,
      body: call.body,
      redirect: 'manual',
      decompress: false,
      // On a connection that svc-web is about to close, a form would be lost: it cannot be sent twice.
      keepalive: call.isRead,
      signal: ending.signal,
    }).catch(throwUnanswered)
    return await readAnswer(response, { ending, events, timeoutMs: call.timeoutMs })
  } catch (error) {
    const failure = ending.errorFor(error)
    ending.end('client_gone')
    throw failure
  }
}

type Reading = { ending: Ending; events: StreamEvents; timeoutMs: number }

async function readAnswer(response: Response, { ending, events, timeoutMs }: Reading): Promise<PageAnswer> {
  const { status, headers, body } = response
  const end = (): void => ending.end('client_gone')
  const declaredBytes = Number(headers.get('content-length') ?? Number.NaN)
  if (body !== null && !(declaredBytes <= maxWholeBytes)) {
    ending.startsStream(events.onEnd)
    return { status, headers, body: forwardBody(body, { maxGapMs: timeoutMs, end, onBroken: events.onBroken }) }
  }
  const bytes = body === null ? null : new Uint8Array(await response.arrayBuffer())
  end()
  return { status, headers, body: bytes }
}
