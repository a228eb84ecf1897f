import { passBody } from './pass-body.ts'
import { readBody } from './read-body.ts'

/** Longest a service may take, headers and body, ms. */
const serviceTimeoutMs = 5_000

/** Largest body of a service, bytes. */
const maxBodyBytes = 4 * 1024 * 1024

/** Pause before the one retry of a refused connection, ms: long enough for a service that is just being replaced. */
const retryPauseMs = 50

/** What a service answered: read to its end, or still to be read. */
export type ServiceAnswer = {
  status: number
  headers: Headers
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
}

export type ServiceCall = { url: string; headers: Record<string, string>; clientGone: AbortSignal; timeoutMs?: number }

/**
 * Asks a service and reads its answer to the end. A refused connection is tried once more: nothing was sent, so nothing can
 * happen twice.
 *
 * @throws what `fetch` throws: `TimeoutError`, `AbortError` (the client is gone), `TypeError` with a `code`; or
 *   BodyTooLargeError
 */
export async function callService(call: ServiceCall): Promise<ServiceAnswer> {
  const signal = AbortSignal.any([call.clientGone, AbortSignal.timeout(call.timeoutMs ?? serviceTimeoutMs)])
  return twiceWhenRefused(async () => readWhole(await request(call, signal)))
}

/**
 * Asks a service for what is too large to be held: of a 200 only the headers are waited for, the body is passed on as the client
 * takes it. Any other answer is read to its end.
 *
 * @param onBroken told why a body ended too early
 * @throws as {@link callService} does
 */
export async function streamService(call: ServiceCall, onBroken: (reason: string) => void): Promise<ServiceAnswer> {
  const timeoutMs = call.timeoutMs ?? serviceTimeoutMs
  const ending = new AbortController()
  const late = setTimeout(() => ending.abort(new DOMException('no answer in time', 'TimeoutError')), timeoutMs)
  const signal = AbortSignal.any([call.clientGone, ending.signal])
  try {
    return await twiceWhenRefused(async () => {
      const response = await request(call, signal)
      if (response.status !== 200 || response.body === null) return readWhole(response)
      const { status, headers } = response
      const body = passBody(response.body, { maxGapMs: timeoutMs, end: () => ending.abort(), onBroken })
      return { status, headers, body }
    })
  } finally {
    clearTimeout(late)
  }
}

/** Short word for a failure, for logs and metrics. */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function request({ url, headers }: ServiceCall, signal: AbortSignal): Promise<Response> {
  // Bodies pass as they are compressed: a decoded one with the old content-encoding header could not be read by clients.
  return fetch(url, { headers, redirect: 'manual', decompress: false, signal })
}

async function readWhole(response: Response): Promise<ServiceAnswer> {
  return { status: response.status, headers: response.headers, body: await readBody(response, maxBodyBytes) }
}

async function twiceWhenRefused<Value>(attempt: () => Promise<Value>): Promise<Value> {
  try {
    return await attempt()
  } catch (error) {
    if (failureCode(error) !== 'ECONNREFUSED') throw error
    await Bun.sleep(retryPauseMs)
    return attempt()
  }
}
