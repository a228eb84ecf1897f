/**
 * Seconds that a `Retry-After` asks to wait, never negative; null when there is none or it is neither seconds nor an HTTP date.
 * A date is compared with the answer's own `Date` where it can be read: the clock of this machine may be wrong.
 */
export function retryAfterSeconds(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value)
  const untilMs = httpDateMs(value)
  if (untilMs === null) return null
  const fromMs = httpDateMs(headers.get('date') ?? '') ?? nowMs
  return Math.max(0, Math.ceil((untilMs - fromMs) / 1_000))
}

/** Milliseconds since 1970; null for what is no HTTP date. */
function httpDateMs(text: string): number | null {
  // Date.parse alone would take almost any text for a date.
  const ms = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}
