import type { neighbourBases } from '../../contract/carbon/carbon-consumption.ts'
import { hourMs } from '../../time/instant.ts'
import { seenDays } from '../carbon-assessment.ts'
import type { EmissionRule } from '../forecast/analog-forecast.ts'
import type { IntensityByRule } from './neighbour-intensity.ts'

export type NeighbourBasis = (typeof neighbourBases)[number]

const dayMs = 24 * hourMs

/** Days back in which the same UTC hour may stand in. */
const fallbackDays = 7

/** Days of a neighbour's hours behind one value: the oldest hour that may stand in is itself judged by the days before it. */
export const neighbourHistoryDays = fallbackDays + seenDays

/** Hours below which the archive of a neighbour gives no yearly mean. */
const minArchiveHours = 30 * 24
const archiveDays = 365

/** Intensities that are known of a neighbour. */
export type NeighbourPast = {
  /** Intensity of its complete hours by start, ms. */
  complete: ReadonlyMap<number, IntensityByRule>
  /** Mean of its archive; null while the archive is too short. Needed only when no hour of the last days is complete. */
  archiveMean: IntensityByRule | null
}

/** A neighbour's intensity with its origin; `sourceStartMs` is the hour of the mix, null for a yearly value. */
export type NeighbourValue = { gCo2PerKwhByRule: IntensityByRule; basis: NeighbourBasis; sourceStartMs: number | null }

/**
 * Intensity of a neighbour in an hour (docs/methodology/consumption.md#when-a-neighbours-hour-is-missing): of its own mix of the hour; else of the same UTC
 * hour of the newest of the last seven days that is complete; else the mean of its archive; else the published yearly value, which then counts for both rules.
 *
 * @param past undefined for a country whose mixes are not read
 * @param publishedYearly life cycle, gCO2eq/kWh; null = none
 * @returns null when nothing at all is known
 */
export function findNeighbourValue(
  past: NeighbourPast | undefined,
  startMs: number,
  publishedYearly: number | null,
): NeighbourValue | null {
  for (let days = 0; past !== undefined && days <= fallbackDays; days += 1) {
    const sourceStartMs = startMs - days * dayMs
    const found = past.complete.get(sourceStartMs)
    if (found !== undefined) return { gCo2PerKwhByRule: found, basis: days === 0 ? 'hour' : 'week', sourceStartMs }
  }
  const yearly =
    past?.archiveMean ?? (publishedYearly === null ? null : { lifeCycle: publishedYearly, direct: publishedYearly })
  return yearly && { gCo2PerKwhByRule: yearly, basis: 'year', sourceStartMs: null }
}

/** The hours `[fromMs, toMs)` whose mean is the yearly value of an hour: the 365 UTC days before its day, so that all hours of a day have one value. */
export function findArchiveWindow(startMs: number): { fromMs: number; toMs: number } {
  const toMs = Math.floor(startMs / dayMs) * dayMs
  return { fromMs: toMs - archiveDays * dayMs, toMs }
}

/**
 * Mean of a neighbour's complete hours in the {@link findArchiveWindow} of an hour.
 *
 * @returns null with fewer than 30 days of complete hours
 */
export function computeArchiveMean(
  complete: ReadonlyMap<number, IntensityByRule>,
  startMs: number,
): IntensityByRule | null {
  const { fromMs, toMs } = findArchiveWindow(startMs)
  const sums: Record<EmissionRule, number> = { lifeCycle: 0, direct: 0 }
  let hours = 0
  for (let atMs = fromMs; atMs < toMs; atMs += hourMs) {
    const found = complete.get(atMs)
    if (found === undefined) continue
    hours += 1
    sums.lifeCycle += found.lifeCycle
    sums.direct += found.direct
  }
  return hours < minArchiveHours ? null : { lifeCycle: sums.lifeCycle / hours, direct: sums.direct / hours }
}
