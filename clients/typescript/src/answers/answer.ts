import type { DataMode } from '../bodies/service.ts'
import { HexawattConnectionError, HexawattProblem } from '../errors/hexawatt-errors.ts'
import { parseObject, readText } from './body-text.ts'

/** Limits and remaining requests of the account; of this machine's address where no key is needed. */
export type RateLimit = {
  /** Requests a minute, in a sliding window. */
  limitMinute: number
  remainingMinute: number
  /** Requests in the calendar month, UTC; null without a month limit. */
  limitMonth: number | null
  remainingMonth: number | null
}

/** An answer of the API. */
export type Answer<Body> = {
  data: Body
  etag: string | null
  /** For questions to the operator. */
  requestId: string | null
  /** Whether the data are live, of a demo or of a replay; null for responses without data of the grid. */
  dataMode: DataMode | null
  /** A source of the response is late or missing. */
  isDegraded: boolean
  /** null when the response has no limit headers. */
  rateLimit: RateLimit | null
  /** `data` is from the client's cache: unchanged (304), and not counted against the month. */
  isNotModified: boolean
}

/** Facts about the data from the headers. */
export type DataFacts = Pick<Answer<unknown>, 'etag' | 'dataMode' | 'isDegraded'>

export function readDataFacts(headers: Headers): DataFacts {
  return {
    etag: headers.get('etag'),
    dataMode: readDataMode(headers.get('x-data-mode')),
    isDegraded: headers.get('x-service-confidence') === 'degraded',
  }
}

/** Id of the request; null when a proxy responded. */
export function readRequestId(headers: Headers): string | null {
  return headers.get('x-request-id')
}

export function readRateLimit(headers: Headers): RateLimit | null {
  const limitMinute = readCount(headers, 'x-ratelimit-limit-minute')
  const remainingMinute = readCount(headers, 'x-ratelimit-remaining-minute')
  if (limitMinute === null || remainingMinute === null) return null
  return {
    limitMinute,
    remainingMinute,
    limitMonth: readCount(headers, 'x-ratelimit-limit-month'),
    remainingMonth: readCount(headers, 'x-ratelimit-remaining-month'),
  }
}

function readCount(headers: Headers, name: string): number | null {
  const value = headers.get(name)
  return value !== null && /^\d+$/.test(value) ? Number(value) : null
}

/** Kind of data by its name; null for a name that this client does not know. */
export function readDataMode(value: string | null): DataMode | null {
  return value === 'live' || value === 'open' || value === 'demo' || value === 'replay' ? value : null
}

/** Longest problem body that is read, characters; the API's longest has about 4 000. */
const maxProblemCharacters = 64 * 1024

/** Members of every problem. */
const usualMembers: ReadonlySet<string> = new Set([
  ...['type', 'title', 'status', 'detail', 'instance', 'code', 'error', 'traceId'],
])

type RefusalContext = {
  /** Removed from the texts of the response: an error may be logged. */
  apiKey: string | null
  nowMs: number
}

/**
 * The error for a response without data: the API's problem, or an unexpected response from another server.
 * @throws HexawattConnectionError when the body cannot be read
 */
export async function readRefusal(
  response: Response,
  { apiKey, nowMs }: RefusalContext,
): Promise<HexawattProblem | HexawattConnectionError> {
  const { status, headers } = response
  const facts = { status, requestId: readRequestId(headers), retryAfterSeconds: retryAfterSeconds(headers, nowMs) }
  const received = await readText(response, maxProblemCharacters)
  const problem = parseObject(apiKey === null ? received : received.replaceAll(apiKey, '…'))
  if (problem === null || typeof problem['code'] !== 'string') {
    return new HexawattConnectionError(
      'unexpected_answer',
      `Status ${status} without a problem body of the API.`,
      facts,
    )
  }
  return new HexawattProblem({
    ...facts,
    code: problem['code'],
    title: textOf(problem['title']),
    detail: textOf(problem['detail']),
    traceId: typeof problem['traceId'] === 'string' ? problem['traceId'] : null,
    extras: Object.fromEntries(Object.entries(problem).filter(([name]) => !usualMembers.has(name))),
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The error for a body with status 200 that is not the API's. */
export function makeUnexpectedBodyError({ status, headers }: Response): HexawattConnectionError {
  const requestId = readRequestId(headers)
  return new HexawattConnectionError('unexpected_answer', 'The body is not an answer of the API.', {
    status,
    requestId,
  })
}

/**
 * Seconds of `Retry-After`, never negative; null when it is absent or invalid. A date is compared with the response's own `Date` if present:
 * the clock of this machine may be wrong.
 */
export function retryAfterSeconds(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value)
  const untilMs = httpDateMs(value)
  if (untilMs === null) return null
  const fromMs = httpDateMs(headers.get('date') ?? '') ?? nowMs
  return Math.max(0, Math.ceil((untilMs - fromMs) / 1_000))
}

/** Milliseconds since 1970; null for a text that is not an HTTP date. */
function httpDateMs(text: string): number | null {
  // Date.parse alone accepts almost any text.
  const ms = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}
