import { coreProductionTypes } from '../../../grid/production-types.ts'
import { hourMs } from '../../../time/instant.ts'
import { computeHourIndex, findSameHourBack, type ParisAxis, readValueAt } from './paris-axis.ts'

/** Values by start of the hour, ms; undefined where unknown. An `HourlySeries` is one. */
export type HourLookup = { get(startMs: number): number | undefined }

/** A series that is published ahead, day by day. */
export type PublishedSeries = {
  /** Every value that was known at the instant of issue, and no other. */
  byHour: HourLookup
  /** End of D, the last Paris day all of whose hours have arrived, ms: up to it a missing hour is a hole. */
  publishedUntilMs: number
}

/** Generation that was known at the instant of issue. */
export type RealisedGeneration = {
  /** MW by production type. */
  mwByType: Readonly<Record<string, HourLookup>>
  /** End of the newest hour that was known, ms. */
  knownUntilMs: number
}

/** Days that a hole of a published series is filled from. */
const maxFillDays = 14
/** A type other than the core types without a value for this many hours counts as off: 0 MW. */
const seenHours = 168

/** A published series over the axis, its holes filled; NaN where nothing is published. */
export type FilledSeries = { values: Float64Array; lastDay: number }

/**
 * Fills gaps (docs/methodology/forecast.md#gaps): a missing hour, up to the end of D, takes the same hour of the newest earlier day (at most 14 back) that has it. Hours beyond D that are
 * known stay.
 */
export function fillPublished(axis: ParisAxis, { byHour, publishedUntilMs }: PublishedSeries): FilledSeries {
  const raw = toAxisSeries(axis, byHour)
  const until = Math.min(axis.length, computeHourIndex(axis.firstMs, publishedUntilMs))
  const values = raw.slice()
  // Before the first known hour nothing is known to fill a hole from.
  const firstKnown = raw.findIndex((value) => !Number.isNaN(value))
  for (let hour = firstKnown; firstKnown >= 0 && hour < until; hour += 1) {
    if (Number.isNaN(readValueAt(raw, hour))) values[hour] = findSameHourValue(axis, raw, hour)
  }
  return { values, lastDay: axis.dayOf[until - 1] ?? -1 }
}

/** The known values over the axis, holes and all: NaN where unknown. */
export function toAxisSeries({ firstMs, length }: ParisAxis, byHour: HourLookup): Float64Array {
  const raw = new Float64Array(length)
  for (let hour = 0; hour < length; hour += 1) raw[hour] = byHour.get(firstMs + hour * hourMs) ?? Number.NaN
  return raw
}

function findSameHourValue(axis: ParisAxis, raw: Float64Array, hour: number): number {
  for (let days = 1; days <= maxFillDays; days += 1) {
    const value = readValueAt(raw, findSameHourBack(axis, days, hour))
    if (!Number.isNaN(value)) return value
  }
  return Number.NaN
}

/** Generation over the axis up to hour l, without holes. */
export type FilledGeneration = {
  /** MW ≥ 0 by type; a type that was never seen is absent. NaN outside of `first … newest`. */
  mwByType: Readonly<Record<string, Float64Array>>
  /** First complete hour. */
  first: number
  /** l: newest complete hour. */
  newest: number
  /** How many hours were complete, and by hour whether it was: 1, or 0 for one that was filled or lies outside. */
  completeHours: number
  isComplete: Uint8Array
}

/**
 * Fills gaps of the generation (docs/methodology/forecast.md#gaps): an hour is complete when every core type, and every other one that was seen in the 168 hours before, has a value; an incomplete one takes the last
 * complete hour, up to l. A type that was not seen for 168 h is 0, a negative value too.
 *
 * @returns null when no hour is complete
 */
export function fillGeneration(
  axis: ParisAxis,
  { mwByType, knownUntilMs }: RealisedGeneration,
): FilledGeneration | null {
  const until = Math.min(axis.length, computeHourIndex(axis.firstMs, knownUntilMs))
  const series = Object.entries(mwByType).map(([type, byHour]) => {
    const isCore = coreProductionTypes.some((core) => core === type)
    return { type, isCore, lastSeen: Number.NEGATIVE_INFINITY, mw: toAxisSeries(axis, byHour).fill(Number.NaN, until) }
  })
  const hasCore = coreProductionTypes.every((core) => mwByType[core] !== undefined)
  const isCompleteAt = new Uint8Array(axis.length)
  let [first, newest, completeHours] = [-1, -1, 0]
  for (let hour = 0; hour < until; hour += 1) {
    let isComplete = hasCore
    for (const one of series) {
      const isKnown = !Number.isNaN(readValueAt(one.mw, hour))
      if (isKnown) one.lastSeen = hour
      else if (one.isCore || one.lastSeen > hour - seenHours) isComplete = false
    }
    if (!isComplete && newest === -1) continue
    for (const { mw } of series) {
      mw[hour] = isComplete ? Math.max(0, readValueAt(mw, hour) || 0) : readValueAt(mw, hour - 1)
    }
    if (!isComplete) continue
    if (first === -1) first = hour
    newest = hour
    completeHours += 1
    isCompleteAt[hour] = 1
  }
  if (newest === -1) return null
  for (const { mw } of series) mw.fill(Number.NaN, 0, first).fill(Number.NaN, newest + 1)
  const seen = series.filter(({ lastSeen }) => lastSeen > Number.NEGATIVE_INFINITY)
  const byType = Object.fromEntries(seen.map(({ type, mw }) => [type, mw]))
  return { mwByType: byType, first, newest, completeHours, isComplete: isCompleteAt }
}
