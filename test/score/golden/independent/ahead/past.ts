import type { Recording } from '../../recording.ts'
import type { Situation } from '../../situation.ts'
import { indispensable, type Mix, quarterHourlyHours, recordedMix } from '../generation.ts'
import { column, edgeOfPublication, type Known, midnight } from '../known.ts'
import { dateLater, hour, parisTime } from '../paris.ts'
import { aligned, solarSteps, windSteps } from './aligned.ts'
import { back, dateOf, type Hours, hoursOfDay } from './calendar.ts'

/** Days of the past that are looked at. */
const pastDays = 48
/** A hole is closed from at most so many days before. */
const fillDays = 14
const minute = 60_000

/** A published series without holes, and the last day of which every hour is published. */
export type Published = { hours: Hours; lastDay: string | null }

/** Generation without holes, from the first to the newest whole hour. */
export type Generated = { first: number; newest: number; wholeHours: number; mixes: ReadonlyMap<number, Mix> }

/** Everything that the forecast stands on. */
export type Past = {
  now: number
  presentHour: number
  generated: Generated | null
  load: Published
  price: Published
  windOnshore: Published
  windOffshore: Published
  solar: Published
}

/** Values known at the instant of a situation of the last 48 days, wind and sun as far as they are known to be forecast early, late, high or low. */
export function pastOf(recording: Recording, situation: Situation, known: Known): Past {
  const { now, presentHour } = known
  const first = midnight(now, -pastDays)
  const priceEdge = situation.prices === 'stopped' ? midnight(now, -2) : edgeOfPublication(now, 13, 30)
  const weatherEdge = situation.windAndSun === 'stopped' ? midnight(now, -1) : edgeOfPublication(now, 18, 0)
  const weather = (name: string) =>
    situation.windAndSun === 'none' ? new Map() : column(recording.forecasts, first, weatherEdge, name)
  const prices = situation.prices === 'none' ? new Map() : column(recording.prices, first, priceEdge, 'price_eur_mwh')
  const solar = new Map([...weather('solar_forecast_mw'), ...(known.windAndSun['SOLAR'] ?? [])])
  const raw = rawGeneration(recording, situation, first, now)
  const cameOf = (type: string): Hours =>
    new Map([...raw].flatMap(([at, { [type]: mw }]) => (mw === undefined ? [] : [[at, Math.max(0, mw)]])))
  const wind = (name: string, type: string) => published(aligned(weather(name), cameOf(type), windSteps), first, now)
  return {
    now,
    presentHour,
    generated: wholeHoursOf(raw),
    load: published(loadOf(recording, situation, known, first), first, now),
    price: published(prices, first, now),
    windOnshore: wind('wind_onshore_forecast_mw', 'WIND_ONSHORE'),
    windOffshore: wind('wind_offshore_forecast_mw', 'WIND_OFFSHORE'),
    solar: published(aligned(solar, cameOf('SOLAR'), solarSteps), first, now),
  }
}

/** Day-ahead load with its 15 MW more, under it the weekly forecast, above it the intraday one. */
function loadOf({ forecasts }: Recording, situation: Situation, known: Known, first: number): Hours {
  const load = new Map(known.weeklyLoad)
  if (situation.dayAheadLoad !== 'none') {
    const dayAhead = column(forecasts, first, edgeOfPublication(known.now, 19, 30), 'load_forecast_mw')
    for (const [at, mw] of dayAhead) load.set(at, mw + 15)
  }
  for (const [at, mw] of known.load) load.set(at, mw)
  return load
}

/** Closes the holes up to the last complete day by the same hour of the newest day before that has it. */
function published(raw: Hours, first: number, now: number): Published {
  const lastDay = lastCompleteDay(raw, first, now)
  const hours = new Map(raw)
  if (lastDay === null) return { hours, lastDay }
  for (let date = dateOf(first); date <= lastDay; date = dateLater(date, 1)) {
    for (const at of hoursOfDay(date)) {
      if (raw.has(at)) continue
      for (let days = 1; days <= fillDays; days += 1) {
        const then = back(days, at)
        if (then < first) break
        const mw = raw.get(then)
        if (mw === undefined) continue
        hours.set(at, mw)
        break
      }
    }
  }
  return { hours, lastDay }
}

