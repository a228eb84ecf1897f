import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { Measurement, Refused } from '../sources/definition/content.ts'

/** Feeds whose series come in quarter-hours and in longer slots, by publisher or by age; the slots of the others have one length. */
export const feedsOfSeveralLengths: ReadonlySet<FeedId> = new Set([
  'generation_mix_15min',
  'generation_forecast',
  'consumption',
  'power_exchanges',
  'exchange_schedules',
  'imbalance',
])

/** Reasons to quarantine a value that may be right. */
export const coarserReason = 'a longer slot over shorter ones that cover it: the finer values hold'
const partReason =
  'a shorter slot at the start of a longer one that the shorter ones do not cover: the longer one holds'

/**
 * Sets aside plausible values that overlap others of the same series, because an hour next to its four quarter-hours would count the hour twice. An hour whose
 * quarter-hours are incomplete is accepted, and the quarter-hour with the same start set aside, because slots are stored by their start.
 */
export function separateOverlaps(plausible: Measurement[]): { accepted: Measurement[]; setAside: Refused[] } {
  const mixed = findSeriesOfSeveralLengths(plausible)
  if (mixed.size === 0) return { accepted: plausible, setAside: [] }
  const byHour = Map.groupBy(
    plausible.filter(({ series }) => mixed.has(series)),
    ({ series, slotStart }) => `${series} ${Math.floor(slotStart.epochMilliseconds / hourMs)}`,
  )
  const setAside = [...byHour.values()].flatMap((ofHour) => {
    const findReason = (one: Measurement) => {
      if (isCovered(one, ofHour)) return coarserReason
      return ofHour.some((other) => isFirstOf(other, one) && !isCovered(other, ofHour)) ? partReason : null
    }
    return ofHour.flatMap((measurement) => {
      const reason = findReason(measurement)
      return reason === null ? [] : [{ measurement, reason }]
    })
  })
  const replaced = new Set(setAside.map(({ measurement }) => measurement))
  return { accepted: plausible.filter((one) => !replaced.has(one)), setAside }
}

/** Whether a longer slot begins with a shorter one. */
function isFirstOf(longer: Measurement, shorter: Measurement): boolean {
  return longer.slotStart.equals(shorter.slotStart) && measureMs(longer) > measureMs(shorter)
}

function findSeriesOfSeveralLengths(measurements: readonly Measurement[]): ReadonlySet<string> {
  const lengths = new Map<string, number>()
  const mixed = new Set<string>()
  for (const measurement of measurements) {
    const length = measureMs(measurement)
    if (lengths.getOrInsertComputed(measurement.series, () => length) !== length) mixed.add(measurement.series)
  }
  return mixed
}

/** Whether shorter slots of the same hour cover a slot without a gap. */
function isCovered(slot: Measurement, ofHour: readonly Measurement[]): boolean {
  const [startMs, endMs] = [slot.slotStart.epochMilliseconds, slot.slotEnd.epochMilliseconds]
  const shorter = ofHour
    .filter((other) => measureMs(other) < endMs - startMs)
    .toSorted((a, b) => Temporal.Instant.compare(a.slotStart, b.slotStart))
  let coveredToMs = startMs
  for (const { slotStart, slotEnd } of shorter) {
    if (slotStart.epochMilliseconds <= coveredToMs) coveredToMs = Math.max(coveredToMs, slotEnd.epochMilliseconds)
  }
  return coveredToMs >= endMs
}

function measureMs({ slotStart, slotEnd }: Measurement): number {
  return slotEnd.epochMilliseconds - slotStart.epochMilliseconds
}
