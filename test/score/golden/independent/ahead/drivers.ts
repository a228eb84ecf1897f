import { dateLater, hour, parisTime } from '../paris.ts'
import {
  back,
  dateOf,
  daysFrom,
  type Hours,
  hoursOfDay,
  isRest,
  kindOf,
  meanOf,
  meanOfDay,
  weighted,
} from './calendar.ts'
import type { Generated, Past, Published } from './past.ts'
import priceCoefficients from './price-coefficients.json'

/** What drives the mix of each hour: published in the past, forecast ahead. A missing value is absent. */
export type Drivers = { load: Hours; wind: Hours; sun: Hours; price: Hours; dayPrice: ReadonlyMap<string, number> }

const leads = 48

/** Drivers of the hours of the past as published, and of the present hour and the 48 after it. */
export function driversOf(past: Past, generated: Generated): Drivers {
  const wind = windOf(past, generated)
  const sunPast = completed(past.solar, realised(generated, ['SOLAR']))
  const [load, price, winds, suns] = [
    new Map(past.load.hours),
    new Map(past.price.hours),
    new Map(wind.past.hours),
    new Map(sunPast.hours),
  ]
  const estimates = new Map<number, number>()
  for (let lead = 0; lead <= leads; lead += 1) {
    const at = past.presentHour + lead * hour
    set(load, at, loadAt(past.load, at))
    set(winds, at, wind.at(at))
    set(suns, at, sunAt(sunPast, at))
    const now = { load: load.get(at), wind: winds.get(at), sun: suns.get(at) }
    set(estimates, at, priceAt({ ...past, wind: wind.past, sun: sunPast }, now, at))
  }
  const dayPrice = dayPrices(past, estimates)
  for (const [at, euros] of estimates) price.set(at, euros)
  return { load, wind: winds, sun: suns, price, dayPrice }
}

function set(hours: Map<number, number>, at: number, value: number | undefined): void {
  if (value !== undefined && !Number.isNaN(value)) hours.set(at, value)
}

/** The same hour before the last complete day: weight by how many hours back, and the hour. */
function sameHours(lastDay: string | null, at: number, count: number): number[] {
  if (lastDay === null) return []
  const nearest = Math.max(daysFrom(lastDay, dateOf(at)), 1)
  return Array.from({ length: count }, (_, index) => back(nearest + index, at))
}

function loadAt({ hours, lastDay }: Published, at: number): number | undefined {
  const known = hours.get(at)
  if (known !== undefined || lastDay === null) return known
  const weight = (index: number, isSame: boolean) => 0.5 ** (index / 10) * (isSame ? 1 : 0.02)
  const kind = kindOf(dateOf(at))
  const usual = weighted(
    sameHours(lastDay, at, 28).map((then, index) => [weight(index, kindOf(dateOf(then)) === kind), hours.get(then)]),
  )
  const days = Array.from({ length: 28 }, (_, index) => dateLater(lastDay, -1 - index))
  const before = weighted(
    days.map((date, index) => [weight(index, kindOf(date) === kindOf(lastDay)), meanOfDay(hours, date)]),
  )
  const level = meanOfDay(hours, lastDay)
  const a = level === undefined || before === undefined ? 0 : Math.log(level / before)
  const kappa = daysFrom(lastDay, dateOf(at)) <= 1 ? 0.9 : 0.8
  return usual === undefined ? undefined : usual * Math.exp(kappa * a)
}

/** What was generated, as a series that stands in for a forecast: its last day is the last whole one. */
function realised({ newest, mixes }: Generated, types: readonly string[]): Published {
  const hours = new Map<number, number>()
  for (const [at, mix] of mixes) {
    const known = types.map((type) => mix[type]).filter((mw) => mw !== undefined)
    if (mix[types[0] ?? ''] !== undefined)
      hours.set(
        at,
        known.reduce((total, mw) => total + mw, 0),
      )
  }
  return { hours, lastDay: dateLater(dateOf(newest + hour), -1) }
}

/** Hours without a forecast are what was generated; the last day is the later one of both. */
function completed(forecast: Published, real: Published): Published {
  const lastDays = forecast.hours.size === 0 ? [real.lastDay] : [forecast.lastDay, real.lastDay]
  const known = lastDays.filter((date) => date !== null).sort()
  return { hours: new Map([...real.hours, ...forecast.hours]), lastDay: known.at(-1) ?? null }
}

