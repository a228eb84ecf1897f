import { hideApiKeys } from '../telemetry/hide-api-keys.ts'
import { createRequestId, createTraceContext, type TraceContext } from '../telemetry/tracing.ts'

/** Facts of a request that responses, errors and logs share. */
export type RequestFacts = { requestId: string; startedAtMs: number; trace: TraceContext | null }

const factsKey = Symbol('facts of the request')

/** Carries its own facts: cheaper than a weak map from requests to facts, which every collection visits. */
type KnownRequest = Request & { [factsKey]?: RequestFacts }

/** Facts of a request, made at first use: errors before any hook find them too. */
export function readRequestFacts(request: KnownRequest): RequestFacts {
  request[factsKey] ??= {
    requestId: createRequestId(request.headers.get('x-request-id')),
    startedAtMs: performance.now(),
    trace: null,
  }
  return request[factsKey]
}

/** Trace of a request, read at first use. Call it before the response is sent, which frees the request's headers. */
export function readRequestTrace(request: Request): TraceContext {
  const facts = readRequestFacts(request)
  facts.trace ??= createTraceContext(request.headers.get('traceparent'))
  return facts.trace
}

/** Replaces the trace of a request by that of its span. */
export function continueTrace(request: Request, trace: TraceContext): void {
  readRequestFacts(request).trace = trace
}

/** Longest path in problems, logs and traces, characters. */
const maxShownPath = 256

/** The path for problems, logs and traces: bounded, without query, with API keys blanked. Never throws. */
export function toLoggablePath({ url }: Request): string {
  const [path = ''] = url.slice(findPathStart(url)).split('?', 1)
  return hideApiKeys(path.slice(0, maxShownPath))
}

/**
 * Index of the path in a request's address. Without a valid `Host` header the server gives the path alone, which is no URL.
 */
export function findPathStart(url: string): number {
  return url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
}

/** A path without the slashes at its end. Not a regular expression: that takes the square of their number where thousands stand in the middle. */
export function trimEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** Whether a host is this machine: browsers treat it as secure although nothing is encrypted. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

/** Protocol that a proxy says it was asked by, in lower case: that of the client, where several are named. */
export function readForwardedProtocol(headers: Headers): string | undefined {
  return headers.get('x-forwarded-proto')?.split(',', 1)[0]?.trim().toLowerCase()
}

/**
 * Whether a request came in a way that cannot be read by others: over TLS, or on this machine. Any proxy that says that it was asked over plain
 * HTTP is believed: the claim can only lead to a refusal.
 */
export function isPrivateConnection({ url, headers }: Request, publicBaseUrl: string): boolean {
  const { protocol, hostname } = new URL(publicBaseUrl)
  if (protocol === 'https:') return readForwardedProtocol(headers) !== 'http'
  if (!isLoopbackHost(hostname) || findPathStart(url) === 0) return false
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname)
}
