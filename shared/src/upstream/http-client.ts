import type { S3Options } from 'bun'
import { version } from '../../../package.json'
import { parseHttpDate } from '../http/conditional.ts'
import { hourMs } from '../time/instant.ts'
import { toErrorKind, UpstreamError } from './upstream-error.ts'

/** Names the caller: publishers of open data ask for it. */
const userAgent = `hexawatt/${version}`

export type HttpAnswer = { status: number; headers: Headers; body: Uint8Array }

export type HttpRequest = {
  /** An `s3://` URL is the URL of an object, and is fetched with {@link HttpRequest.s3}. */
  url: URL | string
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Bucket, region and credentials, with which Bun signs the request. */
  s3?: S3Options
  /** Time limit of the whole exchange. */
  timeoutMs: number
  /** Maximum size of a body. */
  maxBodyBytes?: number
  signal?: AbortSignal | undefined
  /** A key in the query: an error shows `[key]` where the server repeats it. */
  key?: string | undefined
  /** Name of the URL in messages; default: host and path, never the query, which may contain a key. */
  name?: string
}

/** Maximum size of a response. The largest response of the operator has 7 MB; an ADEME page stays below 2 MB. */
const usualMaxBodyBytes = 16 * 1024 * 1024
/** Number of characters of an error body quoted in a message. */
const quotedChars = 300
/** Number of characters of an error body that are kept for callers. */
const keptErrorChars = 2_000
/** A longer error code in an error body is ignored. */
const maxCodeChars = 100
/** Bounds of `Retry-After`, ms: a mistake of the upstream must not stop its feed for days. */
const [minRetryAfterMs, maxRetryAfterMs] = [1_000, hourMs]
/** Number of characters of a `Retry-After` quoted in a message. */
const quotedRetryAfterChars = 40

/**
 * Makes one HTTP exchange with a server outside of the product: with a time limit and a size cap, and without following redirects, because a token must
 * not travel to another host. Every status is an answer.
 *
 * @throws UpstreamError `transient` without an answer, `too_large` above the size cap
 */
export async function sendRequest(request: HttpRequest): Promise<HttpAnswer> {
  const { url, method = 'GET', headers, body, s3, timeoutMs, signal } = request
  const limits = [AbortSignal.timeout(timeoutMs), signal].filter((each) => each !== undefined)
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', 'user-agent': userAgent, ...headers },
      ...(body === undefined ? {} : { body }),
      ...(s3 === undefined ? {} : { s3 }),
      redirect: 'manual',
      signal: AbortSignal.any(limits),
    })
    return { status: response.status, headers: response.headers, body: await readCapped(response, request) }
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError('transient', `${describeRequest(request)} did not answer: ${describeReason(error)}`)
  }
}

/**
 * Makes one exchange that needs a usable answer (200 or 206).
 *
 * @throws UpstreamError of the kind the failure has
 */
export async function fetchUsable(request: HttpRequest): Promise<HttpAnswer> {
  const { status, headers, body } = await sendRequest(request)
  // A redirect leads to a login or a maintenance page, which passes.
  const kind = status >= 300 && status < 400 ? 'transient' : toErrorKind(status)
  if (kind === null) return { status, headers, body }
  const { retryAfterMs, note } = readRetryAfter(headers)
  const text = hideKey(new TextDecoder().decode(body), request.key)
  throw new UpstreamError(kind, `${describeRequest(request)} answered ${status}${note}: ${quoteBody(text)}`, {
    retryAfterMs,
    code: findErrorCode(text),
    status,
    body: text.slice(0, keptErrorChars),
  })
}

function describeRequest({ url, name }: HttpRequest): string {
  if (name !== undefined) return name
  const parsed = URL.parse(String(url))
  // The parser's own error would quote the address with its query.
  return parsed === null ? 'an invalid address' : `${parsed.host}${parsed.pathname}`
}

/** JSON of a body. A body cut off on its way is worth another try. */
export function parseJson(answer: HttpAnswer, url: URL): unknown {
  try {
    // The operator's files have been seen with a byte-order mark, which TextDecoder drops.
    return JSON.parse(new TextDecoder('utf-8').decode(answer.body))
  } catch {
    throw new UpstreamError(
      'transient',
      `${url.host}${url.pathname} sent ${answer.body.length} bytes that are not JSON`,
    )
  }
}

/** Body of a response. @throws UpstreamError `too_large` above the cap */
async function readCapped(response: Response, request: HttpRequest): Promise<Uint8Array> {
  const { maxBodyBytes = usualMaxBodyBytes } = request
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBodyBytes)
      throw new UpstreamError('too_large', `${describeRequest(request)} sent more than ${maxBodyBytes} bytes`)
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
function findErrorCode(body: string): string | null {
  try {
    const json: unknown = JSON.parse(body)
    if (typeof json !== 'object' || json === null || !('error' in json)) return null
    return typeof json.error === 'string' && json.error.length <= maxCodeChars ? json.error : null
  } catch {
    return null
  }
}

function quoteBody(body: string): string {
  return body.slice(0, quotedChars).replaceAll(/\s+/g, ' ')
}

/** Redirects and validation errors repeat the query. The body is not cut before, because a part of a key would not be found. */
function hideKey(text: string, key: string | undefined): string {
  if (key === undefined) return text
  const inForm = new URLSearchParams({ key }).toString().slice('key='.length)
  return [key, encodeURIComponent(key), inForm].reduce((hidden, form) => hidden.replaceAll(form, '[key]'), text)
}

function describeReason(error: unknown): string {
  return error instanceof Error ? `${error.name}${'code' in error ? ` ${String(error.code)}` : ''}` : 'unknown failure'
}
