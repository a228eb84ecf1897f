import type { DocumentSpan } from '../inputs/document-version-store.ts'
import type { RowOrigin } from '../inputs/row-origin.ts'
import type { AsOfRule } from './as-of-rule.ts'
import type { AuditDeps } from './audit-deps.ts'
import { type DocumentContent, deriveDocuments, overlaps } from './derive-documents.ts'
import { feedOf, rankIn } from './known-values.ts'

/** Documents as they were known, from the payloads, ordered by validity; and what is wrong with the stored ones. */
export type KnownDocuments = { documents: (DocumentContent & RowOrigin)[]; findings: string[] }

/** What an as-of rule makes of the versions that the payloads of a span give: the version is chosen before the span is. */
export async function knownDocuments(deps: AuditDeps, span: DocumentSpan, rule: AsOfRule): Promise<KnownDocuments> {
  const { versions, findings, keyOrder } = await deriveDocuments(deps, feedOf(span.feed), span, rule.until)
  const slots = versions.map((version) => ({ ...version, slotStart: version.validFrom, slotEnd: version.validTo }))
  const chosen = [...Map.groupBy(slots, ({ key }) => key).values()].flatMap(
    (ofKey) => rule.choose(span.feed, ofKey) ?? [],
  )
  const rank = rankIn(keyOrder)
  return {
    documents: chosen
      .filter((document) => overlaps(document, span))
      .sort((a, b) => Temporal.Instant.compare(a.validFrom, b.validFrom) || rank(a.key) - rank(b.key)),
    findings,
  }
}
