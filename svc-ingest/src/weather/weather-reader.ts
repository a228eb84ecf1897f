import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import {
  type ModelWeather,
  type NationalWeather,
  type WeatherModel,
  type WeatherQuantity,
  weatherQuantities,
} from '@hexawatt/shared/methodology/forecast/weather/national-weather'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { hourMs } from '@hexawatt/shared/time/instant'
import { readNewestHoursAtMs, readNewestRuns, readPastHours, type StoredHour, type StoredRun } from './weather-store.ts'

/** Reads the weather as it was known at an instant; null without a run that is young enough. */
export type WeatherReader = (at: Temporal.Instant) => Promise<NationalWeather | null>

/** Age from which a run is not used any more, ms. */
export const uselessAfterMs = 24 * hourMs

/** Days of past weather that are read: the 92 with which the regressions learn, and a week for the smoothed temperature before them. */
const historyDays = 100

/** Makes the reader from stored runs. What was read is kept while no run and no past hour was added; an earlier instant reads again. */
export function createWeatherReader(sql: Sql): WeatherReader {
  let kept: { key: string; byModel: ReadonlyMap<WeatherModel, ModelWeather> } | null = null

  return async function readWeather(at) {
    const runs = (await readNewestRuns(sql, at)).filter(
      ({ knownFrom }) => at.since(knownFrom).total('milliseconds') <= uselessAfterMs,
    )
    if (runs.length === 0) return null
    const firstDay = at.subtract({ hours: historyDays * 24 })
    const key = JSON.stringify([
      await readNewestHoursAtMs(sql, at),
      // The span moves by the day, so that the hours of a whole day serve.
      Math.floor(firstDay.epochMilliseconds / (24 * hourMs)),
      runs.map(({ model, knownFrom }) => [model, knownFrom.epochMilliseconds]),
    ])
    if (kept?.key !== key) kept = { key, byModel: joinByModel(runs, await readPastHours(sql, firstDay, at)) }
    const knownFromMs = Math.max(...runs.map(({ knownFrom }) => knownFrom.epochMilliseconds))
    return { knownFromMs, byModel: Object.fromEntries(kept.byModel) }
  }
}

/** Each run with the past of its model, which counts where both have an hour. */
function joinByModel(runs: readonly StoredRun[], past: readonly StoredHour[]): Map<WeatherModel, ModelWeather> {
  const pastOf = Map.groupBy(past, ({ model }) => model)
  return new Map(
    runs.map((run) => {
      const hours = pastOf.get(run.model) ?? []
      return [run.model, recordFromEntries(weatherQuantities, (quantity) => joinHours(run, hours, quantity))]
    }),
  )
}

function joinHours(run: StoredRun, past: readonly StoredHour[], quantity: WeatherQuantity): Map<number, number> {
  const byHour = new Map<number, number>()
  for (const [index, value] of run.values[quantity].entries()) {
    if (value !== null) byHour.set(run.firstHourMs + index * hourMs, value)
  }
  for (const hour of past) {
    const value = hour[quantity]
    if (value !== null) byHour.set(hour.startMs, value)
  }
  return byHour
}
