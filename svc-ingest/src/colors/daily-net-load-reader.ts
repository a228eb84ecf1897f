import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import {
  computeDailyNetLoad,
  netLoadForecastSeries,
  realisedNetLoadSeries,
} from '@hexawatt/shared/methodology/tariff-colors/daily-net-load'
import { maxLeadDays } from '@hexawatt/shared/methodology/tariff-colors/forecast-colors'
import {
  type DailyNetLoad,
  forecastHistoryDays,
  netLoadHistoryDays,
} from '@hexawatt/shared/methodology/tariff-colors/net-load-record'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { listUtcDays, type Span } from '@hexawatt/shared/stored-rows/span'
import { readDayKeys } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { toTariffDayStart } from '@hexawatt/shared/time/paris'
import { readHourlyMeans } from './hourly-means-store.ts'

/** Reads the net load that an outlook from a tariff day on rests on, as known at an instant. */
export type DailyNetLoadReader = (today: Temporal.PlainDate, at: Temporal.Instant) => Promise<DailyNetLoad>

/** Means of a past tariff day, MW; null is unknown. */
type RealisedDay = { loadMw: number | null; windAndSunMw: number | null }

/** Tariff days of one read. */
const daysAtOnce = 28

/**
 * Makes the reader of daily net load. The means of the 393 days before `today` are cached, a pair of numbers each: a later read asks for the keys of the days,
 * and reads days whose key has changed. Forecasts, of 28 days before and up to nine after, are read each time. One read runs at a time.
 */
export function createDailyNetLoadReader(sql: Sql): DailyNetLoadReader {
  let cached: { keys: DayKeys; days: ReadonlyMap<string, RealisedDay> } = { keys: new Map(), days: new Map() }

  async function readRealised(dates: readonly Temporal.PlainDate[], at: Temporal.Instant): Promise<RealisedDay[]> {
    const keys = await readKeys(sql, dates, at)
    const changed = findChangedDates(cached.keys, keys)
    const days = new Map<string, RealisedDay>()
    const stale: Temporal.PlainDate[] = []
    for (const date of dates) {
      const known = changed.has(date.toString()) ? undefined : cached.days.get(date.toString())
      if (known === undefined) stale.push(date)
      else days.set(date.toString(), known)
    }
    for (const run of groupIntoRuns(stale)) for (const [date, day] of await readRun(sql, run, at)) days.set(date, day)
    cached = { keys, days }
    return dates.map((date) => days.get(date.toString()) ?? unknownDay)
  }

  return async (today, at) => {
    const firstDay = today.subtract({ days: netLoadHistoryDays })
    const forecastFrom = today.subtract({ days: forecastHistoryDays })
    const realised = await readRealised(listDates(firstDay, netLoadHistoryDays), at)
    const ahead = Array.from({ length: maxLeadDays + 1 }, () => unknownDay)
    const forecast = await readForecasts(sql, forecastFrom, today.add({ days: maxLeadDays }), at)
    const before = Array.from({ length: netLoadHistoryDays - forecastHistoryDays }, () => null)
    return {
      firstDay,
      loadMw: [...realised, ...ahead].map(({ loadMw }) => loadMw),
      windAndSunMw: [...realised, ...ahead].map(({ windAndSunMw }) => windAndSunMw),
      loadForecastMw: [...before, ...forecast.loadForecastMw],
      windAndSunForecastMw: [...before, ...forecast.windAndSunForecastMw],
      temperatureC: [],
    }
  }
}

const unknownDay: RealisedDay = { loadMw: null, windAndSunMw: null }

function listDates(first: Temporal.PlainDate, count: number): Temporal.PlainDate[] {
  return Array.from({ length: count }, (_, index) => first.add({ days: index }))
}

/** The hours of the days, and of the day before them, which fills the few that are unknown. */
function buildHourSpan(first: Temporal.PlainDate, last: Temporal.PlainDate): Span {
  return {
    startMs: toTariffDayStart(first.subtract({ days: 1 })).epochMilliseconds,
    endMs: toTariffDayStart(last.add({ days: 1 })).epochMilliseconds,
  }
}

/** Key of the set of versions known of each UTC day, by the start of the day, ms. */
type DayKeys = ReadonlyMap<number, string>

