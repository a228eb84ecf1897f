import { loggablePath } from '@hexawatt/shared/http/request-facts'
import { type Span, type SpanFacts, type Tracing, withSpan } from '@hexawatt/shared/telemetry/tracing'
import type { Observe, RequestContext } from './http/request-context.ts'
import type { Limiter } from './limits/quota.ts'
import type { Admit } from './pipeline/admit.ts'
import type { RunPipeline } from './pipeline/run-pipeline.ts'
import type { Forward } from './upstream/forward.ts'

/** Methods that may name a span; clients can send any text. */
const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** The parts of the gateway that are traced. Each is wrapped where it is made: without tracing, requests pass no wrapper. */
export type TracedParts = {
  pipeline(runPipeline: RunPipeline): RunPipeline
  admit(admit: Admit): Admit
  take(take: Limiter['take']): Limiter['take']
  forward(forward: Forward): Forward
  observe(observe: Observe): Observe
}

const unchanged = <Part>(part: Part): Part => part

/** Without tracing. */
const untracedParts: TracedParts = {
  pipeline: unchanged,
  admit: unchanged,
  take: unchanged,
  forward: unchanged,
  observe: unchanged,
}

/** Makes the wrapping of the gateway's parts: a span for each request, and below it for the limiter and the call to a service. */
export function createTracedParts(tracing: Tracing | null): TracedParts {
  if (tracing === null) return untracedParts
  const spans = new WeakMap<RequestContext, Span>()
  return {
    pipeline: (runPipeline) =>
      function tracedPipeline(context) {
        const span = tracing.begin(requestFacts(context.request))
        spans.set(context, span)
        context.trace = span.context
        return tracing.inside(span, () => runPipeline(context))
      },
    admit: (admit) =>
      async function tracedAdmit(context, operation) {
        const span = spans.get(context)
        span?.rename(`${methodOf(context.request)} ${operation.path}`)
        span?.describe({ 'http.route': operation.path, 'hexawatt.operation': operation.id })
        const caller = await admit(context, operation)
        span?.describe({ 'hexawatt.plan': caller.rights })
        return caller
      },
    take: (take) => (subject) => withSpan(tracing, limitFacts, async () => take(subject)),
    forward: (forward) => tracedForward(forward, tracing),
    observe: (observe) =>
      function tracedObserve(context, status) {
        observe(context, status)
        const span = spans.get(context)
        span?.describe({ 'http.response.status_code': status })
        span?.end(status >= 500 ? String(status) : undefined)
      },
  }
}

/** The limiter's script; the span does not name the subject. */
const limitFacts: SpanFacts = {
  name: 'EVALSHA limits',
  kind: 'client',
  attributes: { 'db.system.name': 'redis', 'db.operation.name': 'EVALSHA' },
}

function methodOf({ method }: Request): string {
  return knownMethods.has(method) ? method : '_OTHER'
}

function requestFacts(request: Request): SpanFacts {
  const method = methodOf(request)
  return {
    name: method,
    kind: 'server',
    attributes: { 'http.request.method': method, 'url.path': loggablePath(request) },
    incoming: request.headers.get('traceparent'),
    isFromStranger: true,
  }
}

/** The call to a service, up to the head of a forwarded response; the service continues the trace from this span. */
function tracedForward(forward: Forward, tracing: Tracing): Forward {
  return (request) => {
    const { path, owner } = request.operation
    const attributes = { 'http.request.method': 'GET', 'url.path': path, 'hexawatt.service': owner }
    return withSpan(tracing, { name: `GET ${path}`, kind: 'client', attributes }, async (span) => {
      const traceparent = span?.context.traceparent ?? request.traceparent
      const response = await forward({ ...request, traceparent })
      span?.describe({ 'http.response.status_code': response.status })
      return response
    })
  }
}
