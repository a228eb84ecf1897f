/** When a stored version became known, from which payload, and the publisher's own date of it. */
export type RowOrigin = {
  knownFrom: Temporal.Instant
  payloadId: string
  sourceUpdatedAt: Temporal.Instant | null
}

/** The newest date that the publisher gave to any of these rows; null when it gave none. */
export function newestSourceUpdate(rows: readonly RowOrigin[]): Temporal.Instant | null {
  return rows
    .flatMap(({ sourceUpdatedAt }) => sourceUpdatedAt ?? [])
    .reduce<Temporal.Instant | null>(
      (newest, date) => (newest === null || Temporal.Instant.compare(date, newest) > 0 ? date : newest),
      null,
    )
}
