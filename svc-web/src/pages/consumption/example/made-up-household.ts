import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { HoursResponse } from '@hexawatt/shared/contract/hours'
import type { LoadCurve } from '@hexawatt/shared/methodology/load-curve/load-curve'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { formatIsoSecondsOfMs, hourMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { addDays, toDay, toParisDay, toParisDayStartMs, toParisHourOfDay } from '@hexawatt/shared/time/paris-clock'
import { defaultContract } from '../../../kit/contract-choice.ts'
import { computeHouseholdResult } from '../result/shown-result.ts'
import type { HouseholdTerms } from '../terms/household-terms.ts'

// The example of the page: a household and a year of the grid that are made up. Cold days need heating, and make the grid tense; no figure is measured.

const firstDate = '2025-10-01'
const endDate = '2026-10-01'
const [firstDay, endDay] = [toDay(firstDate), toDay(endDate)]

/** Days of the Tempo season that suppliers of the tariff may choose, of each colour. */
const redDays = 22
const whiteDays = 43
const redMonths = ['11', '12', '01', '02', '03']
/** The coldest day of a mean year, counted from the first day. */
const coldestDay = 108

/** A number from 0 to 1 that looks random and is the same for a day in every run. */
function mixDay(day: number): number {
  const mixed = Math.imul(day ^ (day >>> 7), 2_654_435_761) >>> 0
  return mixed / 2 ** 32
}

/** How cold a day is: 0 in summer, about 1 in winter, more in a cold spell. */
function measureCold(day: number): number {
  const season = 0.5 + 0.5 * Math.cos((2 * Math.PI * (day - firstDay - coldestDay)) / 365)
  const spell = 0.5 + 0.5 * Math.sin(((day - firstDay) * 2 * Math.PI) / 17)
  return Math.max(0, season * (0.68 + 0.34 * spell) + 0.12 * (mixDay(day) - 0.5) - 0.06)
}

/** How much sun a day brings, 0 to 1. */
function measureSun(day: number): number {
  const season = 0.5 - 0.5 * Math.cos((2 * Math.PI * (day - firstDay - 80)) / 365)
  return (0.22 + 0.78 * season) * (0.55 + 0.45 * mixDay(day + 5_000))
}

const bell = (hour: number, middle: number, width: number): number => Math.exp(-(((hour - middle) / width) ** 2))

/** Consumption of the household, kW: habits, electric heating, and a water heater at night. */
function consume(hour: number, cold: number): number {
  const habits = 0.11 + 0.17 * bell(hour, 7.4, 1) + 0.13 * bell(hour, 12.6, 1.1) + 0.3 * bell(hour, 19.6, 1.8)
  const heating = cold * (0.6 + 0.3 * bell(hour, 6.4, 1.6) + 0.42 * bell(hour, 20.4, 2.4))
  const water = (0.82 * bell(hour, 23.7, 0.9) + 0.8 * bell(hour, 0.7, 1.1)) * (0.8 + 0.2 * cold)
  return habits + heating + water
}

type GridHour = { gCo2: number; direct: number; eurPerMwh: number }

/** The grid of an hour: tense in cold evenings, relaxed at night and in the sun. */
function runGrid(hour: number, cold: number, sun: number): GridHour {
  const light = hour > 6 && hour < 21 ? sun * bell(hour, 13.5, 3.2) : 0
  const night = 0.24 * bell(hour, 3.8, 2.8)
  const want = Math.max(
    0,
    0.34 + 0.5 * cold + 0.2 * bell(hour, 8.2, 1.8) + 0.36 * bell(hour, 19.5, 2) - night - 0.52 * light,
  )
  const gCo2 = 14 + 42 * want
  return { gCo2, direct: Math.max(0, gCo2 - 12), eurPerMwh: Math.max(-5, 6 + 104 * want - 24 * light) }
}

/** Tempo colours by date: the coldest days that the rules of the tariff allow are red, the next coldest white. */
function chooseColors(): ReadonlyMap<string, 'Rouge' | 'Blanc'> {
  const days = Array.from({ length: endDay - firstDay }, (_, index) => firstDay + index)
  const byCold = days.toSorted((one, other) => measureCold(other) - measureCold(one))
  const dateOf = (day: number): string => addDays(firstDate, day - firstDay)
  // Day 4 since 1970-01-01, a Thursday, was a Monday: 0 = Monday.
  const weekday = (day: number): number => (day + 3) % 7
  const red = byCold.filter((day) => weekday(day) < 5 && redMonths.includes(dateOf(day).slice(5, 7))).slice(0, redDays)
  const white = byCold.filter((day) => weekday(day) < 6 && !red.includes(day)).slice(0, whiteDays)
  return new Map([
    ...white.map((day) => [dateOf(day), 'Blanc'] as const),
    ...red.map((day) => [dateOf(day), 'Rouge'] as const),
  ])
}

/** The year of half-hours of the household. */
function makeExampleCurve(): LoadCurve {
  const [fromMs, toMs] = [toParisDayStartMs(firstDay), toParisDayStartMs(endDay)]
  const count = ((toMs - fromMs) / hourMs) * 2
  const startsMs = Float64Array.from({ length: count }, (_, index) => fromMs + (index * hourMs) / 2)
  return {
    kind: 'enedis-customer',
    startsMs,
    minutes: new Uint16Array(count).fill(30),
    energyKwh: startsMs.map((startMs) => {
      const hour = toParisHourOfDay(startMs) + (startMs % hourMs === 0 ? 0.25 : 0.75)
      return roundHalfAwayFromZero(consume(hour, measureCold(toParisDay(startMs))) / 2, 3)
    }),
    fromMs,
    toMs,
    injectedKwh: null,
    remarks: [],
  }
}

/** The hours of the grid, by months. */
export function makeExampleMonths(): HoursResponse[] {
  const colors = chooseColors()
  const byMonth = new Map<string, { startMs: number; grid: GridHour; color: 'Bleu' | 'Blanc' | 'Rouge' }[]>()
  for (let startMs = toParisDayStartMs(firstDay); startMs < toParisDayStartMs(endDay); startMs += hourMs) {
    const [day, hour] = [toParisDay(startMs), toParisHourOfDay(startMs)]
    const date = addDays(firstDate, day - firstDay)
    const tariffDate = hour < 6 ? addDays(date, -1) : date
    const ofMonth = byMonth.get(date.slice(0, 7)) ?? []
    byMonth.set(date.slice(0, 7), ofMonth)
    const grid = runGrid(hour + 0.5, measureCold(day), measureSun(day))
    ofMonth.push({ startMs, grid, color: colors.get(tariffDate) ?? 'Bleu' })
  }
  return [...byMonth].map(([month, hours]) => ({
    month,
    timeZone: parisTimeZone,
    from: formatIsoSecondsOfMs(hours[0]?.startMs ?? 0),
    to: formatIsoSecondsOfMs((hours.at(-1)?.startMs ?? 0) + hourMs),
    hours: hours.map(({ startMs }) => formatIsoSecondsOfMs(startMs)),
    productionGCo2PerKwh: hours.map(({ grid }) => roundHalfAwayFromZero(grid.gCo2, 2)),
    consumptionGCo2PerKwh: hours.map(({ grid }) => roundHalfAwayFromZero(grid.gCo2 + 3, 2)),
    directGCo2PerKwh: hours.map(({ grid }) => roundHalfAwayFromZero(grid.direct, 2)),
    eurPerMwh: hours.map(({ grid }) => roundHalfAwayFromZero(grid.eurPerMwh, 2)),
    tempoColor: hours.map(({ color }) => color),
    methodologyVersions: [],
    sources: [],
    complete: true,
  }))
}

/** Contract and subscribed power of the example's household. The sentence that names the example says the same. */
const exampleTerms: HouseholdTerms = {
  contract: { ...defaultContract, offPeak: '22:30-06:30', adderEurPerKwh: 0.086, vatPercent: 20 },
  subscribedKva: 6,
  spotSubscriptionEur: 17,
}

/** The result of the example, by the functions that compute a reader's own. */
export const computeExample = () =>
  computeHouseholdResult({ curve: makeExampleCurve(), months: makeExampleMonths(), table: shippedTable }, exampleTerms)

// `bun svc-web/src/pages/consumption/example/made-up-household.ts` writes the file anew, after a change of the household, the formulas or the prices.
if (import.meta.main) await Bun.write(`${import.meta.dir}/example.json`, JSON.stringify(computeExample()))
