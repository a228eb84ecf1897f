import type { OperationEntry } from '../contract/entry/operation.ts'
import { languages } from '../contract/values/languages.ts'
import { dataModes } from '../grid/feeds.ts'
import { createReference } from './schemas/component-schemas.ts'
import type { Header, Reference } from './schemas/document-types.ts'

type HeaderRefs = Record<string, Reference>

const createCountHeader = (description: string, example: number): Header => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
})

const createTextHeader = (description: string, example: string, values?: readonly string[]): Header => ({
  description,
  schema: values === undefined ? { type: 'string' } : { type: 'string', enum: [...values] },
  example,
})

/** Every response header, except `Content-Type`, which the content of a response defines, and headers of the connection. */
const responseHeaders = {
  'X-Request-Id': createTextHeader(
    'Id of the request: the id that you sent, or a generated id. Send it to the operator when you report an error.',
    'my-request-0001',
  ),
  'X-Data-Mode': createTextHeader(
    'Kind of data in the response: live (API of the transmission system operator), open (open sources), demo (invented) or replay (recorded).',
    'live',
    dataModes,
  ),
  'X-Service-Confidence': createTextHeader(
    'Present when a source of the response is late or missing, when an open source replaces the operator, or when the status of the score is not ok.',
    'degraded',
    ['degraded'],
  ),
  'X-Effective-From': createTextHeader(
    'With text/csv and application/x-ndjson: start of the served window, UTC; the same as effectiveFrom in JSON.',
    '2026-02-03T17:00:00Z',
  ),
  'X-Truncated': createTextHeader(
    'With text/csv and application/x-ndjson: present when the served window begins later than from.',
    'true',
    ['true'],
  ),
  ETag: createTextHeader('Weak entity tag of the data in the response. Send it back as If-None-Match.', 'W/"5f3c"'),
  'Last-Modified': createTextHeader(
    'Time at which the data in the response last changed.',
    'Tue, 03 Feb 2026 18:20:00 GMT',
  ),
  'Cache-Control': createTextHeader(
    'Time for which the response may be cached, seconds: until the next data are expected. no-store for errors.',
    'private, max-age=300',
  ),
  Vary: createTextHeader('Request headers that determine the form of the response.', 'Accept, Accept-Encoding'),
  'Content-Language': createTextHeader('Language of the sentences in the response.', 'fr', languages),
  'Content-Encoding': createTextHeader('Compression of the body. Absent when the body is not compressed.', 'gzip', [
    'zstd',
    'br',
    'gzip',
  ]),
  'X-RateLimit-Limit-Minute': createCountHeader('Requests per minute that the plan allows, in a sliding window.', 60),
  'X-RateLimit-Remaining-Minute': createCountHeader('Requests left in the current window of 60 seconds.', 59),
  'X-RateLimit-Limit-Month': createCountHeader(
    'Responses with status 200 that the plan includes in this month, UTC.',
    30_000,
  ),
  'X-RateLimit-Remaining-Month': createCountHeader(
    'Included responses left in this month. 0 when the plan serves requests beyond the quota.',
    29_999,
  ),
  RateLimit: createTextHeader(
    'For each limit, the remaining requests (r) and the seconds until more become available (t), as in draft-ietf-httpapi-ratelimit-headers-11.',
    '"minute";r=59;t=60, "month";r=29999;t=864000',
  ),
  'RateLimit-Policy': createTextHeader(
    'The limits (q) and their windows in seconds (w; a month has no fixed window), as in the same draft.',
    '"minute";q=60;w=60, "month";q=30000',
  ),
  'Retry-After': createCountHeader('Seconds to wait before the next attempt.', 30),
  'WWW-Authenticate': createTextHeader(
    'Accepted ways to send the key: as a Bearer token or in X-Api-Key; for exports and below /compat also with HTTP Basic.',
    'Bearer realm="hexawatt", ApiKey realm="hexawatt"',
  ),
  Allow: createTextHeader('Methods of the path.', 'GET, HEAD, OPTIONS'),
  'Access-Control-Allow-Origin': createTextHeader(
    'Scripts of any origin may read the response, including errors.',
    '*',
  ),
  'Access-Control-Expose-Headers': createTextHeader(
    'Headers that scripts in a browser may read.',
    'X-Request-Id, Retry-After, ETag',
  ),
  Deprecation: createTextHeader(
    'Of an operation that will end: since when it is deprecated, seconds since 1970 (RFC 9745). Absent from all others.',
    '@1798761600',
  ),
  Sunset: createTextHeader(
    'Of an operation that will end: the earliest instant at which it stops working (RFC 8594).',
    'Sat, 01 Jan 2028 00:00:00 GMT',
  ),
  Link: createTextHeader(
    'Of an operation that will end: the page that says what replaces it.',
    '<https://api.example.org/docs>; rel="deprecation"; type="text/html"',
  ),
  'X-Accel-Buffering': createTextHeader('For /v1/events: tells proxies not to buffer events.', 'no', ['no']),
  'X-Content-Type-Options': createTextHeader('Tells browsers to use the content type of the response.', 'nosniff'),
} as const satisfies Record<string, Header>

