import { requestIdFrom, type TraceContext, traceContext } from '../telemetry/trace.ts'

/** What is known about a request before anything is decided: it is the same in answers, errors and logs. */
export type RequestFacts = { requestId: string; startedAtMs: number; trace: TraceContext | null }

const factsByRequest = new WeakMap<Request, RequestFacts>()

/** Facts of a request, made on first sight: also errors that happen before any hook find them. */
export function requestFacts(request: Request): RequestFacts {
  const known = factsByRequest.get(request)
  if (known !== undefined) return known
  const requestId = requestIdFrom(request.headers.get('x-request-id'))
  const facts: RequestFacts = { requestId, startedAtMs: performance.now(), trace: null }
  factsByRequest.set(request, facts)
  return facts
}

/** Trace of a request, read when it is first asked for: to be asked before the answer, which takes the headers away. */
export function requestTrace(request: Request): TraceContext {
  const facts = requestFacts(request)
  facts.trace ??= traceContext(request.headers.get('traceparent'))
  return facts.trace
}

/** Makes the trace of a request the one of the span that measures it. */
export function continueTrace(request: Request, trace: TraceContext): void {
  requestFacts(request).trace = trace
}
