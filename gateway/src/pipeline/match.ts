import { type Operation, operations } from '@hexawatt/shared/contract/operations'
import { AppError, quoted } from '@hexawatt/shared/errors/app-error'
import { pathStartOf } from '@hexawatt/shared/http/request-facts'
import { type GatewayResponse, responseHeaders } from '../http/gateway-response.ts'

/** Path and query of a request, undecoded. */
export type RequestTarget = { path: string; query: string }

/** Longest path and query together, characters. */
export const maxTargetLength = 8_192

/**
 * What a request target may not hold: anything but visible ASCII, which Bun does not encode when the Host header is invalid, and the
 * replacement character, by which Bun replaces bytes that are not UTF-8.
 */
const foreignCharacter = /[^\x21-\x7e]|%EF%BF%BD/g

/**
 * Splits the address without building a URL object, which would be the most expensive step of a request.
 *
 * @throws AppError `uri_too_long`; `invalid_parameter` for bytes that are no part of an address
 */
export function requestTarget(url: string): RequestTarget {
  const pathStart = pathStartOf(url)
  if (url.length - pathStart > maxTargetLength) throw addressTooLong(url.length - pathStart)
  foreignCharacter.lastIndex = pathStart
  const foreign = foreignCharacter.exec(url)
  if (foreign !== null) throw foreignByte(foreign[0], foreign.index - pathStart)
  const queryStart = url.indexOf('?', pathStart)
  if (queryStart === -1) return { path: url.slice(pathStart), query: '' }
  return { path: url.slice(pathStart, queryStart), query: url.slice(queryStart + 1) }
}

/** The refusal of an address. @param length of path and query, characters */
export function addressTooLong(length: number): AppError {
  return new AppError('uri_too_long', {
    detail: `The path and query have ${length} characters; at most ${maxTargetLength} are read.`,
  })
}

function foreignByte(found: string, at: number): AppError {
  return new AppError('invalid_parameter', {
    detail: `The request target holds ${quoted(decodeURIComponent(found))} at character ${at + 1}; accepted are the visible ASCII characters, and anything else as percent-encoded UTF-8.`,
  })
}

/** What is served at a path. */
export type Resource = { kind: 'operation'; operation: Operation } | { kind: 'page'; handler: PageHandler }

/** Answers a request for a page; a page that shows data may be a promise. */
export type PageHandler = (request: Request) => GatewayResponse | Promise<GatewayResponse>

/** Finds a page or document by its path; null = none. */
export type FindPage = (path: string) => PageHandler | null

const operationByPath: ReadonlyMap<string, Resource> = new Map(
  operations.map((operation) => [operation.path, { kind: 'operation', operation }]),
)

/** The methods of every path. */
const allowedMethods = 'GET, HEAD, OPTIONS'
const allowed: ReadonlySet<string> = new Set(allowedMethods.split(', '))

/**
 * Finds what is served at a path. Paths are exact: no trailing slash, case-sensitive.
 *
 * @throws AppError `not_found`
 */
export function matchResource(path: string, findPage: FindPage): Resource {
  const known = operationByPath.get(path)
  if (known !== undefined) return known
  const handler = findPage(path)
  if (handler !== null) return { kind: 'page', handler }
  throw new AppError('not_found', { detail: 'Nothing is served at this path.' })
}

/**
 * The API is read-only on every path.
 *
 * @throws AppError `method_not_allowed` with `Allow`
 */
export function requireReadMethod(method: string): void {
  if (allowed.has(method)) return
  throw new AppError('method_not_allowed', {
    detail: `${method} is not possible here; use ${allowedMethods}.`,
    headers: { allow: allowedMethods },
  })
}

/** Request headers that scripts in a browser may send. */
const allowedRequestHeaders = 'X-Api-Key, X-Request-Id, Traceparent, Accept, If-None-Match, If-Modified-Since'

/** Response to OPTIONS, a CORS preflight or not. */
export const optionsResponse: GatewayResponse = {
  status: 204,
  headers: responseHeaders({
    allow: allowedMethods,
    'access-control-allow-methods': allowedMethods,
    'access-control-allow-headers': allowedRequestHeaders,
    'access-control-max-age': '86400',
  }),
  body: null,
}

/**
 * Client headers that are parsed or forwarded, and the most characters of each: with the longest address and the gateway's own headers they
 * fit into the 16 KiB that a service reads.
 */
const boundedHeaders = ['Accept', 'If-None-Match', 'If-Modified-Since'] as const
const maxHeaderLength = 2_048

/** @throws AppError `header_too_large` */
export function requireSmallHeaders(headers: Headers): void {
  for (const name of boundedHeaders) {
    const length = headers.get(name)?.length ?? 0
    if (length <= maxHeaderLength) continue
    throw new AppError('header_too_large', {
      detail: `The header ${name} has ${length} characters; at most ${maxHeaderLength} are read.`,
    })
  }
}
