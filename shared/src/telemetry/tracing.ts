import type { TraceContext } from './trace.ts'

/** What a span may say. Never a key, a token, or a value that somebody sent. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export type SpanFacts = {
  /** Of few different values: what differs from call to call belongs into the attributes. */
  name: string
  kind: 'server' | 'client' | 'consumer' | 'internal'
  attributes?: SpanAttributes
  /** `traceparent` that came from outside, null = none came. Without it the span stands below the one that runs. */
  incoming?: string | null
  /** Whether `incoming` is a stranger's: the trace keeps its id, and the sampler decides as if nobody had asked for it to be recorded. */
  isFromStranger?: boolean
}

/** A piece of work that is measured. */
export type Span = {
  /** As logs and calls to others name it. */
  readonly context: TraceContext
  rename(name: string): void
  describe(attributes: SpanAttributes): void
  /** Ends it. With an error it is a failed one; of the error only its code or name is told. */
  end(error?: unknown): void
}

export type Tracing = {
  /** Whether there is a running span: what nobody's request or job asked for is not traced. */
  isInside(): boolean
  /** Trace of the running span, for log lines; null outside of any. */
  traceId(): string | null
  begin(facts: SpanFacts): Span
  /** Does work inside of a span: what begins there, however late, stands below it. */
  inside<Result>(span: Span, work: () => Result): Result
  /** Sends what is left. Never throws, and leaves in bounded time. */
  close(): Promise<void>
}

/** Measures work by a span, failed when the work fails; only does it when nothing is traced. */
export async function withSpan<Result>(
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
