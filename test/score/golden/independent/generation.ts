import type { Recording } from '../recording.ts'
import type { Situation } from '../situation.ts'
import { cellOf, rowAt } from './known.ts'
import { sum } from './numbers.ts'
import { hour } from './paris.ts'

/** MW by type of generation. */
export type Mix = Record<string, number>

export type Realised = { end: number; mix: Mix; grams: number }

const minute = 60_000

const grams: Record<string, number> = {
  BIOMASS: 230,
  FOSSIL_GAS: 418,
  FOSSIL_HARD_COAL: 1060,
  FOSSIL_OIL: 730,
  HYDRO_PUMPED_STORAGE: 6,
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 6,
  HYDRO_WATER_RESERVOIR: 6,
  NUCLEAR: 3.7,
  SOLAR: 43.9,
  WASTE: 494,
  WIND_OFFSHORE: 15.6,
  WIND_ONSHORE: 14.1,
}

/** Without one of these an hour is never whole. */
export const indispensable = [
  'FOSSIL_GAS',
  'HYDRO_RUN_OF_RIVER_AND_POUNDAGE',
  'HYDRO_WATER_RESERVOIR',
  'NUCLEAR',
  'SOLAR',
  'WIND_ONSHORE',
]

/** g/kWh of a mix: what runs backwards neither generates nor emits. */
export function gramsOf(mix: Mix): number {
  const running = Object.entries(mix).map(([type, mw]) => [type, Math.max(0, mw)] as const)
  return sum(running.map(([type, mw]) => mw * (grams[type] ?? 700))) / sum(running.map(([, mw]) => mw))
}

/** Hours of the hourly feed that were known, oldest first. */
function hourlyFeed(recording: Recording, situation: Situation, now: number): Map<number, Mix> {
  const hours = new Map<number, Mix>()
  const first = Math.ceil((now - 168 * hour) / hour) * hour
  for (let at = first; at + hour + situation.generationLagMinutes * minute <= now; at += hour) {
    hours.set(at, recordedMix(recording, at))
  }
  return hours
}

/** Hours of the quarter-hourly mix of which any quarter was known; an hour that has not all of them is marked by `isWholeNumber`. */
function quarterHourlyFeed(recording: Recording, now: number): Map<number, { mix: Mix; isWhole: boolean }> {
  const hours = new Map<number, { mix: Mix; isWhole: boolean }>()
  const quarter = 15 * minute
  for (let at = Math.floor((now - 24 * hour) / hour) * hour; at <= now; at += hour) {
    const quarters = [0, 1, 2, 3]
      .map((index) => at + index * quarter)
      .filter((start) => start >= now - 24 * hour && start + quarter + 25 * minute <= now)
    // The deviations of the four quarters cancel out.
    if (quarters.length > 0) hours.set(at, { mix: recordedMix(recording, at), isWhole: quarters.length === 4 })
  }
  return hours
}

/** The mix of an hour, read once: the situations' windows overlap. */
export function recordedMix(recording: Recording, at: number): Mix {
  let known = mixes.get(recording)
  if (known === undefined) {
    known = new Map()
    mixes.set(recording, known)
  }
  let mix = known.get(at)
  if (mix === undefined) {
    mix = readMix(recording, at)
    known.set(at, mix)
  }
  return mix
}

const mixes = new WeakMap<Recording, Map<number, Mix>>()

function readMix({ generation }: Recording, at: number): Mix {
  const row = rowAt(generation, at)
  const cell = (name: string) => cellOf(row, name)
  const [storage, pumping] = [cell('hydro_pumped_mw'), cell('hydro_pumped_consumption_mw')]
  const cells: Record<string, number | null> = {
    BIOMASS: cell('biomass_mw'),
    FOSSIL_GAS: cell('gas_mw'),
    FOSSIL_HARD_COAL: cell('coal_mw'),
    FOSSIL_OIL: cell('oil_mw'),
    HYDRO_PUMPED_STORAGE: storage === null && pumping === null ? null : (storage ?? 0) - (pumping ?? 0),
    HYDRO_RUN_OF_RIVER_AND_POUNDAGE: cell('hydro_run_of_river_mw'),
    HYDRO_WATER_RESERVOIR: cell('hydro_reservoir_mw'),
    NUCLEAR: cell('nuclear_mw'),
    SOLAR: cell('solar_mw'),
    WASTE: cell('waste_mw'),
    WIND_OFFSHORE: cell('wind_offshore_mw'),
    WIND_ONSHORE: cell('wind_onshore_mw'),
  }
  const mix: Mix = {}
  for (const [type, mw] of Object.entries(cells)) if (mw !== null) mix[type] = mw
  return mix
}

/** Whole hours of the quarter-hourly mix that were known, oldest first. */
export function quarterHourlyHours(recording: Recording, now: number): [at: number, mix: Mix][] {
  return [...quarterHourlyFeed(recording, now)].filter(([, { isWhole }]) => isWhole).map(([at, { mix }]) => [at, mix])
}

const typesIn = (mixes: Iterable<Mix>): Set<string> => new Set([...mixes].flatMap((mix) => Object.keys(mix)))
const has = (mix: Mix, types: Iterable<string>): boolean => [...types].every((type) => mix[type] !== undefined)

/** The newest whole hour, from the hourly feed unless that is more than three hours behind; null without factors. */
export function newestRealised(recording: Recording, situation: Situation, now: number): Realised | null {
  if (!situation.hasEmissionFactors) return null
  const hourly = newest([...hourlyFeed(recording, situation, now)].map(([at, mix]) => ({ at, mix, isWhole: true })))
  if (hourly !== null && now - hourly.end <= 3 * hour) return hourly
  if (!situation.hasQuarterHourlyMix) return hourly
  const quarterly = newest([...quarterHourlyFeed(recording, now)].map(([at, entry]) => ({ at, ...entry })))
  return quarterly !== null && (hourly === null || quarterly.end > hourly.end) ? quarterly : hourly
}

function newest(hours: { at: number; mix: Mix; isWhole: boolean }[]): Realised | null {
  const seen = [...typesIn(hours.map(({ mix }) => mix)), ...indispensable]
  const whole = hours.filter(({ mix, isWhole }) => isWhole && has(mix, seen)).at(-1)
  return whole === undefined ? null : { end: whole.at + hour, mix: whole.mix, grams: gramsOf(whole.mix) }
}

/** g/kWh of the whole hours of the last seven days. */
export function gramsOfLastDays(recording: Recording, situation: Situation, now: number): Map<number, number> {
  if (!situation.hasEmissionFactors) return new Map()
  const hours = hourlyFeed(recording, situation, now)
  const seen = typesIn(hours.values())
  const whole = [...hours].filter(([, mix]) => has(mix, seen) && Object.keys(mix).length > 0)
  return new Map(whole.map(([at, mix]) => [at, gramsOf(mix)]))
}
