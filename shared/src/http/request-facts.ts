import { hideApiKeys } from '../telemetry/hide-api-keys.ts'
import { createRequestId, createTraceContext, type TraceContext } from '../telemetry/tracing.ts'

/** Facts of a request that responses, errors and logs share. */
export type RequestFacts = { requestId: string; startedAtMs: number; trace: TraceContext | null }

const factsKey = Symbol('facts of the request')

/** The request carries its own facts: a WeakMap of requests would cost time in every garbage collection. */
type KnownRequest = Request & { [factsKey]?: RequestFacts }

/** Reads the facts of a request and creates them at first use, so that errors before any hook have them too. */
export function readRequestFacts(request: KnownRequest): RequestFacts {
  request[factsKey] ??= {
    requestId: createRequestId(request.headers.get('x-request-id')),
    startedAtMs: performance.now(),
    trace: null,
  }
  return request[factsKey]
}

/** Reads the trace of a request at first use. Call it before the response is sent, which frees the request headers. */
export function readRequestTrace(request: Request): TraceContext {
  const facts = readRequestFacts(request)
  facts.trace ??= createTraceContext(request.headers.get('traceparent'))
  return facts.trace
}

/** Replaces the trace of a request by the trace of its span. */
export function continueTrace(request: Request, trace: TraceContext): void {
  readRequestFacts(request).trace = trace
}

/** Maximum length of a path in problems, logs and traces, characters. */
const maxShownPath = 256

/** Returns the path for problems, logs and traces: bounded, without query, with API keys blanked. Never throws. */
export function toLoggablePath({ url }: Request): string {
  const [path = ''] = url.slice(findPathStart(url)).split('?', 1)
  return hideApiKeys(path.slice(0, maxShownPath))
}

/** Finds the index of the path in a request URL. Without a valid `Host` header the server gives only the path, which is not a URL. */
export function findPathStart(url: string): number {
  return url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
}

/** Removes the slashes at the end of a path. A regular expression would need quadratic time for thousands of slashes in the middle. */
export function trimEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** Whether a host is this machine. Browsers treat it as secure without encryption. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

/** Reads the protocol that a proxy reports, in lower case; of several protocols, the protocol of the client. */
export function readForwardedProtocol(headers: Headers): string | undefined {
  return headers.get('x-forwarded-proto')?.split(',', 1)[0]?.trim().toLowerCase()
}

/**
 * Whether no third party can read the request: it came over TLS, or from this machine. A proxy that reports plain HTTP is believed without proof, because
 * the report can only lead to a refusal.
 */
export function isPrivateConnection({ url, headers }: Request, publicBaseUrl: string): boolean {
  const { protocol, hostname } = new URL(publicBaseUrl)
  if (protocol === 'https:') return readForwardedProtocol(headers) !== 'http'
  if (!isLoopbackHost(hostname) || findPathStart(url) === 0) return false
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname)
}