/** Keys of the feeds of realised values; of the mix only where days without hourly generation may be taken from it. */
async function readKeys(sql: Sql, dates: readonly Temporal.PlainDate[], at: Temporal.Instant): Promise<DayKeys> {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const span = buildHourSpan(first, last)
  const [load, generation] = await Promise.all([
    readDayKeys(sql, { feed: 'consumption', ...span }, at),
    readDayKeys(sql, { feed: 'generation_by_type', ...span }, at),
  ])
  const hasEveryDay = generation.size >= listUtcDays(span).length
  const mix: DayKeys = hasEveryDay ? new Map() : await readDayKeys(sql, { feed: 'generation_mix_15min', ...span }, at)
  const days = new Set([...load.keys(), ...generation.keys(), ...mix.keys()])
  return new Map([...days].map((day) => [day, `${load.get(day)} ${generation.get(day)} ${mix.get(day)}`]))
}

/** Tariff days whose means may differ: the one before a UTC day has its last hours, the one after it is filled from it. */
function findChangedDates(before: DayKeys, now: DayKeys): ReadonlySet<string> {
  const utcDays = new Set([...before.keys(), ...now.keys()])
  const changed = [...utcDays].filter((dayMs) => before.get(dayMs) !== now.get(dayMs))
  return new Set(
    changed.flatMap((dayMs) => {
      const date = Temporal.Instant.fromEpochMilliseconds(dayMs).toZonedDateTimeISO('UTC').toPlainDate()
      return [-1, 0, 1].map((days) => date.add({ days }).toString())
    }),
  )
}

type Run = { first: Temporal.PlainDate; last: Temporal.PlainDate }

/** Adjoining days as runs of at most {@link daysAtOnce}. */
function groupIntoRuns(dates: readonly Temporal.PlainDate[]): Run[] {
  const runs: Run[] = []
  for (const date of dates) {
    const run = runs.at(-1)
    const length = run === undefined ? 0 : run.first.until(date, { largestUnit: 'days' }).days
    if (run?.last.add({ days: 1 }).equals(date) && length < daysAtOnce) run.last = date
    else runs.push({ first: date, last: date })
  }
  return runs
}

async function readRun(sql: Sql, { first, last }: Run, at: Temporal.Instant): Promise<[string, RealisedDay][]> {
  const span = buildHourSpan(first, last)
  const { consumption: load, generation_by_type: types } = realisedNetLoadSeries
  const [consumption, hourly, mix] = await Promise.all([
    readHourlyMeans(sql, { feed: 'consumption', series: load, ...span }, at),
    readHourlyMeans(sql, { feed: 'generation_by_type', series: types, ...span }, at),
    readHourlyMeans(sql, { feed: 'generation_mix_15min', series: types, ...span }, at),
  ])
  const rows = {
    consumption,
    generationByType: addHoursOfMix(hourly, mix),
    consumptionWeekly: [],
    generationForecast: [],
  }
  const { loadMw, windAndSunMw } = computeDailyNetLoad(rows, first, last)
  return loadMw.map((mw, index) => [
    first.add({ days: index }).toString(),
    { loadMw: mw, windAndSunMw: windAndSunMw[index] ?? null },
  ])
}

/** The hourly generation, and hours that only the quarter-hourly mix has: open mode has no other. */
function addHoursOfMix(hourly: readonly SlotValue[], mix: readonly SlotValue[]): SlotValue[] {
  const nameHour = ({ series, slotStart }: SlotValue) => `${series} ${slotStart.epochMilliseconds}`
  const known = new Set(hourly.map(nameHour))
  return [...hourly, ...mix.filter((value) => !known.has(nameHour(value)))]
}

async function readForecasts(
  sql: Sql,
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  at: Temporal.Instant,
): Promise<DailyNetLoad> {
  const span = buildHourSpan(first, last)
  const { consumption: loads, consumption_weekly: weekly, generation_forecast: weather } = netLoadForecastSeries
  const [consumption, consumptionWeekly, generationForecast] = await Promise.all([
    readHourlyMeans(sql, { feed: 'consumption', series: loads, ...span }, at),
    readHourlyMeans(sql, { feed: 'consumption_weekly', series: weekly, ...span }, at),
    readHourlyMeans(sql, { feed: 'generation_forecast', series: weather, ...span }, at),
  ])
  return computeDailyNetLoad({ consumption, consumptionWeekly, generationForecast, generationByType: [] }, first, last)
}
