import type { AsOfRule } from './as-of-rule.ts'
import type { StoredDocumentVersion } from './row-version-store.ts'
import type { DocumentSpan, RowOrigin, SlotSpan, StoredValue } from './stored-rows-store.ts'

/**
 * Of each slot of a span the version that counts as known, ordered by slot, then series.
 *
 * @param versions every version of the slots, known by the `until` of the rule
 * @param seriesOrder series in the database's collation: floating-point sums depend on the order of the rows. A series that is not listed comes last.
 */
export function chooseKnownValues(
  versions: readonly StoredValue[],
  { feed, to }: Pick<SlotSpan, 'feed' | 'to'>,
  rule: AsOfRule,
  seriesOrder: readonly string[],
): StoredValue[] {
  const toMs = to.epochMilliseconds
  const bySlot = new Map<number, Map<string, StoredValue[]>>()
  for (const version of versions) {
    if (version.slotEnd.epochMilliseconds > toMs) continue
    bySlot
      .getOrInsertComputed(version.slotStart.epochMilliseconds, () => new Map<string, StoredValue[]>())
      .getOrInsertComputed(version.series, () => [])
      .push(version)
  }
  const rank = createRank(seriesOrder)
  return [...bySlot]
    .sort(([a], [b]) => a - b)
    .flatMap(([, ofSlot]) =>
      [...ofSlot.values()]
        .flatMap((ofSeries) => rule.choose(feed, ofSeries) ?? [])
        .sort((a, b) => rank(a.series) - rank(b.series)),
    )
}

/** A version of a document: its content and where it came from. */
type DocumentVersion = Omit<StoredDocumentVersion, keyof RowOrigin> & RowOrigin

/**
 * Of each document the version that counts as known, ordered by validity. The version is selected before the span: a document that was moved out of the span
 * is absent, whatever its former versions say.
 *
 * @param versions every version of the documents, known by the `until` of the rule
 * @param keyOrder keys in the database's collation
 */
export function chooseKnownDocuments<Version extends DocumentVersion>(
  versions: readonly Version[],
  span: DocumentSpan,
  rule: AsOfRule,
  keyOrder: readonly string[],
): Version[] {
  const slots = versions.map((version) => ({ ...version, slotStart: version.validFrom, slotEnd: version.validTo }))
  const chosen = [...Map.groupBy(slots, ({ key }) => key).values()].flatMap(
    (ofKey) => rule.choose(span.feed, ofKey) ?? [],
  )
  const rank = createRank(keyOrder)
  return chosen
    .filter((document) => isWithinSpan(document, span))
    .sort((a, b) => Temporal.Instant.compare(a.validFrom, b.validFrom) || rank(a.key) - rank(b.key))
}

/** Whether a document is in force at some moment of a span. */
export function isWithinSpan(
  { validFrom, validTo }: { validFrom: Temporal.Instant; validTo: Temporal.Instant },
  { from, to }: DocumentSpan,
): boolean {
  return Temporal.Instant.compare(validTo, from) > 0 && Temporal.Instant.compare(validFrom, to) < 0
}

function createRank(order: readonly string[]): (name: string) => number {
  const ranks = new Map(order.map((name, rank) => [name, rank]))
  return (name) => ranks.get(name) ?? order.length
}