function windOf({ windOnshore, windOffshore }: Past, generated: Generated) {
  const real = realised(generated, ['WIND_ONSHORE', 'WIND_OFFSHORE'])
  const both = new Map([...windOnshore.hours].map(([at, mw]) => [at, mw + (windOffshore.hours.get(at) ?? 0)]))
  const past = completed({ hours: both, lastDay: windOnshore.lastDay }, real)
  const { newest } = generated
  const before = (hours: Hours, end: number, count: number) =>
    meanOf(Array.from({ length: count }, (_, index) => hours.get(end - index * hour))) ?? Number.NaN
  const m28 = before(real.hours, newest, 672)
  const expected = past.hours.get(newest)
  const missed = expected === undefined ? 0 : (real.hours.get(newest) ?? 0) - expected
  const at = (then: number): number => {
    const known = past.hours.get(then)
    if (known !== undefined) {
      return Math.max(0, known + 0.9 * Math.exp(-((then - newest) / hour - 1) / 9) * missed)
    }
    // From the last hour before it that has a forecast, of any horizon.
    const lastHour = Math.max(...past.hours.keys().filter((one) => one < then))
    const kept = Math.exp(-(then - lastHour) / hour / 48)
    return kept * before(past.hours, lastHour, 6) + (1 - kept) * m28
  }
  return { past, at }
}

function sunAt({ hours, lastDay }: Published, at: number): number | undefined {
  return (
    hours.get(at) ?? weighted(sameHours(lastDay, at, 4).map((then, index) => [0.5 ** (index / 2), hours.get(then)]))
  )
}

type PricePast = { price: Published; load: Published; wind: Published; sun: Published }
type AtHour = { load: number | undefined; wind: number | undefined; sun: number | undefined }

function priceAt({ price, load, wind, sun }: PricePast, now: AtHour, at: number): number | undefined {
  const known = price.hours.get(at)
  if (known !== undefined || price.lastDay === null) return known
  const lastDays = [price.lastDay, wind.lastDay, load.lastDay].filter((date) => date !== null).sort()
  const then = sameHours(lastDays[0] ?? null, at, 28)
  const usualOf = (hours: Hours) =>
    weighted(then.map((one, index) => [0.5 ** (index / 4) * (isRest(one) === isRest(at) ? 1 : 0.2), hours.get(one)]))
  const usual = usualOf(price.hours)
  if (usual === undefined) return undefined
  const { lastDay } = price
  const shift = (value: number | undefined, hours: Hours, unit: number): number => {
    const [mean, difference] = [usualOf(hours), value]
    return mean === undefined || difference === undefined ? 0 : (difference - mean) / unit
  }
  const sameHour = price.hours.get(sameHours(lastDay, at, 1)[0] ?? Number.NaN)
  const ofLastDay = meanOfDay(price.hours, lastDay)
  const ofWeek = meanOf(Array.from({ length: 7 }, (_, index) => meanOfDay(price.hours, dateLater(lastDay, -1 - index))))
  const x = [
    1,
    shift(now.load, load.hours, 5000),
    shift(now.wind, wind.hours, 3000),
    shift(now.sun, sun.hours, 2000),
    sameHour === undefined ? 0 : (sameHour - usual) / 30,
    ofLastDay === undefined || ofWeek === undefined ? 0 : (ofLastDay - ofWeek) / 30,
  ]
  const beta = coefficients(daysFrom(lastDay, dateOf(at)) > 1, wind.lastDay === null || dateOf(at) > wind.lastDay, at)
  return usual + 30 * x.reduce((total, value, index) => total + value * (beta[index] ?? 0), 0)
}

function coefficients(isLater: boolean, isBeyondWeather: boolean, at: number): readonly number[] {
  const clock = parisTime(at).hour
  const quarter = clock < 6 ? 0 : clock < 12 ? 1 : clock < 17 ? 2 : 3
  const table: Readonly<Record<string, readonly number[]>> = priceCoefficients
  const row = table[4 * ((isLater ? 2 : 0) + (isBeyondWeather ? 1 : 0)) + quarter]
  return row?.some((value) => value !== 0) ? row : (table[4 + quarter] ?? [])
}

/** Mean price of each day: published, else estimated, else that of the same hour of the last auctioned day. */
function dayPrices({ price, presentHour, now }: Past, estimates: Hours): Map<string, number> {
  const means = new Map<string, number>()
  const { lastDay, hours } = price
  const last = dateOf(presentHour + leads * hour)
  for (let date = dateLater(parisTime(now).date, -48); date <= last; date = dateLater(date, 1)) {
    const values = hoursOfDay(date).map((at) => {
      const known = hours.get(at) ?? estimates.get(at)
      if (known !== undefined || lastDay === null || date <= lastDay) return known
      return hours.get(sameHours(lastDay, at, 1)[0] ?? Number.NaN)
    })
    const mean = meanOf(values)
    if (mean !== undefined) means.set(date, mean)
  }
  return means
}