function lastCompleteDay(raw: Hours, first: number, now: number): string | null {
  const oldest = dateOf(first)
  for (let date = dateLater(parisTime(now).date, 3); date >= oldest; date = dateLater(date, -1)) {
    if (hoursOfDay(date).every((at) => raw.has(at))) return date
  }
  return null
}

/** Hours of the hourly feed, and newer ones of the quarter-hourly mix that hold every type of the feed's last week. */
function rawGeneration(
  recording: Recording,
  situation: Situation,
  first: number,
  now: number,
): ReadonlyMap<number, Mix> {
  const raw = new Map<number, Mix>()
  for (let at = first; at + hour + situation.generationLagMinutes * minute <= now; at += hour) {
    raw.set(at, recordedMix(recording, at))
  }
  if (!situation.hasQuarterHourlyMix) return raw
  const lastHour = Math.max(...[...raw].filter(([, mix]) => Object.keys(mix).length > 0).map(([at]) => at))
  const lastWeek = [...raw].filter(([at]) => at > lastHour - 168 * hour).flatMap(([, mix]) => Object.keys(mix))
  const expected = [...new Set([...indispensable, ...lastWeek])]
  const isWhole = (mix: Mix) => expected.every((type) => mix[type] !== undefined)
  const newestWhole = Math.max(...[...raw].filter(([, mix]) => isWhole(mix)).map(([at]) => at))
  const quarterly = withOffshore(quarterHourlyHours(recording, now), raw.get(newestWhole))
  for (const [at, mix] of withSteppedBiomass(quarterly, newestWhole, raw.get(newestWhole))) {
    if (at > newestWhole && isWhole(mix)) raw.set(at, mix)
  }
  return raw
}

/** A mix that never tells wind at sea from wind on land is split as the newest whole hour of the feed was. */
function withOffshore(hours: [at: number, mix: Mix][], newest: Mix | undefined): [at: number, mix: Mix][] {
  const { WIND_OFFSHORE: sea, WIND_ONSHORE: land } = newest ?? {}
  const isSplit = hours.some(([, mix]) => mix['WIND_OFFSHORE'] !== undefined)
  if (isSplit || sea === undefined || land === undefined) return hours
  const share = sea + land === 0 ? 0 : sea / (sea + land)
  return hours.map(([at, mix]) => {
    const wind = mix['WIND_ONSHORE'] ?? Number.NaN
    return [at, { ...mix, WIND_ONSHORE: (1 - share) * wind, WIND_OFFSHORE: share * wind }]
  })
}

/** The feed may count no biogas: its last biomass moves on by the steps of the mix. */
function withSteppedBiomass(hours: [at: number, mix: Mix][], last: number, newest?: Mix): [at: number, mix: Mix][] {
  const [feed, start] = [newest?.['BIOMASS'], hours.find(([at]) => at === last)?.[1]['BIOMASS']]
  if (feed === undefined || start === undefined) return hours
  return hours.map(([at, mix]) => {
    const { BIOMASS: told } = mix
    return told === undefined ? [at, mix] : [at, { ...mix, BIOMASS: Math.max(0, feed + (told - start)) }]
  })
}

/** An hour is whole with every indispensable type and every other one that was seen in the week before; holes take the whole hour before. */
function wholeHoursOf(raw: ReadonlyMap<number, Mix>): Generated | null {
  const types = new Set([...indispensable, ...[...raw.values()].flatMap((mix) => Object.keys(mix))])
  const seen = new Map<string, number>()
  const mixes = new Map<number, Mix>()
  let [first, newest, wholeHours] = [Number.NaN, Number.NaN, 0]
  let last: Mix | null = null
  const starts = [...raw.keys()].sort((a, b) => a - b)
  for (let at = starts[0] ?? 0; at <= (starts.at(-1) ?? -1); at += hour) {
    const mix = raw.get(at) ?? {}
    for (const type of Object.keys(mix)) seen.set(type, at)
    const isOff = (type: string) => !indispensable.includes(type) && at - (seen.get(type) ?? 0) >= 168 * hour
    if ([...types].every((type) => mix[type] !== undefined || isOff(type))) {
      last = Object.fromEntries([...types].map((type) => [type, Math.max(0, mix[type] ?? 0)]))
      if (wholeHours === 0) first = at
      newest = at
      wholeHours += 1
    }
    if (last !== null) mixes.set(at, last)
  }
  for (const at of mixes.keys()) if (at > newest) mixes.delete(at)
  return wholeHours === 0 ? null : { first, newest, wholeHours, mixes }
}
