import { createAddressCheck } from './connect.ts'
import { createEnding, type Ending, forwardBody, makeOrigin, throwUnanswered } from './fetch-exchange.ts'
import { reachService, type ServiceClientDeps } from './service-addresses.ts'
import {
  forwardedHeaders,
  requireSendable,
  type ServiceCall,
  ServiceCallError,
  type ServiceClient,
  type StreamEvents,
  type StreamedResponse,
  type WholeResponse,
} from './service-call.ts'

/** One call at one address of the service. */
type FetchCall = Pick<ServiceClientDeps, 'maxBodyBytes' | 'timeoutMs'> &
  Pick<ServiceCall, 'headers' | 'signal' | 'body'> & { url: string }

/**
 * The plain client of a service, based on the platform's `fetch`, which reads every framing, speaks TLS and keeps connections open. Each call has its own
 * connection while it runs.
 */
export function createFetchClient(deps: ServiceClientDeps): ServiceClient {
  const { origin, basePath, addresses, maxBodyBytes, timeoutMs } = deps
  const confirm = createAddressCheck(deps)

  async function reach<Result>(
    { target, headers, signal, body }: ServiceCall,
    fetchAnswer: (call: FetchCall) => Promise<Result>,
  ): Promise<Result> {
    // After this check, errors of `fetch` are faults of the service or the connection.
    requireSendable(`${basePath}${target}`, headers)
    const call = { headers: { ...headers, host: origin.host }, signal, body, timeoutMs, maxBodyBytes }
    const attempt = async (address: string): Promise<Result> => {
      await confirm(address)
      return fetchAnswer({ ...call, url: `${makeOrigin(origin, address)}${basePath}${target}` })
    }
    try {
      return await reachService(addresses, attempt)
    } catch (error) {
      if (!(error instanceof ServiceCallError) || error.reason !== 'closed_unanswered') throw error
    }
    // A proxy cuts the connections to a replica that leaves. A call is safe to repeat.
    return reachService(addresses, attempt)
  }

  return {
    askWhole: (call) => reach(call, fetchWhole),
    askStream: (call, events) => reach(call, (fetchCall) => fetchStream(fetchCall, events)),
  }
}

async function fetchWhole(call: FetchCall): Promise<WholeResponse> {
  const ending = createEnding(call)
  try {
    return await readWhole(await request(call, ending), call.maxBodyBytes)
  } catch (error) {
    throw ending.errorFor(error)
  } finally {
    ending.end('client_gone')
  }
}

async function fetchStream(call: FetchCall, events: StreamEvents): Promise<StreamedResponse | WholeResponse> {
  const ending = createEnding(call)
  const end = (): void => ending.end('client_gone')
  try {
    const response = await request(call, ending)
    if (response.status === 200 && response.body !== null) {
      ending.startsStream(events.onEnd)
      const body = forwardBody(response.body, { maxGapMs: call.timeoutMs, end, onBroken: events.onBroken })
      return { status: 200, headers: readHeaders(response), body }
    }
    const whole = await readWhole(response, call.maxBodyBytes)
    end()
    return whole
  } catch (error) {
    const failure = ending.errorFor(error)
    end()
    throw failure
  }
}

async function request({ url, headers, body }: FetchCall, { signal }: Ending): Promise<Response> {
  const message = body === undefined ? {} : { method: 'POST', body }
  // No redirects and no decoding: services are asked for plain bodies.
  const response = await fetch(url, { ...message, headers, redirect: 'manual', decompress: false, signal }).catch(
    throwUnanswered,
  )
  const encoding = response.headers.get('content-encoding')
  if (encoding === null || encoding === 'identity') return response
  await response.body?.cancel()
  throw new ServiceCallError('malformed')
}

/** @throws ServiceCallError `too_large` above `maxBytes`, `broken_off` when the body ends too early */
async function readWhole(response: Response, maxBytes: number): Promise<WholeResponse> {
  const body = await readBody(response, maxBytes).catch((error: unknown) => {
    throw error instanceof ServiceCallError ? error : new ServiceCallError('broken_off', error)
  })
  return { status: response.status, headers: readHeaders(response), body }
}

function readHeaders(response: Response): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of forwardedHeaders) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return headers
}

/**
 * Reads a whole body, so that a service that fails halfway gives an error and not half a response.
 * @throws ServiceCallError `too_large` above `maxBytes`; any error of the connection
 */
async function readBody(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const declaredBytes = Number(response.headers.get('content-length') ?? Number.NaN)
  if (declaredBytes > maxBytes) throw await makeTooLargeError(response)
  // `fetch` reads no more than the declared length.
  if (Number.isFinite(declaredBytes)) return new Uint8Array(await response.arrayBuffer())
  return readChunks(response, maxBytes)
}

async function readChunks(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let readBytes = 0
  for await (const chunk of response.body ?? []) {
    readBytes += chunk.byteLength
    if (readBytes > maxBytes) throw new ServiceCallError('too_large')
    chunks.push(chunk)
  }
  return joinChunks(chunks, readBytes)
}

function joinChunks(chunks: readonly Uint8Array[], totalBytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(totalBytes)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}

async function makeTooLargeError(response: Response): Promise<ServiceCallError> {
  await response.body?.cancel()
  return new ServiceCallError('too_large')
}
