import type { OutageNotice, Situation } from '../situation.ts'
import { windAndSunAt } from './carbon.ts'
import type { Realised } from './generation.ts'
import type { Known } from './known.ts'
import { readScale, roundTo, sum } from './numbers.ts'
import { dateLater, hour, parisTime, strike } from './paris.ts'

/** `mw` of the kind `net`: the load that wind and sun leave over. */
export type Adequacy = { score: number } & (
  | { kind: 'margin'; margin: number }
  | { kind: 'net' | 'load' | 'median'; mw: number }
)

/** What is expected of an hour where nothing is published of it: by the forecast, or of the present hour as it was last measured. */
export type Expected = { load?: number | undefined; windAndSun?: number | undefined }

const marginScale: [number, number][] = [
  [0, 0],
  [0.15, 25],
  [0.4, 50],
  [0.8, 75],
  [1.3, 100],
]

const loadScale: [number, number][] = [
  [32_400, 100],
  [36_600, 90],
  [41_500, 75],
  [47_400, 50],
  [55_400, 25],
  [63_900, 10],
  [72_500, 0],
]

const netScale: [number, number][] = [
  [24_100, 100],
  [29_100, 90],
  [33_500, 75],
  [38_900, 50],
  [46_300, 25],
  [54_800, 10],
  [64_100, 0],
]

const programmable = [
  'NUCLEAR',
  'FOSSIL_GAS',
  'FOSSIL_HARD_COAL',
  'FOSSIL_OIL',
  'HYDRO_WATER_RESERVOIR',
  'HYDRO_PUMPED_STORAGE',
  'BIOMASS',
  'WASTE',
]

/** Rates adequacy. `isOutageFeedThere`: the outages in force are known. */
export function adequacyRater(
  situation: Situation,
  known: Known,
  realised: Realised | null,
  isOutageFeedThere: boolean,
): (at: number, expected: Expected) => Adequacy {
  const dayAfterTomorrow = strike(dateLater(parisTime(known.now).date, 2), 0)

  /** MW that could be generated; null when a part is not known. */
  function possible(at: number): number | null {
    const installed = situation.capacities
      .filter(({ year }) => isInForce(year, at))
      .toSorted((one, other) => other.year - one.year)[0]?.mwByType
    const weather = windAndSunAt(known, realised, at)
    const river = realised?.mix['HYDRO_RUN_OF_RIVER_AND_POUNDAGE']
    if (installed === undefined || !isOutageFeedThere || weather === null || river === undefined) return null
    const plants = programmable.map((type) => Math.max(0, (installed[type] ?? 0) - outOfType(situation, type, at)))
    return sum(plants) + Math.max(0, river) + sum(Object.values(weather))
  }

  /** Wind and sun: published, else expected, else those of an earlier day at that hour. */
  function windAndSun(at: number, expected: Expected): number | undefined {
    const total = (mix: ReturnType<typeof windAndSunAt>) => (mix === null ? undefined : sum(Object.values(mix)))
    const published = total(windAndSunAt(known, realised, at, true))
    return published ?? expected.windAndSun ?? total(windAndSunAt(known, realised, at))
  }

  return (at, expected) => {
    const shortTerm = known.load.get(at)
    const load = shortTerm ?? known.weeklyLoad.get(at) ?? expected.load
    if (load === undefined) return { kind: 'median', mw: 47_400, score: roundTo(readScale(loadScale, 47_400), 1) }
    const mayUse = shortTerm !== undefined || at >= dayAfterTomorrow
    const mw = mayUse ? possible(at) : null
    if (mw === null) {
      const weather = windAndSun(at, expected)
      return weather === undefined
        ? { kind: 'load', mw: load, score: roundTo(readScale(loadScale, load), 1) }
        : { kind: 'net', mw: load - weather, score: roundTo(readScale(netScale, load - weather), 1) }
    }
    const margin = mw / load - 1
    return { kind: 'margin', margin, score: roundTo(readScale(marginScale, margin), 1) }
  }
}

/** Whether a year has begun by an hour, fewer than 400 days before it. */
function isInForce(year: number, at: number): boolean {
  const begun = at - strike(`${year}-01-01`, 0)
  return begun >= 0 && begun < 400 * 24 * hour
}

/** MW of a type that are out over an hour. */
function outOfType({ outages }: Situation, type: string, at: number): number {
  const valid = outages.filter(
    ({ productionType, status }) => productionType === type && status !== 'DISMISSED' && status !== 'INACTIVE',
  )
  const units = new Set(valid.map(unitOf))
  return sum(
    [...units].map((unit) =>
      outOfUnit(
        valid.filter((notice) => unitOf(notice) === unit),
        at,
      ),
    ),
  )
}

const unitOf = ({ unitCode, unitName, key }: OutageNotice): string => unitCode ?? unitName ?? key

function outOfUnit(notices: readonly OutageNotice[], at: number): number {
  const out = sum(
    notices.flatMap(({ periods }) =>
      periods.map(({ start, end, unavailableMw }) => {
        const minutes = (Math.min(Date.parse(end), at + hour) - Math.max(Date.parse(start), at)) / 60_000
        return minutes > 0 ? ((unavailableMw ?? 0) * minutes) / 60 : 0
      }),
    ),
  )
  const sizes = notices.map(({ installedMw }) => installedMw).filter((mw) => mw !== null)
  return sizes.length === 0 ? out : Math.min(out, Math.max(...sizes))
}
