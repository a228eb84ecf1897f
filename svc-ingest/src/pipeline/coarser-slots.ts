import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { Measurement, Refused } from '../feeds/definition/feed.ts'

/** Feeds whose series come in quarter-hours and in longer slots, by publisher or by age; the slots of the others have one length. */
export const feedsOfSeveralLengths: ReadonlySet<FeedId> = new Set([
  'generation_mix_15min',
  'generation_forecast',
  'consumption',
  'power_exchanges',
  'exchange_schedules',
  'imbalance',
])

/** Why a value is kept in quarantine although it may be right. */
export const coarserReason = 'a longer slot over shorter ones that cover it: the finer values hold'

/**
 * Sets values aside whose slots the shorter ones of the same series cover: an hour beside its four quarter-hours would count the hour twice. An hour whose
 * quarter-hours are incomplete stays.
 */
export function splitCoarser(measurements: readonly Measurement[]): {
  finest: readonly Measurement[]
  coarser: Refused[]
} {
  const mixed = seriesOfSeveralLengths(measurements)
  if (mixed.size === 0) return { finest: measurements, coarser: [] }
  const byHour = Map.groupBy(
    measurements.filter(({ series }) => mixed.has(series)),
    ({ series, slotStart }) => `${series} ${Math.floor(slotStart.epochMilliseconds / hourMs)}`,
  )
  const coarse = new Set([...byHour.values()].flatMap((ofHour) => ofHour.filter((one) => isCovered(one, ofHour))))
  return {
    finest: coarse.size === 0 ? measurements : measurements.filter((one) => !coarse.has(one)),
    coarser: [...coarse].map((measurement) => ({ measurement, reason: coarserReason })),
  }
}

function seriesOfSeveralLengths(measurements: readonly Measurement[]): ReadonlySet<string> {
  const lengths = new Map<string, number>()
  const mixed = new Set<string>()
  for (const measurement of measurements) {
    const length = lengthMs(measurement)
    if (lengths.getOrInsertComputed(measurement.series, () => length) !== length) mixed.add(measurement.series)
  }
  return mixed
}

/** Whether shorter slots of the same hour cover a slot; a slot that comes twice covers its time once. */
function isCovered(slot: Measurement, ofHour: readonly Measurement[]): boolean {
  const [startMs, endMs] = [slot.slotStart.epochMilliseconds, slot.slotEnd.epochMilliseconds]
  const shorter = ofHour.filter((other) => {
    const isWithin = other.slotStart.epochMilliseconds >= startMs && other.slotEnd.epochMilliseconds <= endMs
    return isWithin && lengthMs(other) < endMs - startMs
  })
  const lengthByStart = new Map(shorter.map((other) => [other.slotStart.epochMilliseconds, lengthMs(other)]))
  return lengthByStart.values().reduce((sum, length) => sum + length, 0) >= endMs - startMs
}

function lengthMs({ slotStart, slotEnd }: Measurement): number {
  return slotEnd.epochMilliseconds - slotStart.epochMilliseconds
}
