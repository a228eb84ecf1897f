import { requestIdPattern } from '../contract/request-id.ts'
import { hideApiKeys } from './hide-api-keys.ts'

const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** W3C trace context of one request: the caller's trace is continued with a span of ours, else a new one begins. */
export type TraceContext = { traceId: string; traceparent: string }

/** The parts of a `traceparent`; null for one that is malformed or all zero, as the W3C recommendation says. */
export function readTraceparent(incoming: string | null): { traceId: string; spanId: string; flags: string } | null {
  const [, traceId, spanId, flags] = incoming?.match(traceparentPattern) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  return /^0+$/.test(traceId) || /^0+$/.test(spanId) ? null : { traceId, spanId, flags }
}

/** Continues the trace of a `traceparent` that a program of ours has sent, or begins a new one. */
export function traceContext(incoming: string | null): TraceContext {
  const known = readTraceparent(incoming)
  return contextOf(known?.traceId ?? randomTraceId(), known?.flags ?? '01')
}

/** The same for a `traceparent` of a stranger: its id is kept, but whether a trace is recorded is not the stranger's to say. */
export function strangerTraceContext(incoming: string | null): TraceContext {
  return contextOf(readTraceparent(incoming)?.traceId ?? randomTraceId(), '01')
}

function contextOf(traceId: string, flags: string): TraceContext {
  return { traceId, traceparent: `00-${traceId}-${randomHex(8)}-${flags}` }
}

export function randomTraceId(): string {
  return randomHex(16)
}

/** The caller's request id when it is short and harmless, else a new one; an API key that was sent in the wrong header is none. */
export function requestIdFrom(incoming: string | null): string {
  const isHarmless = incoming !== null && requestIdPattern.test(incoming) && hideApiKeys(incoming) === incoming
  return isHarmless ? incoming : crypto.randomUUID()
}

function randomHex(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex()
}
