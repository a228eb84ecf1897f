import {
  type EventsOperation,
  type McpOperation,
  type Operation,
  operations,
} from '@hexawatt/shared/contract/operations'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { AppError, quoted } from '@hexawatt/shared/errors/app-error'
import { pathStartOf } from '@hexawatt/shared/http/request-facts'
import type { HeaderValues } from '@hexawatt/shared/http/reused-headers'
import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'
import { hasKeyInAddress, keyInAddressNote } from '../auth/key-help.ts'
import { type GatewayResponse, responseHeaders } from '../http/gateway-response.ts'
import type { RequestContext } from '../http/request-context.ts'
import { createNearestPath, didYouMean } from './near-miss.ts'

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
export type Resource = ServedResource | MovedResource

type ServedResource = OperationResource | { kind: 'page'; handler: PageHandler } | PrivateResource

/** A resource whose path was sent with a trailing slash. */
type MovedResource = {
  kind: 'moved'
  /** Path of the resource itself. */
  path: string
  resource: ServedResource
}

/** What needs a caller and counts. */
export type OperationResource =
  | { kind: 'operation'; operation: Operation }
  | { kind: 'mcp'; operation: McpOperation }
  | { kind: 'events'; operation: EventsOperation }

/** An operation of any kind, as far as a key, limits and query are concerned. */
export type RoutedOperation = OperationResource['operation']

/** Answers a request for a page; a page that shows data may be a promise. */
export type PageHandler = (request: Request) => GatewayResponse | Promise<GatewayResponse>

/**
 * What is answered to one browser or program alone, without CORS headers and with methods of its own: account pages, webhooks. Its headers are made
 * anew for each response.
 */
export type PrivateResource = {
  kind: 'private'
  methods: PathMethods
  answer: (context: RequestContext) => Promise<GatewayResponse>
}

/** Finds a private resource by its path; null = none. */
export type FindPrivate = (path: string) => PrivateResource | null

/** Finds a page or document by its path; null = none. */
export type FindPage = (path: string) => PageHandler | null

const operationByPath: ReadonlyMap<string, OperationResource> = new Map<string, OperationResource>([
  ...operations.map((operation): [string, OperationResource] => [operation.path, { kind: 'operation', operation }]),
  [callMcp.path, { kind: 'mcp', operation: callMcp }],
  [getEvents.path, { kind: 'events', operation: getEvents }],
])

/** Request headers that scripts in a browser may send. */
const readHeaders =
  'X-Api-Key, Authorization, Auth-Token, X-Request-Id, Traceparent, Accept, If-None-Match, If-Modified-Since'
/** Beside those what programs send that read events in a browser with a key, which EventSource cannot. */
const eventsHeaders = `${readHeaders}, Last-Event-ID, Cache-Control`
const mcpHeaders =
  'X-Api-Key, Authorization, X-Request-Id, Traceparent, Accept, Content-Type, Mcp-Protocol-Version, Mcp-Session-Id'

/** The methods of a path. */
export type PathMethods = {
  readonly methods: string
  readonly allowed: ReadonlySet<string>
  /** Makes the response to OPTIONS. */
  readonly optionsResponse: () => GatewayResponse
}

/** The methods of a private path. @param headers of its responses */
export function privateMethods(methods: string, headers: HeaderValues): PathMethods {
  return {
    methods,
    allowed: new Set(methods.split(', ')),
    optionsResponse: () => ({ status: 204, headers: new Headers({ ...headers, allow: methods }), body: null }),
  }
}

/** The methods of a path that pages of other sites may ask, and the response to OPTIONS there, a CORS preflight or not. */
function pathMethods(methods: string, requestHeaders: string): PathMethods {
  const optionsResponse: GatewayResponse = {
    status: 204,
    headers: responseHeaders({
      allow: methods,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': requestHeaders,
      'access-control-max-age': '86400',
    }),
    body: null,
  }
  return { methods, allowed: new Set(methods.split(', ')), optionsResponse: () => optionsResponse }
}

const readMethods = pathMethods('GET, HEAD, OPTIONS', readHeaders)
const methodsByKind = {
  operation: readMethods,
  page: readMethods,
  events: pathMethods('GET, HEAD, OPTIONS', eventsHeaders),
  mcp: pathMethods('POST, OPTIONS', mcpHeaders),
} as const

/**
 * Finds what is served at a path. Paths are exact and case-sensitive; the path of an operation or a page with a trailing slash is redirected.
 *
 * @throws AppError `not_found`
 */
export function matchResource(path: string, findPage: FindPage, findPrivate: FindPrivate): Resource {
  const found = findServed(path, findPage, findPrivate)
  if (found !== null) return found
  const moved = path.endsWith('/') ? findMoved(trimEndSlashes(path), findPage, findPrivate) : null
  if (moved !== null) return moved
  const note = hideApiKeys(path) === path ? didYouMean(nearestPath(path)) : ` ${keyInAddressNote}`
  throw new AppError('not_found', { detail: `Nothing is served at this path.${note}` })
}

function findServed(path: string, findPage: FindPage, findPrivate: FindPrivate): ServedResource | null {
  const known = operationByPath.get(path)
  if (known !== undefined) return known
  const handler = findPage(path)
  return handler === null ? findPrivate(path) : { kind: 'page', handler }
}

/** The resource at a path without its trailing slashes. The look-up is by the exact path, so a redirect leads only to paths of the product. */
function findMoved(path: string, findPage: FindPage, findPrivate: FindPrivate): MovedResource | null {
  const resource = findServed(path, findPage, findPrivate)
  return resource && { kind: 'moved', path, resource }
}

/** Not a regular expression: looking for slashes at the end takes the square of their number where thousands stand in the middle. */
function trimEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/**
 * The redirect to where a resource is: 308 keeps the method and the body. The target is a path of the product, so that `//host/` cannot lead away.
 *
 * @throws AppError `not_found` for a query with an API key, which must not be repeated
 */
export function movedResponse({ path }: MovedResource, query: string): GatewayResponse {
  if (hasKeyInAddress(`/?${query}`)) {
    throw new AppError('not_found', { detail: `Nothing is served at this path; see ${path}. ${keyInAddressNote}` })
  }
  const location = query === '' ? path : `${path}?${query}`
  return { status: 308, headers: { location, 'cache-control': 'no-store' }, body: null }
}

const nearestPath = createNearestPath([...operationByPath.keys()])

/**
 * Every public path is read-only but that of the Model Context Protocol, which is called by POST alone; private resources say their own methods.
 *
 * @returns the response to OPTIONS; null for another method
 * @throws AppError `method_not_allowed` with `Allow`
 */
export function requireMethod(method: string, resource: Resource): GatewayResponse | null {
  const { methods, allowed, optionsResponse } = methodsOf(resource)
  if (!allowed.has(method)) {
    throw new AppError('method_not_allowed', {
      detail: `${method} is not possible here; use ${methods}.`,
      headers: { allow: methods },
    })
  }
  return method === 'OPTIONS' ? optionsResponse() : null
}

function methodsOf(resource: Resource): PathMethods {
  if (resource.kind === 'moved') return methodsOf(resource.resource)
  return resource.kind === 'private' ? resource.methods : methodsByKind[resource.kind]
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
