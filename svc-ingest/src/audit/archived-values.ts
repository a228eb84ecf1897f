import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { AsOfRule } from '@hexawatt/shared/stored-rows/as-of-rule'
import { chooseKnownValues } from '@hexawatt/shared/stored-rows/known-rows'
import { readValueVersions } from '@hexawatt/shared/stored-rows/row-version-store'
import type { SlotSpan, StoredValue } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { hourStart, isoSeconds } from '@hexawatt/shared/time/instant'
import { judge } from '../pipeline/plausibility.ts'
import { nameWhole } from '../pipeline/precedence.ts'
import type { Measurement } from '../sources/definition/content.ts'
import { readSetAside } from './archive-store.ts'
import { type AuditedVersions, auditVersions, type ContentKind, type PayloadArrival } from './audit-versions.ts'
import { type AuditDeps, listFaults, type PayloadReading } from './payload-reader.ts'

/** Values as they were known, from the payloads, ordered by slot and series; and contradictions of the stored values. */
type KnownValues = { values: StoredValue[]; findings: string[] }

/** Values of a span as an as-of rule selects them from the payloads. */
export async function readKnownValues(deps: AuditDeps, span: SlotSpan, rule: AsOfRule): Promise<KnownValues> {
  const { versions, findings, seriesOrder } = await deriveValues(deps, span.feed, span, rule.until)
  return { values: chooseKnownValues(versions, span, rule, seriesOrder), findings }
}

/** A value without its origin. */
type SlotContent = Omit<StoredValue, 'publisher' | 'knownFrom' | 'payloadId'>

/** How values of a feed are compared and named in findings. */
export function describeValueKind(feed: FeedId): ContentKind<SlotContent> {
  return {
    keyOf: ({ series, slotStart }) => `${series} ${slotStart.epochMilliseconds}`,
    wholeOf: (item) => nameWhole(feed, item),
    isSame: (a, b) => a.value === b.value && a.slotEnd.equals(b.slotEnd),
    textOf: ({ series, slotStart, slotEnd, value }) =>
      `${feed} ${series} ${value} for ${isoSeconds(slotStart)} to ${isoSeconds(slotEnd)}`,
  }
}

/** Versions of values, and the order of their series in the database's collation. */
type DerivedValues = Omit<AuditedVersions<SlotContent>, 'events'> & { seriesOrder: string[] }

/**
 * The versions of the slots of a span as the archived payloads give them: parsed, judged and compared as the pipeline does.
 *
 * @param until versions that became known later are ignored
 */
async function deriveValues(
  { sql, payloads }: AuditDeps,
  feed: FeedId,
  span: SlotSpan,
  until: Temporal.Instant,
): Promise<DerivedValues> {
  const stored = await readValueVersions(sql, span, until)
  const readings = await payloads.read(
    feed,
    stored.map(({ payloadId }) => payloadId),
  )
  const givenBy = (event: PayloadArrival) => listGivenValues(feed, readings.get(event.payloadId), span, event, stored)
  const isSetAside = await readSetAside(sql, span, until)
  const audited = auditVersions(describeValueKind(feed), stored, givenBy, { isSetAside })
  return {
    versions: audited.versions,
    findings: [...listFaults(readings, audited.events), ...audited.findings],
    seriesOrder: [...new Set(stored.map(({ series }) => series))],
  }
}

/** No limit: the limits in force at the time are not known, and prices beyond them were quarantined then. */
const anyPrice = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }

/**
 * Values that a payload gave of the slots of a span when it was received; null when it cannot be read.
 *
 * @param stored stored versions; a version that an earlier program read differently from the same payload is accepted
 */
export function listGivenValues(
  feed: FeedId,
  reading: PayloadReading | undefined,
  span: SlotSpan,
  { knownFrom, payloadId }: PayloadArrival,
  stored: readonly StoredValue[],
): SlotContent[] | null {
  if (reading?.kind !== 'read') return null
  const { measurements, formerReading = [] } = reading.normalised
  const isStored = ({ series, slotStart }: Measurement) =>
    stored.some((one) => one.payloadId === payloadId && one.series === series && one.slotStart.equals(slotStart))
  // Whether a value is accepted depends on the other slots of its hour.
  const inHours = [...measurements, ...formerReading.filter(isStored)].filter(createSpanFilter(widenToHours(span)))
  const { accepted } = judge(feed, inHours, knownFrom, anyPrice)
  return accepted.filter(createSpanFilter(span)).map(({ series, slotStart, slotEnd, value, updatedAt }) => {
    return { series, slotStart, slotEnd, value, sourceUpdatedAt: updatedAt }
  })
}

/** The span, extended to the hours that it touches. */
function widenToHours({ from, to, ...span }: SlotSpan): SlotSpan {
  const end = hourStart(to)
  return { ...span, from: hourStart(from), to: end.equals(to) ? end : end.add({ hours: 1 }) }
}

function createSpanFilter({ series, from, to }: SlotSpan): (measurement: Measurement) => boolean {
  const [fromMs, toMs] = [from.epochMilliseconds, to.epochMilliseconds]
  return ({ series: own, slotStart: { epochMilliseconds: startMs } }) =>
    startMs >= fromMs && startMs < toMs && (series === undefined || series.includes(own))
}
