import { requestIdPattern } from '../contract/values/fields.ts'
import { hasApiKey } from './hide-api-keys.ts'

/** Attributes of a span. Never a key, a token, or user input. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export type SpanFacts = {
  /** Low cardinality: values that differ between calls belong in the attributes. */
  name: string
  kind: 'server' | 'client' | 'consumer' | 'internal'
  attributes?: SpanAttributes
  /** `traceparent` of the caller; null = the caller sent none. Without this field the running span is the parent. */
  incoming?: string | null
  /** Whether `incoming` is untrusted: the trace keeps its id, but its sampling flag is ignored. */
  isIncomingUntrusted?: boolean
}

export type Span = {
  /** Trace id for logs, and `traceparent` for outgoing calls. */
  readonly context: TraceContext
  rename(name: string): void
  describe(attributes: SpanAttributes): void
  /** Ends the span; with an error as failed. Only the code or name of the error is recorded. */
  end(error?: unknown): void
}

export type Tracing = {
  /** Whether a span is running: work outside of requests and jobs is not traced. */
  isInside(): boolean
  /** Trace of the running span, for log lines; null outside of any. */
  traceId(): string | null
  begin(facts: SpanFacts): Span
  /** Runs `work` in a span: spans that it begins, however late, are children. */
  inside<Result>(span: Span, work: () => Result): Result
  /** Exports the remaining spans. Never throws, and returns in bounded time. */
  close(): Promise<void>
}

/** Runs work in a span, which fails with the work; without tracing only runs it. */
export async function runInSpan<Result>(
  tracing: Tracing | null,
  facts: SpanFacts,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  if (tracing === null) return work(null)
  const span = tracing.begin(facts)
  try {
    const result = await tracing.inside(span, () => work(span))
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** W3C trace context of one request: continues the caller's trace with a new span, or begins a trace. */
export type TraceContext = { traceId: string; traceparent: string }

/** The parts of a `traceparent`; null when it is malformed or all zero (W3C Trace Context). */
export function readTraceparent(incoming: string | null): { traceId: string; spanId: string; flags: string } | null {
  const [, traceId, spanId, flags] = incoming?.match(traceparentPattern) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  return /^0+$/.test(traceId) || /^0+$/.test(spanId) ? null : { traceId, spanId, flags }
}

/** Continues the trace of a `traceparent` of another program of the product, or begins a new one. */
export function createTraceContext(incoming: string | null): TraceContext {
  const known = readTraceparent(incoming)
  return createContext(known?.traceId, known?.flags ?? '01')
}

/** Like {@link createTraceContext} for an untrusted `traceparent`: keeps the id, ignores the sampling flag. */
export function createUntrustedTraceContext(incoming: string | null): TraceContext {
  return createContext(readTraceparent(incoming)?.traceId, '01')
}

function createContext(knownTraceId: string | undefined, flags: string): TraceContext {
  // One call for both ids: requests that a service answers pass here.
  const random = createRandomHex(24)
  const traceId = knownTraceId ?? random.slice(16)
  return { traceId, traceparent: `00-${traceId}-${random.slice(0, 16)}-${flags}` }
}

export function createTraceId(): string {
  return createRandomHex(16)
}

/** The caller's request id when it matches the pattern and holds no API key, else a new one. */
export function createRequestId(incoming: string | null): string {
  // The pattern knows no percent sign: nothing is hidden by an encoding.
  const isHarmless = incoming !== null && requestIdPattern.test(incoming) && !hasApiKey(incoming)
  return isHarmless ? incoming : crypto.randomUUID()
}

function createRandomHex(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex()
}
