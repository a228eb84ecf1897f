import { requestIdFrom, traceContext } from '../telemetry/trace.ts'

/** What is known about a request before anything is decided: it is the same in answers, errors and logs. */
export type RequestFacts = { requestId: string; traceId: string; traceparent: string; startedAtMs: number }

const factsByRequest = new WeakMap<Request, RequestFacts>()

/** Facts of a request, made on first sight: also errors that happen before any hook find them. */
export function requestFacts(request: Request): RequestFacts {
  const known = factsByRequest.get(request)
  if (known !== undefined) return known
  const facts: RequestFacts = {
    requestId: requestIdFrom(request.headers.get('x-request-id')),
    ...traceContext(request.headers.get('traceparent')),
    startedAtMs: performance.now(),
  }
  factsByRequest.set(request, facts)
  return facts
}
