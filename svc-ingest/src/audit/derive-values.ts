import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { FeedDefinition } from '../feeds/feed.ts'
import type { Measurement } from '../feeds/measurement.ts'
import type { SlotSpan, StoredValue } from '../inputs/slot-value-store.ts'
import { judge } from '../pipeline/plausibility.ts'
import type { AuditDeps } from './audit-deps.ts'
import { type AuditedVersions, auditVersions, type ContentKind, type KnowledgeEvent } from './audit-versions.ts'
import { faultsOf } from './payload-faults.ts'
import type { PayloadReading } from './payload-reading.ts'
import { readValueVersions } from './version-store.ts'

/** A value without its origin. */
export type SlotContent = Omit<StoredValue, 'knownFrom' | 'payloadId'>

/** Values of one feed: named in findings with the feed. */
export function valueKind(feed: FeedDefinition): ContentKind<SlotContent> {
  return {
    keyOf: ({ series, slotStart }) => `${series} ${slotStart.epochMilliseconds}`,
    isSame: (a, b) => a.value === b.value && a.slotEnd.equals(b.slotEnd),
    textOf: ({ series, slotStart, slotEnd, value }) =>
      `${feed.id} ${series} ${value} for ${isoSeconds(slotStart)} to ${isoSeconds(slotEnd)}`,
  }
}

/** Versions of values, and the order that the database gives to their series. */
export type DerivedValues = Omit<AuditedVersions<SlotContent>, 'events'> & { seriesOrder: string[] }

/**
 * The versions of the slots of a span as the archived payloads give them: read, judged and compared as the pipeline does it.
 *
 * @param until what became known later is left aside
 */
export async function deriveValues(
  { sql, payloads }: AuditDeps,
  feed: FeedDefinition,
  span: SlotSpan,
  until: Temporal.Instant,
): Promise<DerivedValues> {
  const stored = await readValueVersions(sql, span, until)
  const readings = await payloads.read(
    feed,
    stored.map(({ payloadId }) => payloadId),
  )
  const givenBy = (event: KnowledgeEvent) => givenValues(feed, readings.get(event.payloadId), span, event)
  const audited = auditVersions(valueKind(feed), stored, givenBy)
  return {
    versions: audited.versions,
    findings: [...faultsOf(readings, audited.events), ...audited.findings],
    seriesOrder: [...new Set(stored.map(({ series }) => series))],
  }
}

/** What a payload gave of the slots of a span when it came; null when it cannot be read. */
export function givenValues(
  feed: FeedDefinition,
  reading: PayloadReading | undefined,
  span: SlotSpan,
  { knownFrom }: KnowledgeEvent,
): SlotContent[] | null {
  if (reading?.kind !== 'read') return null
  const inSpan = reading.normalised.measurements.filter((measurement) => liesIn(measurement, span))
  return judge(feed, inSpan, knownFrom).accepted.map(({ series, slotStart, slotEnd, value, updatedAt }) => {
    return { series, slotStart, slotEnd, value, sourceUpdatedAt: updatedAt }
  })
}

function liesIn({ series: own, slotStart }: Measurement, { series, from, to }: SlotSpan): boolean {
  const isOfSeries = series === undefined || series.includes(own)
  return isOfSeries && Temporal.Instant.compare(slotStart, from) >= 0 && Temporal.Instant.compare(slotStart, to) < 0
}
