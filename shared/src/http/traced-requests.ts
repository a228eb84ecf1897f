import type { Span, Tracing } from '../telemetry/tracing.ts'
import { continueTrace } from './request-facts.ts'
import { shownPath } from './shown-path.ts'

/** Answers a request; what the framework hands over beside it is passed on as it is. */
type Handle = (...handed: unknown[]) => unknown

/**
 * Gives every request a span that continues the trace of the caller, and does all of its work inside. It stands around the framework's own
 * handler, since its hooks come before and after the work and not around it. Returns what `Elysia.wrap` takes.
 *
 * @param untraced paths of probes, which would bury everything else
 */
export function traceRequests(tracing: Tracing, untraced: ReadonlySet<string>) {
  return function traced(handle: Handle, request: Request): Handle {
    const path = shownPath(request)
    if (untraced.has(path)) return handle
    return function handleTraced(...handed) {
      const span = tracing.begin({
        name: request.method,
        kind: 'server',
        attributes: { 'http.request.method': request.method, 'url.path': path },
        incoming: request.headers.get('traceparent'),
      })
      continueTrace(request, span.context)
      return tracing.inside(span, () => answered(handle(...handed), span, `${request.method} ${path}`))
    }
  }
}

/** Ends the span with the answer; the framework makes one of every error. */
async function answered(answer: unknown, span: Span, name: string): Promise<unknown> {
  try {
    const response = await answer
    if (response instanceof Response) {
      span.describe({ 'http.response.status_code': response.status })
      // Only a path that exists may be a name: there are few of those.
      if (response.status !== 404) span.rename(name)
    }
    span.end(response instanceof Response && response.status >= 500 ? String(response.status) : undefined)
    return response
  } catch (error) {
    span.end(error)
    throw error
  }
}
