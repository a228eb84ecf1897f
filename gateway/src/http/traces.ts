import { toLoggablePath } from '@hexawatt/shared/http/request-facts'
import { runInSpan, type Span, type SpanFacts, type Tracing } from '@hexawatt/shared/telemetry/tracing'
import type { Limiter } from '../limits/quota/quota.ts'
import type { Forward } from '../upstream/forward.ts'

/** Methods that may name a span; clients can send any text. */
const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Handles a request; passes on the framework's further arguments. */
type Handle = (request: Request, ...handed: unknown[]) => unknown

/** Makes the spans of requests: a span begins before the hooks, which describe it, and ends in the hook that observes the answer. */
export function createRequestTraces(tracing: Tracing | null) {
  const spans = new WeakMap<Request, Span>()
  return {
    /** The span of a request; null without tracing. */
    spanOf: (request: Request): Span | null => (tracing === null ? null : (spans.get(request) ?? null)),
    /** Runs the framework's handling inside the request's span, because hooks run before and after the work, not around it. */
    trace(handle: Handle): Handle {
      if (tracing === null) return handle
      return function handleTraced(request, ...handed) {
        const span = tracing.begin(requestFacts(request))
        spans.set(request, span)
        return tracing.inside(span, () => handle(request, ...handed))
      }
    },
  }
}
export type RequestTraces = ReturnType<typeof createRequestTraces>

/** Names the span of a request after its route. */
export function describeOperation(span: Span, request: Request, operation: { path: string; id: string }): void {
  span.rename(`${knownMethod(request)} ${operation.path}`)
  span.describe({ 'http.route': operation.path, 'hexawatt.operation': operation.id })
}

function knownMethod({ method }: Request): string {
  return knownMethods.has(method) ? method : '_OTHER'
}

function requestFacts(request: Request): SpanFacts {
  const method = knownMethod(request)
  return {
    name: method,
    kind: 'server',
    attributes: { 'http.request.method': method, 'url.path': toLoggablePath(request) },
    incoming: request.headers.get('traceparent'),
    isIncomingUntrusted: true,
  }
}

/** The call of the limit script; the span does not name the subject. */
const limitFacts: SpanFacts = {
  name: 'EVALSHA limits',
  kind: 'client',
  attributes: { 'db.system.name': 'redis', 'db.operation.name': 'EVALSHA' },
}

/** Runs the limiter's call in its own span. */
export function traceTake(take: Limiter['take'], tracing: Tracing | null): Limiter['take'] {
  if (tracing === null) return take
  return (subject) => runInSpan(tracing, limitFacts, async () => take(subject))
}

/** The call to a service, up to the head of a forwarded response; the service continues the trace from this span. */
export function traceForward(forward: Forward, tracing: Tracing | null): Forward {
  if (tracing === null) return forward
  return (request) => {
    const { path, owner } = request.operation
    const attributes = { 'http.request.method': 'GET', 'url.path': path, 'hexawatt.service': owner }
    return runInSpan(tracing, { name: `GET ${path}`, kind: 'client', attributes }, async (span) => {
      const traceparent = span?.context.traceparent ?? request.traceparent
      const response = await forward({ ...request, traceparent })
      span?.describe({ 'http.response.status_code': response.status })
      return response
    })
  }
}
