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

/** Continues the trace of a `traceparent`, or begins a new one. */
export function traceContext(incoming: string | null): TraceContext {
  const known = readTraceparent(incoming)
  const traceId = known?.traceId ?? randomHex(16)
  return { traceId, traceparent: `00-${traceId}-${randomHex(8)}-${known?.flags ?? '01'}` }
}

/** The caller's request id when it is short and harmless, else a new one; an API key that was sent in the wrong header is none. */
export function requestIdFrom(incoming: string | null): string {
  const isHarmless = incoming !== null && requestIdPattern.test(incoming) && hideApiKeys(incoming) === incoming
  return isHarmless ? incoming : crypto.randomUUID()
}

function randomHex(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex()
}
