import { readBody } from './read-body.ts'

/** Longest a service may take, headers and body, ms. */
const serviceTimeoutMs = 5_000

/** Largest body of a service, bytes. */
const maxBodyBytes = 4 * 1024 * 1024

/** Pause before the one retry of a refused connection, ms: long enough for a service that is just being replaced. */
const retryPauseMs = 50

/** What a service answered, read to its end. */
export type ServiceAnswer = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> }

export type ServiceCall = { url: string; headers: Record<string, string>; clientGone: AbortSignal; timeoutMs?: number }

/**
 * Asks a service. A refused connection is tried once more: nothing was sent, so nothing can happen twice.
 *
 * @throws what `fetch` throws: `TimeoutError`, `AbortError` (the client is gone), `TypeError` with a `code`; or
 *   BodyTooLargeError
 */
export async function callService(call: ServiceCall): Promise<ServiceAnswer> {
  const signal = AbortSignal.any([call.clientGone, AbortSignal.timeout(call.timeoutMs ?? serviceTimeoutMs)])
  try {
    return await attempt(call, signal)
  } catch (error) {
    if (failureCode(error) !== 'ECONNREFUSED') throw error
    await Bun.sleep(retryPauseMs)
    return attempt(call, signal)
  }
}

/** Short word for a failure, for logs and metrics. */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

async function attempt({ url, headers }: ServiceCall, signal: AbortSignal): Promise<ServiceAnswer> {
  // Bodies pass as they are compressed: a decoded one with the old content-encoding header could not be read by clients.
  const response = await fetch(url, { headers, redirect: 'manual', decompress: false, signal })
  return { status: response.status, headers: response.headers, body: await readBody(response, maxBodyBytes) }
}
