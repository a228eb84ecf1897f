import { parseHttpDate } from '@hexawatt/shared/http/conditional'
import { hourMs } from '@hexawatt/shared/time/instant'
import { type RetryDeps, withRetry } from './retry.ts'
import { kindOfStatus, UpstreamError } from './upstream-error.ts'

type HttpAnswer = { status: number; headers: Headers; body: Uint8Array }

type HttpRequest = {
  url: URL
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  timeoutMs: number
  signal?: AbortSignal
}

/** Largest response that is read. The operator's largest has 7 MB; an agency page stays below 2 MB. */
const maxBodyBytes = 16 * 1024 * 1024
/** Characters of an error body that a message quotes. */
const quotedChars = 300
/** Bytes of an error body that are kept for whoever can read them. */
const keptErrorBytes = 2_000
/** A longer error code in an error body is ignored. */
const maxCodeChars = 100
/** Bounds of `Retry-After`, ms: a mistake of the upstream must not stop its feed for days. */
const [minRetryAfterMs, maxRetryAfterMs] = [1_000, hourMs]
/** Characters of a `Retry-After` that a message quotes. */
const quotedRetryAfterChars = 40

/**
 * One HTTP exchange with an upstream: time-out over the whole exchange, size cap, no redirects.
 *
 * @throws UpstreamError of the kind the failure has; messages name host and path, never the query (it may hold a key)
 */
export async function exchange(request: HttpRequest): Promise<HttpAnswer> {
  const where = `${request.url.host}${request.url.pathname}`
  const timeout = AbortSignal.timeout(request.timeoutMs)
  try {
    const response = await fetch(request.url, {
      method: request.method ?? 'GET',
      headers: { accept: 'application/json', 'user-agent': 'hexawatt', ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'error',
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
    })
    const body = await readCapped(response, where)
    const kind = kindOfStatus(response.status)
    if (kind === null) return { status: response.status, headers: response.headers, body }
    const { retryAfterMs, note } = readRetryAfter(response.headers)
    throw new UpstreamError(kind, `${where} answered ${response.status}${note}: ${quote(body)}`, {
      retryAfterMs,
      code: errorCodeOf(body),
      status: response.status,
      body: new TextDecoder().decode(body.subarray(0, keptErrorBytes)),
    })
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError('transient', `${where} did not answer: ${nameOf(error)}`)
  }
}

/** JSON of a body. A body cut off on its way is worth another try. */
export function parseJson(answer: HttpAnswer, url: URL): unknown {
  try {
    // The operator's files have been seen with a byte-order tick, which TextDecoder drops.
    return JSON.parse(new TextDecoder('utf-8').decode(answer.body))
  } catch {
    throw new UpstreamError(
      'transient',
      `${url.host}${url.pathname} sent ${answer.body.length} bytes that are not JSON`,
    )
  }
}

/** Body of a response. @throws UpstreamError `too_large` above the cap */
export async function readCapped(response: Response, where: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) throw new UpstreamError('too_large', `${where} sent more than ${maxBodyBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * `Retry-After` in seconds or as a date, cut to the bounds; null when absent or unreadable. The note says, for the log, when the wait differs
 * from the one requested.
 */
function readRetryAfter(headers: Headers): { retryAfterMs: number | null; note: string } {
  const text = headers.get('retry-after')
  if (text === null) return { retryAfterMs: null, note: '' }
  const quoted = `(Retry-After "${text.slice(0, quotedRetryAfterChars)}"`
  const untilMs = parseHttpDate(text)
  const askedMs = /^\d+$/.test(text) ? Number(text) * 1_000 : untilMs && untilMs - Date.now()
  if (askedMs === null) return { retryAfterMs: null, note: ` ${quoted} is not understood)` }
  const retryAfterMs = Math.min(Math.max(askedMs, minRetryAfterMs), maxRetryAfterMs)
  return { retryAfterMs, note: askedMs > maxRetryAfterMs ? ` ${quoted} is cut to ${maxRetryAfterMs / 1_000} s)` : '' }
}

/** Member `error` of a JSON error body; null when there is none. */
function errorCodeOf(body: Uint8Array): string | null {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(body))
    if (typeof json !== 'object' || json === null || !('error' in json)) return null
    return typeof json.error === 'string' && json.error.length <= maxCodeChars ? json.error : null
  } catch {
    return null
  }
}

function quote(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, quotedChars)).replaceAll(/\s+/g, ' ')
}

function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}${'code' in error ? ` ${String(error.code)}` : ''}` : 'unknown failure'
}

/** Where a payload's values come from: the demo upstream ticks values that it generated; the real services never do. */
export type PayloadOrigin = { isGenerated: boolean; note: string | null }

/** A longer note is cut. */
const maxNoteChars = 300

export function originOf(headers: Headers): PayloadOrigin {
  return {
    isGenerated: headers.get('x-hexawatt-origin') === 'generated',
    note: headers.get('x-hexawatt-note')?.slice(0, maxNoteChars) ?? null,
  }
}

type KeylessPayload = { body: Uint8Array; json: unknown; origin: PayloadOrigin }

const keylessTimeoutMs = 20_000

/** `GET` of a public JSON resource that needs no token, with retries by kind of failure. @throws UpstreamError */
export async function fetchJson(deps: RetryDeps, url: URL, signal?: AbortSignal): Promise<KeylessPayload> {
  const attempt = async () => {
    const answer = await exchange({ url, timeoutMs: keylessTimeoutMs, ...(signal ? { signal } : {}) })
    return { body: answer.body, json: parseJson(answer, url), origin: originOf(answer.headers) }
  }
  return withRetry(deps, attempt, signal)
}
