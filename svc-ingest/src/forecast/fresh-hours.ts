import { coreProductionTypes } from '@hexawatt/shared/grid/production-types'
import { seenDays } from '@hexawatt/shared/methodology/carbon-assessment'
import type { HourlySeries } from '@hexawatt/shared/methodology/hourly-means'
import type { Span } from '@hexawatt/shared/stored-rows/span'
import { hourMs } from '@hexawatt/shared/time/instant'

type SeriesByName = ReadonlyMap<string, HourlySeries>

const onshore = 'WIND_ONSHORE'
const offshore = 'WIND_OFFSHORE'
const biomass = 'BIOMASS'

/**
 * Generation by type of the hourly feed, with the hours after its newest complete hour from the quarter-hourly mix: each of them from the mix
 * only, and only when the mix has all four quarters of every type that the hourly feed has shown within a week. The mix has only the turbining of pumped
 * storage; the hourly feed has its balance, which counts 0 when negative. Biomass is continued from the level of the hourly feed.
 *
 * @param mix hourly means of the mix; `TYPE/PART` adds up to its type
 * @param span the hours that may come from the mix
 */
export function addFreshHours(hourly: SeriesByName, mix: SeriesByName, { startMs, endMs }: Span): SeriesByName {
  if (mix.size === 0) return hourly
  const expected = listExpectedTypes(hourly, endMs)
  const newestMs = findNewestCompleteHour(hourly, expected, endMs)
  const merged = new Map([...hourly].map(([type, byHour]) => [type, new Map(byHour)]))
  const firstMs = Math.max((newestMs ?? Number.NEGATIVE_INFINITY) + hourMs, Math.ceil(startMs / hourMs) * hourMs)
  for (let hour = firstMs; hour < endMs; hour += hourMs) {
    const mwByType = levelBiomass(splitWind(buildMixOfHour(mix, hour), hourly, mix, newestMs), hourly, mix, newestMs)
    if (mwByType === null || ![...expected].every((type) => mwByType.has(type))) continue
    // A type that the hourly feed does not know has no past to compare with.
    for (const [type, mw] of mwByType) {
      if (hourly.size === 0 || expected.has(type)) merged.getOrInsertComputed(type, () => new Map()).set(hour, mw)
    }
  }
  return merged
}

/** Types that must be known: the types of every grid, and the types of the week before the newest hour. */
function listExpectedTypes(hourly: SeriesByName, endMs: number): ReadonlySet<string> {
  const newestByType = [...hourly].map(([type, byHour]) => [type, findNewestHour(byHour, endMs)] as const)
  const newestMs = Math.max(...newestByType.map(([, ofType]) => ofType))
  const seenSinceMs = newestMs - seenDays * 24 * hourMs
  const seen = newestByType.filter(([, ofType]) => ofType > seenSinceMs).map(([type]) => type)
  return new Set([...coreProductionTypes, ...seen])
}

function findNewestHour(byHour: HourlySeries, endMs: number): number {
  let newest = Number.NEGATIVE_INFINITY
  for (const hour of byHour.keys()) if (hour < endMs && hour > newest) newest = hour
  return newest
}

/** The newest hour of which every expected type is known; null when there is none. */
function findNewestCompleteHour(hourly: SeriesByName, expected: ReadonlySet<string>, endMs: number): number | null {
  const [first = new Map<number, number>(), ...others] = [...expected].map((type) => hourly.get(type) ?? new Map())
  const newestFirst = [...first.keys()].filter((hour) => hour < endMs).sort((a, b) => b - a)
  return newestFirst.find((hour) => others.every((byHour) => byHour.has(hour))) ?? null
}

/** MW by type of an hour of the mix; null when a part of a type is missing: the rest of the type would be less than the type. */
function buildMixOfHour(mix: SeriesByName, hour: number): Map<string, number> | null {
  const mwByType = new Map<string, number>()
  for (const [series, byHour] of mix) {
    const [type = series, part] = series.split('/')
    const mw = byHour.get(hour)
    if (mw === undefined && part !== undefined) return null
    if (mw !== undefined) mwByType.set(type, (mwByType.get(type) ?? 0) + mw)
  }
  return mwByType
}

/** A mix that never splits wind names all of it onshore: it is split as in the newest complete hour of the hourly feed. */
function splitWind(
  mwByType: Map<string, number> | null,
  hourly: SeriesByName,
  mix: SeriesByName,
  newestMs: number | null,
): Map<string, number> | null {
  const windMw = mwByType?.get(onshore)
  if (mwByType === null || windMw === undefined || newestMs === null || mix.has(offshore)) return mwByType
  const offshoreMw = hourly.get(offshore)?.get(newestMs)
  const onshoreMw = hourly.get(onshore)?.get(newestMs)
  if (offshoreMw === undefined || onshoreMw === undefined) return mwByType
  const share = offshoreMw / (offshoreMw + onshoreMw) || 0
  return mwByType.set(onshore, (1 - share) * windMw).set(offshore, share * windMw)
}

/**
 * Biomass of the mix holds biogas (about 250 MW), biomass of the hourly feed may not: it is the last value of the hourly feed plus the change of the mix
 * since then. Otherwise every fresh hour would begin with a step of about 1 g/kWh that nothing in the grid made.
 */
function levelBiomass(
  mwByType: Map<string, number> | null,
  hourly: SeriesByName,
  mix: SeriesByName,
  newestMs: number | null,
): Map<string, number> | null {
  const mw = mwByType?.get(biomass)
  if (mwByType === null || mw === undefined || newestMs === null) return mwByType
  const hourlyMw = hourly.get(biomass)?.get(newestMs)
  const mixMw = buildMixOfHour(mix, newestMs)?.get(biomass)
  if (hourlyMw === undefined || mixMw === undefined) return mwByType
  return mwByType.set(biomass, Math.max(0, hourlyMw + mw - mixMw))
}
