import { round2OrNull } from '@hexawatt/shared/bounds/numbers'
import type {
  CarbonSeriesPoint,
  SeriesBoundary,
  SeriesResolution,
} from '@hexawatt/shared/contract/carbon/carbon-series'
import {
  type Finality,
  findCorrectedUntilMs,
  findImportsSettledUntilMs,
  isFinal,
} from '@hexawatt/shared/methodology/mix-finality'
import {
  formatIsoSecondsOfMs,
  hourMs,
  minuteMs,
  pickEarlier,
  pickLater,
  quarterHourMs,
} from '@hexawatt/shared/time/instant'
import type { PointSpan } from '../points/utc-span.ts'
import type { SeriesKind, SeriesRow } from './series-store.ts'

const slotMs = { '15m': quarterHourMs, '1h': hourMs } as const satisfies Record<SeriesResolution, number>

/**
 * Start of the first slot that begins in a span, and end of the last one that has ended by `now`; equal when there is none.
 *
 * @param from inclusive
 * @param to exclusive; a slot that begins before it may end after it
 */
export function toSlotSpan(
  from: Temporal.Instant,
  to: Temporal.Instant,
  resolution: SeriesResolution,
  now: Temporal.Instant,
): PointSpan {
  const lengthMs = slotMs[resolution]
  const ceilToSlot = (instant: Temporal.Instant): Temporal.Instant =>
    instant.round({ smallestUnit: 'minute', roundingIncrement: lengthMs / minuteMs, roundingMode: 'ceil' })
  const afterLastEnded = now.add({ milliseconds: 1 - lengthMs })
  const [first, end] = [ceilToSlot(from), ceilToSlot(pickEarlier(to, afterLastEnded))]
  return { from: first, end: pickLater(first, end) }
}

/** Makes the rule by which a slot is final: its generation is, and its imports are where they count. */
function createFinalRule(boundary: SeriesBoundary, now: Temporal.Instant) {
  const correctedUntilMs = findCorrectedUntilMs(now)
  const settledUntilMs = boundary === 'consumption' ? findImportsSettledUntilMs(now) : Number.POSITIVE_INFINITY
  return (mixFinality: Finality, slotEndMs: number): boolean =>
    slotEndMs <= settledUntilMs && isFinal(mixFinality, slotEndMs, correctedUntilMs)
}

/** Every slot of a span of whole slots, with the stored values; null where none is stored. Instants are written from ms: there are 35 000 in a year. */
export function fillSlots(
  rows: readonly SeriesRow[],
  { from, end }: PointSpan,
  { boundary, resolution }: SeriesKind,
  now: Temporal.Instant,
): CarbonSeriesPoint[] {
  const [firstMs, lengthMs] = [from.epochMilliseconds, slotMs[resolution]]
  const byStart = new Map(rows.map((row) => [row[0], row]))
  const isPointFinal = createFinalRule(boundary, now)
  return Array.from({ length: (end.epochMilliseconds - firstMs) / lengthMs }, (_, at) => {
    const startMs = firstMs + at * lengthMs
    const row = byStart.get(startMs)
    return {
      slotStart: formatIsoSecondsOfMs(startMs),
      slotEnd: formatIsoSecondsOfMs(startMs + lengthMs),
      gCo2PerKwh: round2OrNull(row?.[1] ?? null),
      // Of a slot that is not stored a value may still come.
      final: row !== undefined && isPointFinal(row[2], startMs + lengthMs),
    }
  })
}
