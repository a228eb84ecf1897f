import { gramsOf, type Mix } from '../generation.ts'
import { hour, parisTime } from '../paris.ts'
import { back, dateOf, isRest } from './calendar.ts'
import { type Drivers, driversOf } from './drivers.ts'
import type { Generated, Past } from './past.ts'
import persistence from './persistence-table.json'

/** The forecast of one hour; grams null where no mix can be said. */
export type HourAhead = {
  grams: number | null
  price: number | undefined
  load: number | undefined
  /** Wind and sun together, MW. */
  windAndSun: number
}

/** Types by the name of their row; some are calculated in logarithms of MW plus a constant. */
const types: readonly [row: keyof typeof persistence, type: string, offset: number | null][] = [
  ['nuclear', 'NUCLEAR', null],
  ['gas', 'FOSSIL_GAS', 300],
  ['coal', 'FOSSIL_HARD_COAL', 60],
  ['oil', 'FOSSIL_OIL', 100],
  ['ps', 'HYDRO_PUMPED_STORAGE', null],
  ['ror', 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE', null],
  ['res', 'HYDRO_WATER_RESERVOIR', null],
  ['biomass', 'BIOMASS', null],
  ['waste', 'WASTE', null],
]
/** Last lead of each row of the table. */
const lastLeads = [3, 6, 12, 24, 36, 48]
const windowHours = 672
/** Weight of an hour of the window by how many hours ago it was. */
const weightsByAge = Array.from({ length: windowHours }, (_, age) => 0.5 ** (age / 144))

/** Features that make two hours similar. */
type Traits = {
  price: number | undefined
  dayPrice: number | undefined
  residual: number | undefined
  clock: number
  rest: boolean
}

/** The forecast of the 48 hours after the present one, by its lead; null with fewer than 48 whole hours of generation. */
export function forecastAhead(past: Past): ReadonlyMap<number, HourAhead> | null {
  const { generated, presentHour } = past
  if (generated === null || generated.wholeHours < 48) return null
  const drivers = driversOf(past, generated)
  const traits = new Map<number, Traits>()
  const traitsAt = (at: number): Traits => {
    const known = traits.get(at) ?? traitsOf(drivers, at)
    traits.set(at, known)
    return known
  }
  const isTooOld = past.now - generated.newest - hour > 48 * hour
  const hours = pastHours(generated, traitsAt)
  const deviations = deviationsOf(generated, hours, traitsAt)
  const window = windowUpTo(generated.newest, hours)
  const ahead = new Map<number, HourAhead>()
  for (let lead = 1; lead <= 48; lead += 1) {
    const at = presentHour + lead * hour
    const grams = isTooOld ? null : gramsAt(generated, drivers, deviations, ruleOf(window, traitsAt(at)), at, lead)
    const windAndSun = (drivers.wind.get(at) ?? Number.NaN) + (drivers.sun.get(at) ?? Number.NaN)
    ahead.set(at, { grams, price: drivers.price.get(at), load: drivers.load.get(at), windAndSun })
  }
  return ahead
}

function traitsOf({ load, wind, sun, price, dayPrice }: Drivers, at: number): Traits {
  const [l, w, s] = [load.get(at), wind.get(at), sun.get(at)]
  const residual = l === undefined || w === undefined || s === undefined ? undefined : l - w - s
  return {
    price: price.get(at),
    dayPrice: dayPrice.get(dateOf(at)),
    residual,
    clock: parisTime(at).hour,
    rest: isRest(at),
  }
}

type TraitsAt = (at: number) => Traits
/** An hour of the past with its powers by type, scaled. */
type PastHour = { at: number; traits: Traits; powers: readonly number[] }

function pastHours({ first, newest, mixes }: Generated, traitsAt: TraitsAt): PastHour[] {
  return Array.from({ length: (newest - first) / hour + 1 }, (_, index) => {
    const at = first + index * hour
    return { at, traits: traitsAt(at), powers: types.map(([, type, offset]) => scaled(mixes.get(at), type, offset)) }
  })
}

/** The 672 hours up to one, and how far apart two hours may be in each quantity that enough of them have. */
type Window = { newest: number; hours: readonly PastHour[]; widths: [name: Quantity, width: number][] }
type Quantity = 'price' | 'dayPrice' | 'residual'

function windowUpTo(newest: number, past: readonly PastHour[]): Window {
  const hours = past.filter(({ at }) => at <= newest && at > newest - windowHours * hour)
  const valuesOf = (name: Quantity) => hours.map(({ traits }) => traits[name]).filter((value) => value !== undefined)
  const [prices, dayPrices, residuals] = [valuesOf('price'), valuesOf('dayPrice'), valuesOf('residual')]
  const priceWidth = Math.max(0.4 * deviation(prices), 6)
  const residualWidth = Math.max(0.6 * deviation(residuals), 1500)
  const enough = Math.min(168, hours.length / 2)
  const widths: Window['widths'] = []
  if (prices.length >= enough) widths.push(['price', priceWidth])
  if (dayPrices.length >= enough) widths.push(['dayPrice', priceWidth])
  if (residuals.length >= enough) widths.push(['residual', residualWidth])
  return { newest, hours, widths }
}

/** Weights of the hours of a window, for a target. */
function weightsOf({ newest, hours, widths }: Window, target: Traits): number[] {
  const used = widths.filter(([name]) => target[name] !== undefined)
  return hours.map(({ at, traits }) => {
    const apart = Math.abs(traits.clock - target.clock)
    let squares = (Math.min(apart, 24 - apart) / 4) ** 2
    for (const [name, width] of used) {
      const value = traits[name]
      if (value === undefined) return 0
      squares += (((target[name] ?? 0) - value) / width) ** 2
    }
    const likeness = Math.exp(-squares / 2) * (traits.rest === target.rest ? 1 : 0.5) + 1e-6
    return (weightsByAge[(newest - at) / hour] ?? 0) * likeness
  })
}

/** Population standard deviation. */
function deviation(values: readonly number[]): number {
  const mean = values.reduce((total, value) => total + value, 0) / values.length
  return Math.sqrt(values.reduce((total, value) => total + (value - mean) ** 2, 0) / values.length)
}

/** MW, or their logarithm with the offset. */
const scaled = (mix: Mix | undefined, type: string, offset: number | null): number =>
  offset === null ? (mix?.[type] ?? 0) : Math.log((mix?.[type] ?? 0) + offset)

/** What the rule says for each type: the weighted mean over like hours. */
function ruleOf(window: Window, target: Traits): number[] {
  const weights = weightsOf(window, target)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const sums = types.map(() => 0)
  for (const [index, { powers }] of window.hours.entries()) {
    const weight = weights[index] ?? 0
    for (let type = 0; type < sums.length; type += 1)
      sums[type] = (sums[type] ?? 0) + weight * (powers[type] ?? Number.NaN)
  }
  return sums.map((sum) => sum / total)
}

/** How far each of the last 25 hours was off the rule of the hour before it, by type; nothing within a day of the first hour. */
function deviationsOf(generated: Generated, hours: readonly PastHour[], traitsAt: TraitsAt): Map<number, number[]> {
  const deviations = new Map<number, number[]>()
  for (let at = generated.newest - 24 * hour; at <= generated.newest; at += hour) {
    if (at < generated.first + 24 * hour) continue
    const rule = ruleOf(windowUpTo(at - hour, hours), traitsAt(at))
    const off = types.map(([, type, offset], index) => {
      return scaled(generated.mixes.get(at), type, offset) - (rule[index] ?? Number.NaN)
    })
    deviations.set(
      at,
      off.map((value) => (Number.isNaN(value) ? 0 : value)),
    )
  }
  return deviations
}

function gramsAt(
  generated: Generated,
  drivers: Drivers,
  deviations: ReadonlyMap<number, number[]>,
  rule: readonly number[],
  at: number,
  lead: number,
): number | null {
  const { newest, mixes } = generated
  const last = mixes.get(newest) ?? {}
  let days = 1
  while (back(days, at) > newest) days += 1
  const row = lastLeads.findIndex((one) => lead <= one)
  const mix: Mix = { ...last }
  for (const [index, [name, type, offset]] of types.entries()) {
    if (last[type] === undefined) continue
    const of = (then: number) => deviations.get(then)?.[index] ?? 0
    const lastDay = Array.from({ length: 24 }, (_, ago) => of(newest - ago * hour))
    const mean = lastDay.reduce((total, value) => total + value, 0) / 24
    const [c1 = 0, c2 = 0, c3 = 0] = persistence[name][row] ?? []
    const y = (rule[index] ?? Number.NaN) + c1 * of(newest) + c2 * of(back(days, at)) + c3 * mean
    mix[type] = Math.max(0, offset === null ? y : Math.exp(Math.min(9.8, y)) - offset)
  }
  const [sea = 0, land = 0] = [last['WIND_OFFSHORE'], last['WIND_ONSHORE']]
  const share = sea + land > 0 ? sea / (sea + land) : 0
  const wind = drivers.wind.get(at) ?? Number.NaN
  mix['WIND_ONSHORE'] = (1 - share) * wind
  if (last['WIND_OFFSHORE'] !== undefined) mix['WIND_OFFSHORE'] = share * wind
  mix['SOLAR'] = drivers.sun.get(at) ?? Number.NaN
  const grams = gramsOf(mix)
  return Number.isNaN(grams) ? null : grams
}
