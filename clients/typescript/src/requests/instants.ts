/**
 * An instant: a `Date`, any object with milliseconds since 1970, such as `Temporal.Instant`, or text in ISO 8601 with its zone. In a query
 * also a date or a time of day in Paris (`2026-02-04`, `07:00`), which the API reads.
 */
export type InstantInput = string | Date | { readonly epochMilliseconds: number }

/** The text of an instant in a query. @throws RangeError for an invalid `Date` */
export const textOrUndefined = (instant: InstantInput | undefined): string | undefined =>
  instant === undefined ? undefined : instantText(instant)

/** Text is validated by the API. @throws RangeError for an invalid `Date` */
function instantText(instant: InstantInput): string {
  return typeof instant === 'string' ? instant : formatUtc(readInstantMs(instant))
}

/** Milliseconds since 1970. Uses `Date`: the oldest supported platforms have no `Temporal`. @throws RangeError for an invalid instant */
export function readInstantMs(instant: InstantInput): number {
  const ms = typeof instant === 'object' && 'epochMilliseconds' in instant ? instant.epochMilliseconds : timeOf(instant)
  if (Number.isFinite(ms)) return ms
  throw new RangeError(`Not an instant: ${String(instant)}`)
}

/** The API's format of instants: UTC, seconds, and milliseconds where there are any. */
export function formatUtc(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

/** Text without a zone is refused: it means a different instant on each machine. */
function timeOf(instant: string | Date): number {
  if (instant instanceof Date) return instant.getTime()
  return /T.+(?:Z|[+-]\d\d:\d\d)$/.test(instant) ? Date.parse(instant) : Number.NaN
}
