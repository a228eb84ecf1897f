import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { findAgreement } from '../pipeline/precedence.ts'
import type { Measurement } from '../sources/definition/content.ts'

/** A value of a slot. */
export type SlotValue = Pick<Measurement, 'series' | 'slotStart' | 'slotEnd' | 'value'>

/** Result of a comparison; `note` names one value on which the sources disagree, null when they agree. */
export type FallbackComparison = { compared: number; agreeing: number; note: string | null }

type Pair = { series: string; slotStart: Temporal.Instant; fallback: number | null; operator: number }

/**
 * Compares the values of a fallback source with the operator's values for the same slots, by the tolerance within which a stored value is not replaced. Where their slots
 * have different lengths, the longer slot is compared with the mean of the shorter slots that fill it. A value of only one source is not compared, except
 * that a slot of the fallback without a required series disagrees: the fallback could not replace the operator.
 */
export function compareFallback(
  feed: FeedId,
  {
    fallback,
    operator,
    required,
  }: { fallback: readonly SlotValue[]; operator: readonly SlotValue[]; required: readonly string[] },
): FallbackComparison {
  const fallbackBySeries = Map.groupBy(fallback, ({ series }) => series)
  const operatorBySeries = Map.groupBy(operator, ({ series }) => series)
  const fallbackStartsMs = new Set(fallback.map(({ slotStart }) => slotStart.epochMilliseconds))
  const pairs = [...operatorBySeries].flatMap(([series, values]): Pair[] => {
    const given = fallbackBySeries.get(series)
    if (given !== undefined) return [...pairSlots(values, given, 'operator'), ...pairSlots(given, values, 'fallback')]
    if (!required.includes(series)) return []
    return values.flatMap(({ slotStart, value }) =>
      fallbackStartsMs.has(slotStart.epochMilliseconds) ? [{ series, slotStart, fallback: null, operator: value }] : [],
    )
  })
  const differing = pairs.filter(
    // One cent of a price is not exactly 0.01 in binary.
    ({ fallback, operator }) =>
      fallback === null || Math.abs(fallback - operator) > findAgreement(feed, operator) + 1e-9,
  )
  const [first] = differing
  const note =
    first && `${first.series} of ${first.slotStart}: ${first.fallback ?? 'absent'}, the operator has ${first.operator}`
  return { compared: pairs.length, agreeing: pairs.length - differing.length, note: note ?? null }
}

/** Each slot of one side with the mean of the other side's slots that fill it; where both have the same slot, it is a pair of the operator's side. */
function pairSlots(slots: readonly SlotValue[], others: readonly SlotValue[], side: 'operator' | 'fallback'): Pair[] {
  return slots.flatMap(({ series, slotStart, slotEnd, value }) => {
    const [startMs, endMs] = [slotStart.epochMilliseconds, slotEnd.epochMilliseconds]
    const inside = others.filter(
      (other) => other.slotStart.epochMilliseconds >= startMs && other.slotEnd.epochMilliseconds <= endMs,
    )
    const measureMs = (one: SlotValue) => one.slotEnd.epochMilliseconds - one.slotStart.epochMilliseconds
    const filledMs = inside.reduce((sum, one) => sum + measureMs(one), 0)
    if (filledMs !== endMs - startMs || (side === 'fallback' && inside.length === 1)) return []
    const mean = inside.reduce((sum, one) => sum + one.value * measureMs(one), 0) / filledMs
    return [
      {
        series,
        slotStart,
        ...(side === 'operator' ? { fallback: mean, operator: value } : { fallback: value, operator: mean }),
      },
    ]
  })
}
