/** Half-open span `[startMs, endMs)`, ms since the epoch. */
export type Span = { startMs: number; endMs: number }

/** Milliseconds of a UTC day. */
export const utcDayMs = 24 * 60 * 60_000

/** The UTC days that a span touches, oldest first. */
export function listUtcDays({ startMs, endMs }: Span): Span[] {
  const firstMs = Math.floor(startMs / utcDayMs) * utcDayMs
  const count = Math.max(0, Math.ceil((endMs - firstMs) / utcDayMs))
  return Array.from({ length: count }, (_, index) => {
    const dayMs = firstMs + index * utcDayMs
    return { startMs: dayMs, endMs: dayMs + utcDayMs }
  })
}

/** Intersection of two spans; null when they do not overlap. */
export function intersectSpans(a: Span, b: Span): Span | null {
  const startMs = Math.max(a.startMs, b.startMs)
  const endMs = Math.min(a.endMs, b.endMs)
  return startMs < endMs ? { startMs, endMs } : null
}
