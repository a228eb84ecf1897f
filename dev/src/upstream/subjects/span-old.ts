/** Half-open span of time `[from, until)`, epoch milliseconds. */
export type Span = { fromEpochMs: number; untilEpochMs: number }

/** Whether the instant lies in the span. */
export function spanHolds(span: Span, epochMs: number): boolean {
  return epochMs >= span.fromEpochMs && epochMs < span.untilEpochMs
}

/** Whether two spans share an instant. */
export function spansMeet(a: Span, b: Span): boolean {
  return a.fromEpochMs < b.untilEpochMs && b.fromEpochMs < a.untilEpochMs
}
