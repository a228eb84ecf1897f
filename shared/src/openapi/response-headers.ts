import type { OperationEntry } from '../contract/entry/operation.ts'
import { languages } from '../contract/values/languages.ts'
import { dataModes } from '../grid/feeds.ts'
import type { Header, Reference } from './document-types.ts'
import { createReference } from './schemas.ts'

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
export const responseHeaders = {
  'X-Request-Id': createTextHeader(
    'Name of the request: yours, or one made for it. Quote it to the operator.',
    'my-request-0001',
  ),
  'X-Data-Mode': createTextHeader(
    'Kind of data that the answer rests on: of the operator’s API, of open sources, invented, or recorded.',
    'live',
    dataModes,
  ),
  'X-Service-Confidence': createTextHeader(
    'Sent when a source that the answer uses is late or missing, an open source stands in for it, or the score is not ok; absent otherwise.',
    'degraded',
    ['degraded'],
  ),
  'X-Effective-From': createTextHeader(
    'On text/csv and application/x-ndjson: start of what is served, UTC, as effectiveFrom in JSON.',
    '2026-02-03T17:00:00Z',
  ),
  'X-Truncated': createTextHeader(
    'On text/csv and application/x-ndjson: sent when the answer begins later than from; absent otherwise.',
    'true',
    ['true'],
  ),
  ETag: createTextHeader('Weak tag of the data behind the answer, to be sent as If-None-Match.', 'W/"5f3c"'),
  'Last-Modified': createTextHeader('When the data behind the answer last changed.', 'Tue, 03 Feb 2026 18:20:00 GMT'),
  'Cache-Control': createTextHeader(
    'How long the answer holds: until the next data are expected, seconds. no-store on problems.',
    'private, max-age=300',
  ),
  Vary: createTextHeader('Request headers that choose the form of the answer.', 'Accept, Accept-Encoding'),
  'Content-Language': createTextHeader('Language of the sentences in the answer.', 'fr', languages),
  'Content-Encoding': createTextHeader('How the body is compressed; absent when it is not.', 'gzip', [
    'zstd',
    'br',
    'gzip',
  ]),
  'X-RateLimit-Limit-Minute': createCountHeader('Requests a minute that the plan allows, in a sliding window.', 60),
  'X-RateLimit-Remaining-Minute': createCountHeader('Requests left in the 60 seconds that end now.', 59),
  'X-RateLimit-Limit-Month': createCountHeader(
    'Answers with status 200 that the plan includes in this month, UTC.',
    30_000,
  ),
  'X-RateLimit-Remaining-Month': createCountHeader(
    'What is left of the included ones; 0 when the plan serves beyond them.',
    29_999,
  ),
  RateLimit: createTextHeader(
    'What is left (r) of each limit and in how many seconds more becomes free (t), as in draft-ietf-httpapi-ratelimit-headers-11.',
    '"minute";r=59;t=60, "month";r=29999;t=864000',
  ),
  'RateLimit-Policy': createTextHeader(
    'The limits (q) and their windows in seconds (w; a month has no fixed one), as in the same draft.',
    '"minute";q=60;w=60, "month";q=30000',
  ),
  'Retry-After': createCountHeader('Seconds after which asking again makes sense.', 30),
  'WWW-Authenticate': createTextHeader(
    'How a key is sent: as a Bearer token or in X-Api-Key; on the exports and under /compat as HTTP Basic too.',
    'Bearer realm="hexawatt", ApiKey realm="hexawatt"',
  ),
  Allow: createTextHeader('Methods of the path.', 'GET, HEAD, OPTIONS'),
  'Access-Control-Allow-Origin': createTextHeader('Any origin may read the answer, errors too.', '*'),
  'Access-Control-Expose-Headers': createTextHeader(
    'Headers that scripts in a browser may read.',
    'X-Request-Id, Retry-After, ETag',
  ),
  'X-Accel-Buffering': createTextHeader(
    'On /v1/events: a proxy must not collect events before it passes them on.',
    'no',
    ['no'],
  ),
  'X-Content-Type-Options': createTextHeader('The type of the body is the one that is named.', 'nosniff'),
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

/** Headers of a problem of the operation. */
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