type HeaderName = keyof typeof responseHeaders

const ofEveryAnswer: readonly HeaderName[] = [
  'X-Request-Id',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'X-Content-Type-Options',
]

const ofLimits: readonly HeaderName[] = [
  'X-RateLimit-Limit-Minute',
  'X-RateLimit-Remaining-Minute',
  'X-RateLimit-Limit-Month',
  'X-RateLimit-Remaining-Month',
  'RateLimit',
  'RateLimit-Policy',
]

const ofMonth: ReadonlySet<HeaderName> = new Set(['X-RateLimit-Limit-Month', 'X-RateLimit-Remaining-Month'])

/** Headers of every answer of an operation that will end. */
const ofDeprecation: readonly HeaderName[] = ['Deprecation', 'Sunset', 'Link']

const createHeaderRefs = (names: readonly HeaderName[]): HeaderRefs =>
  Object.fromEntries(names.map((name) => [name, createReference('headers', name)]))

/** Without a key only the minute limit of the client address applies. */
const listLimitHeaders = ({ needsKey }: Pick<OperationEntry, 'needsKey'>): readonly HeaderName[] =>
  needsKey ? ofLimits : ofLimits.filter((name) => !ofMonth.has(name))

/** Lists the headers of a successful response of the operation; a 304 has the same headers except those of the body. */
export function listAnswerHeaders(operation: OperationEntry, status: 200 | 304): HeaderRefs {
  const { isFixedTable, needsKey, saysConfidence } = operation
  const ofData: readonly HeaderName[] = isFixedTable ? [] : ['X-Data-Mode']
  const ofSources: readonly HeaderName[] = (saysConfidence ?? needsKey) ? ['X-Service-Confidence'] : []
  const ofBody: readonly HeaderName[] = status === 200 ? ['Content-Encoding'] : []
  const ofStream: readonly HeaderName[] = operation.streamedAs === null ? [] : ['X-Effective-From', 'X-Truncated']
  const ofLanguage: readonly HeaderName[] = operation.isTranslated ? ['Content-Language'] : []
  const ofChange: readonly HeaderName[] = hasLastModified(operation) ? ['Last-Modified'] : []
  const validators: readonly HeaderName[] = ['ETag', ...ofChange, 'Cache-Control', 'Vary']
  return createHeaderRefs([
    ...ofData,
    ...ofSources,
    ...ofStream,
    ...validators,
    ...ofLanguage,
    ...ofBody,
    ...listLimitHeaders(operation),
    ...ofEveryAnswer,
  ])
}

/** Every header that an answer of one of the operations can have. */
export function createComponentHeaders(operations: readonly OperationEntry[]): Record<string, Header> {
  const isAnnouncing = operations.some(({ deprecated }) => deprecated !== null)
  const unused: ReadonlySet<string> = new Set(isAnnouncing ? [] : ofDeprecation)
  return Object.fromEntries(Object.entries(responseHeaders).filter(([name]) => !unused.has(name)))
}

/** Lists the headers that announce the end of an operation; none of an operation that stays. */
export function listDeprecationHeaders({ deprecated }: Pick<OperationEntry, 'deprecated'>): HeaderRefs {
  return createHeaderRefs(deprecated === null ? [] : ofDeprecation)
}

/** Headers of an answer to a message; one without a body has neither data nor encoding. */
export function listMessageHeaders(status: 200 | 202): HeaderRefs {
  const ofBody = ['X-Data-Mode', 'X-Service-Confidence', 'Cache-Control', 'Content-Encoding'] as const
  return createHeaderRefs([...(status === 200 ? ofBody : []), ...ofLimits, ...ofEveryAnswer])
}

/** Headers of a stream of events; the first two concern the events that are sent at once. */
export function listEventHeaders(): HeaderRefs {
  const ofStream = ['X-Data-Mode', 'X-Service-Confidence', 'Cache-Control', 'Vary', 'X-Accel-Buffering'] as const
  return createHeaderRefs([...ofStream, ...ofLimits, ...ofEveryAnswer])
}

export function listProblemHeaders(operation: Pick<OperationEntry, 'needsKey'>, status: number): HeaderRefs {
  const waits: readonly HeaderName[] = status === 429 || status === 503 ? ['Retry-After'] : []
  const challenge: readonly HeaderName[] = status === 401 ? ['WWW-Authenticate'] : []
  // Without a valid key there is no month: the request counts against the address.
  const limits = listLimitHeaders({ needsKey: operation.needsKey && status !== 401 })
  return createHeaderRefs([...waits, ...challenge, 'Cache-Control', ...limits, ...ofEveryAnswer])
}

/** Headers of a problem that belongs to no operation. */
export function listUnroutedProblemHeaders(status: number): HeaderRefs {
  return createHeaderRefs([...(status === 405 ? (['Allow'] as const) : []), 'Cache-Control', ...ofEveryAnswer])
}

/** Whether answers have Last-Modified. The tables of the gateway have none: they change with its settings. */
export function hasLastModified({ owner, isFixedTable }: OperationEntry): boolean {
  return !(owner === 'gateway' && isFixedTable)
}
