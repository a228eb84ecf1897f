const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const requestIdPattern = /^[A-Za-z0-9._-]{8,64}$/

/** W3C trace context of one request: the caller's trace is continued with a span of ours, else a new one begins. */
export type TraceContext = { traceId: string; traceparent: string }

/** Reads `traceparent`; anything malformed or all zero is replaced, as the W3C recommendation says. */
export function traceContext(incoming: string | null): TraceContext {
  const match = incoming?.match(traceparentPattern)
  const known = match?.[1] !== undefined && !/^0+$/.test(match[1]) && !/^0+$/.test(match[2] ?? '0')
  const traceId = known && match?.[1] ? match[1] : randomHex(16)
  return { traceId, traceparent: `00-${traceId}-${randomHex(8)}-${known ? match?.[3] : '01'}` }
}

/** The caller's request id when it is short and harmless, else a new one. */
export function requestIdFrom(incoming: string | null): string {
  return incoming !== null && requestIdPattern.test(incoming) ? incoming : crypto.randomUUID()
}

function randomHex(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex()
}
