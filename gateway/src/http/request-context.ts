import type { OperationId } from '@hexawatt/shared/contract/operations'
import { requestIdFrom, strangerTraceContext, type TraceContext } from '@hexawatt/shared/telemetry/trace'
import type { LimitSubject, Quota } from '../limits/quota.ts'
import type { LeavePlace } from './places.ts'

/** What of the HTTP server a request asks for. */
export type PeerLookup = { requestIP(request: Request): { address: string } | null }

/**
 * One request on its way through the gateway; only `operationId`, `counted`, `countBeforeService`, `leaveStream` and `trace` are filled in
 * on the way.
 */
export type RequestContext = {
  readonly request: Request
  readonly requestId: string
  /** Monotonic, ms. */
  readonly startedAtMs: number
  readonly server: PeerLookup | null
  /** What is asked; null for pages, and for what does not exist. */
  operationId: OperationId | null
  /** Whose limits the request was counted against, and what is left of them; null as long as it was not. */
  counted: { subject: LimitSubject; quota: Quota } | null
  /** Counts a request that costs nothing as long as no service is asked; null for one that was counted, or never is. */
  countBeforeService: (() => Promise<void>) | null
  /** Frees the account's stream that the request holds; null when it holds none. */
  leaveStream: LeavePlace | null
  trace: TraceContext | null
}

/** Begins the way of a request. */
export function createRequestContext(request: Request, server: PeerLookup | null): RequestContext {
  return {
    request,
    requestId: requestIdFrom(request.headers.get('x-request-id')),
    startedAtMs: performance.now(),
    server,
    operationId: null,
    counted: null,
    countBeforeService: null,
    leaveStream: null,
    trace: null,
  }
}

/** Trace of a request, read when it is first asked for: answers from the cache are not traced further. */
export function traceOf(context: RequestContext): TraceContext {
  context.trace ??= strangerTraceContext(context.request.headers.get('traceparent'))
  return context.trace
}
