import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { AsOfRule } from '@hexawatt/shared/stored-rows/as-of-rule'
import { chooseKnownDocuments, isWithinSpan } from '@hexawatt/shared/stored-rows/known-rows'
import { readDocumentVersions } from '@hexawatt/shared/stored-rows/row-version-store'
import type { DocumentSpan, RowOrigin, StoredDocument } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { readVersionsOfKeys } from './archive-store.ts'
import { type AuditedVersions, auditVersions, type ContentKind } from './audit-versions.ts'
import { type AuditDeps, listFaults, type PayloadReading } from './payload-reader.ts'

/** Documents as they were known, from the payloads, ordered by validity; and contradictions of the stored documents. */
type KnownDocuments = { documents: (DocumentContent & RowOrigin)[]; findings: string[] }

/** Documents of a span as an as-of rule selects them from the payloads. The version is selected before the span, as the live reader does. */
export async function readKnownDocuments(deps: AuditDeps, span: DocumentSpan, rule: AsOfRule): Promise<KnownDocuments> {
  const { versions, findings, keyOrder } = await deriveDocuments(deps, span.feed, span, rule.until)
  return { documents: chooseKnownDocuments(versions, span, rule, keyOrder), findings }
}

/** A document without its origin. */
export type DocumentContent = Omit<StoredDocument, 'publisher' | 'knownFrom' | 'payloadId'> & {
  validTo: Temporal.Instant
}

function describeDocumentKind(feed: FeedId): ContentKind<DocumentContent> {
  return {
    keyOf: ({ key }) => key,
    wholeOf: ({ key }) => key,
    isSame: (a, b) => a.validFrom.equals(b.validFrom) && a.validTo.equals(b.validTo) && Bun.deepEquals(a.body, b.body),
    textOf: ({ key, validFrom, validTo, body }) =>
      `${feed} ${key}, valid ${validFrom} to ${validTo}, ${JSON.stringify(body)}`,
  }
}

/** Versions of documents, and the order of their keys in the database's collation. */
type DerivedDocuments = Omit<AuditedVersions<DocumentContent>, 'events'> & { keyOrder: string[] }

/** The versions of the documents of a span as the archived payloads give them. */
async function deriveDocuments(
  { sql, payloads }: AuditDeps,
  feed: FeedId,
  span: DocumentSpan,
  until: Temporal.Instant,
): Promise<DerivedDocuments> {
  const stored = await readDocumentVersions(sql, span, until)
  const readings = await payloads.read(
    feed,
    stored.map(({ payloadId }) => payloadId),
  )
  const judgedKeys = new Set(stored.map(({ key }) => key))
  const wanted = (document: DocumentContent) => judgedKeys.has(document.key) || isWithinSpan(document, span)
  const given = new Map([...readings].map(([id, reading]) => [id, listGivenDocuments(reading)?.filter(wanted) ?? null]))
  const otherKeys = [...given.values()].flatMap((documents) => (documents ?? []).map(({ key }) => key))
  // A newer stored version of a document may lie outside of the span.
  const context = await readVersionsOfKeys(
    sql,
    feed,
    [...new Set(otherKeys)].filter((key) => !judgedKeys.has(key)),
    until,
  )
  const givenBy = ({ payloadId }: { payloadId: string }) => given.get(payloadId) ?? null
  const audited = auditVersions(describeDocumentKind(feed), stored, givenBy, { context })
  return {
    versions: audited.versions,
    findings: [...listFaults(readings, audited.events), ...audited.findings],
    keyOrder: [...judgedKeys],
  }
}

function listGivenDocuments(reading: PayloadReading): DocumentContent[] | null {
  if (reading.kind === 'fault') return null
  return reading.normalised.documents.map(({ key, validFrom, validTo, body, updatedAt }) => {
    return { key, validFrom, validTo, body, sourceUpdatedAt: updatedAt }
  })
}
