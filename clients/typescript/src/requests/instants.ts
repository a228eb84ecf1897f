/** An instant: ISO 8601 with its zone, a `Date`, or anything that knows its milliseconds since 1970, such as `Temporal.Instant`. */
export type InstantInput = string | Date | { readonly epochMilliseconds: number }

/** Text is left for the API to judge. @throws RangeError for a `Date` that is none */
export function instantText(instant: InstantInput): string {
  return typeof instant === 'string' ? instant : utcText(instantMs(instant))
}

/** Milliseconds since 1970. `Date` and not `Temporal`, which the oldest supported platforms do not have. @throws RangeError for what is no instant */
export function instantMs(instant: InstantInput): number {
  const ms = typeof instant === 'object' && 'epochMilliseconds' in instant ? instant.epochMilliseconds : timeOf(instant)
  if (Number.isFinite(ms)) return ms
  throw new RangeError(`Not an instant: ${String(instant)}`)
}

/** As the API writes instants: UTC, whole seconds. */
export function utcText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`
}

/** Text without a zone means another instant on each machine: it is refused. */
function timeOf(instant: string | Date): number {
  if (instant instanceof Date) return instant.getTime()
  return /T.+(?:Z|[+-]\d\d:\d\d)$/.test(instant) ? Date.parse(instant) : Number.NaN
}
