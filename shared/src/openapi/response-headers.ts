import type { OperationEntry } from '../contract/entry/operation.ts'
import { languages } from '../contract/values/languages.ts'
import { dataModes } from '../grid/feeds.ts'
import type { Header, Reference } from './document-types.ts'
import { refTo } from './schemas.ts'

type HeaderRefs = Record<string, Reference>

const count = (description: string, example: number): Header => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
})

const text = (description: string, example: string, values?: readonly string[]): Header => ({
  description,
  schema: values === undefined ? { type: 'string' } : { type: 'string', enum: [...values] },
  example,
})

/** Every response header, except `Content-Type`, which the content of a response defines, and headers of the connection. */
export const responseHeaders = {
  'X-Request-Id': text('Name of the request: yours, or one made for it. Quote it to the operator.', 'my-request-0001'),
  'X-Data-Mode': text(
    'Kind of data that the answer rests on: of the operator’s API, of open sources, invented, or recorded.',
    'live',
    dataModes,
  ),
  'X-Service-Confidence': text(
    'Sent when a source that the answer uses is late or missing, an open source stands in for it, or the score is not ok; absent otherwise.',
    'degraded',
    ['degraded'],
  ),
  'X-Effective-From': text(
    'On text/csv and application/x-ndjson: start of what is served, UTC, as effectiveFrom in JSON.',
    '2026-02-03T17:00:00Z',
  ),
  'X-Truncated': text(
    'On text/csv and application/x-ndjson: sent when the answer begins later than from; absent otherwise.',
    'true',
    ['true'],
  ),
  ETag: text('Weak tag of the data behind the answer, to be sent as If-None-Match.', 'W/"5f3c"'),
  'Last-Modified': text('When the data behind the answer last changed.', 'Tue, 03 Feb 2026 18:20:00 GMT'),
  'Cache-Control': text(
    'How long the answer holds: until the next data are expected, seconds. no-store on problems.',
    'private, max-age=300',
  ),
  Vary: text('Request headers that choose the form of the answer.', 'Accept, Accept-Encoding'),
  'Content-Language': text('Language of the sentences in the answer.', 'fr', languages),
  'Content-Encoding': text('How the body is compressed; absent when it is not.', 'gzip', ['zstd', 'br', 'gzip']),
  'X-RateLimit-Limit-Minute': count('Requests a minute that the plan allows, in a sliding window.', 60),
  'X-RateLimit-Remaining-Minute': count('Requests left in the 60 seconds that end now.', 59),
  'X-RateLimit-Limit-Month': count('Answers with status 200 that the plan includes in this month, UTC.', 30_000),
  'X-RateLimit-Remaining-Month': count(
    'What is left of the included ones; 0 when the plan serves beyond them.',
    29_999,
  ),
  RateLimit: text(
    'What is left (r) of each limit and in how many seconds more becomes free (t), as in draft-ietf-httpapi-ratelimit-headers-11.',
    '"minute";r=59;t=60, "month";r=29999;t=864000',
  ),
  'RateLimit-Policy': text(
    'The limits (q) and their windows in seconds (w; a month has no fixed one), as in the same draft.',
    '"minute";q=60;w=60, "month";q=30000',
  ),
  'Retry-After': count('Seconds after which asking again makes sense.', 30),
  'WWW-Authenticate': text(
    'How a key is sent: as a Bearer token or in X-Api-Key; on the exports and under /compat as HTTP Basic too.',
    'Bearer realm="hexawatt", ApiKey realm="hexawatt"',
  ),
  Allow: text('Methods of the path.', 'GET, HEAD, OPTIONS'),
  'Access-Control-Allow-Origin': text('Any origin may read the answer, errors too.', '*'),
  'Access-Control-Expose-Headers': text(
    'Headers that scripts in a browser may read.',
    'X-Request-Id, Retry-After, ETag',
  ),
  'X-Accel-Buffering': text('On /v1/events: a proxy must not collect events before it passes them on.', 'no', ['no']),
  'X-Content-Type-Options': text('The type of the body is the one that is named.', 'nosniff'),
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

const refs = (names: readonly HeaderName[]): HeaderRefs =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', name)]))

/** Without a key only the minute limit of the client address applies. */
const limitsOf = ({ needsKey }: Pick<OperationEntry, 'needsKey'>): readonly HeaderName[] =>
  needsKey ? ofLimits : ofLimits.filter((name) => !ofMonth.has(name))

/** Headers of a successful response of the operation; a 304 has the same without those of the body. */
export function headersOfAnswer(operation: OperationEntry, status: 200 | 304): HeaderRefs {
  const { isFixedTable, needsKey, saysConfidence } = operation
  const ofData: readonly HeaderName[] = isFixedTable ? [] : ['X-Data-Mode']
  const ofSources: readonly HeaderName[] = (saysConfidence ?? needsKey) ? ['X-Service-Confidence'] : []
  const ofBody: readonly HeaderName[] = status === 200 ? ['Content-Encoding'] : []
  const ofStream: readonly HeaderName[] = operation.streamedAs === null ? [] : ['X-Effective-From', 'X-Truncated']
  const ofLanguage: readonly HeaderName[] = operation.isTranslated ? ['Content-Language'] : []
  const ofChange: readonly HeaderName[] = hasLastModified(operation) ? ['Last-Modified'] : []
  const validators: readonly HeaderName[] = ['ETag', ...ofChange, 'Cache-Control', 'Vary']
  return refs([
    ...ofData,
    ...ofSources,
    ...ofStream,
    ...validators,
    ...ofLanguage,
    ...ofBody,
    ...limitsOf(operation),
    ...ofEveryAnswer,
  ])
}

/** Headers of an answer to a message; one without a body has neither data nor encoding. */
export function headersOfMessage(status: 200 | 202): HeaderRefs {
  const ofBody = ['X-Data-Mode', 'X-Service-Confidence', 'Cache-Control', 'Content-Encoding'] as const
  return refs([...(status === 200 ? ofBody : []), ...ofLimits, ...ofEveryAnswer])
}

/** Headers of a stream of events; the first two concern the events that are sent at once. */
export function headersOfEvents(): HeaderRefs {
  const ofStream = ['X-Data-Mode', 'X-Service-Confidence', 'Cache-Control', 'Vary', 'X-Accel-Buffering'] as const
  return refs([...ofStream, ...ofLimits, ...ofEveryAnswer])
}

/** Headers of a problem of the operation. */
export function headersOfProblem(operation: Pick<OperationEntry, 'needsKey'>, status: number): HeaderRefs {
  const waits: readonly HeaderName[] = status === 429 || status === 503 ? ['Retry-After'] : []
  const challenge: readonly HeaderName[] = status === 401 ? ['WWW-Authenticate'] : []
  // Without a valid key there is no month: the request counts against the address.
  const limits = limitsOf({ needsKey: operation.needsKey && status !== 401 })
  return refs([...waits, ...challenge, 'Cache-Control', ...limits, ...ofEveryAnswer])
}

/** Headers of a problem that belongs to no operation. */
export function headersOfUnroutedProblem(status: number): HeaderRefs {
  return refs([...(status === 405 ? (['Allow'] as const) : []), 'Cache-Control', ...ofEveryAnswer])
}

/** Whether answers have Last-Modified. The tables of the gateway have none: they change with its settings. */
export function hasLastModified({ owner, isFixedTable }: OperationEntry): boolean {
  return !(owner === 'gateway' && isFixedTable)
}
