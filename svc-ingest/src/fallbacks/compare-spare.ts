import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { findAgreement } from '../pipeline/precedence.ts'
import type { Measurement } from '../sources/definition/content.ts'

/** A value of a slot. */
export type SlotValue = Pick<Measurement, 'series' | 'slotStart' | 'slotEnd' | 'value'>

/** What a comparison gave; `note` is one value on which they disagree, null when there is none. */
export type SpareComparison = { compared: number; agreeing: number; note: string | null }

type Pair = { series: string; slotStart: Temporal.Instant; spare: number | null; operator: number }

/**
 * Compares the values of a fallback source with those of the operator for the same slots, by the tolerance within which a stored value is not replaced. Where their slots
 * have different lengths, the longer slot is compared with the mean of the shorter ones that fill it. What only one of them has is not compared, except
 * that a slot of the fallback without a required series disagrees: the fallback could not replace the operator.
 */
export function compareSpare(
  feed: FeedId,
  {
    spare,
    operator,
    required,
  }: { spare: readonly SlotValue[]; operator: readonly SlotValue[]; required: readonly string[] },
): SpareComparison {
  const spareBySeries = Map.groupBy(spare, ({ series }) => series)
  const operatorBySeries = Map.groupBy(operator, ({ series }) => series)
  const slotsOfSpare = new Set(spare.map(({ slotStart }) => slotStart.epochMilliseconds))
  const pairs = [...operatorBySeries].flatMap(([series, values]): Pair[] => {
    const given = spareBySeries.get(series)
    if (given !== undefined) return [...pairsOf(values, given, 'operator'), ...pairsOf(given, values, 'spare')]
    if (!required.includes(series)) return []
    return values.flatMap(({ slotStart, value }) =>
      slotsOfSpare.has(slotStart.epochMilliseconds) ? [{ series, slotStart, spare: null, operator: value }] : [],
    )
  })
  const differing = pairs.filter(
    // One cent of a price is not exactly 0.01 in binary.
    ({ spare, operator }) => spare === null || Math.abs(spare - operator) > findAgreement(feed, operator) + 1e-9,
  )
  const [first] = differing
  const note =
    first && `${first.series} of ${first.slotStart}: ${first.spare ?? 'absent'}, the operator has ${first.operator}`
  return { compared: pairs.length, agreeing: pairs.length - differing.length, note: note ?? null }
}

/** Each slot of one side with the mean of the other side's slots that fill it; where both have the same slot, it is a pair of the operator's side. */
function pairsOf(slots: readonly SlotValue[], others: readonly SlotValue[], side: 'operator' | 'spare'): Pair[] {
  return slots.flatMap(({ series, slotStart, slotEnd, value }) => {
    const [startMs, endMs] = [slotStart.epochMilliseconds, slotEnd.epochMilliseconds]
    const inside = others.filter(
      (other) => other.slotStart.epochMilliseconds >= startMs && other.slotEnd.epochMilliseconds <= endMs,
    )
    const lengthMs = (one: SlotValue) => one.slotEnd.epochMilliseconds - one.slotStart.epochMilliseconds
    const filledMs = inside.reduce((sum, one) => sum + lengthMs(one), 0)
    if (filledMs !== endMs - startMs || (side === 'spare' && inside.length === 1)) return []
    const mean = inside.reduce((sum, one) => sum + one.value * lengthMs(one), 0) / filledMs
    return [
      {
        series,
        slotStart,
        ...(side === 'operator' ? { spare: mean, operator: value } : { spare: value, operator: mean }),
      },
    ]
  })
}
