import type { PublishedSeries } from '@hexawatt/shared/methodology/forecast/axis/filled-past'
import type { HourlySeries } from '@hexawatt/shared/methodology/hourly-means'
import { addParisDays, toParisTime } from '@hexawatt/shared/time/paris'
import { computeMadeUpError, madeUpDeviation } from '../recorded/made-up-errors.ts'

/** Inputs that the publisher offers and the recordings lack: the hour that has just ended, and longer horizons of wind and sun, and of consumption. */
export const publisherInputs = ['fresh-hour', 'horizons', 'load'] as const
/** All that can be emulated: also forecasts of the weather, with errors as usual or greater ones. */
export const emulatedInputs = [...publisherInputs, 'weather', 'pessimistic-weather'] as const
export type EmulatedInput = (typeof emulatedInputs)[number]

/** Emulated inputs; recorded inputs have no entry. */
export type Emulation = ReadonlySet<EmulatedInput>

export const recordedOnly: Emulation = new Set()

/** Whether the issues of a run are made with weather, so that they reach 72 hours. */
export const hasWeather = (emulation: Emulation): boolean =>
  emulation.has('weather') || emulation.has('pessimistic-weather')

/** How the error of a forecast grows with the days from its publication to its target. */
type ErrorGrowth = {
  /** Error of the day-ahead forecast: root mean square of (forecast − realised) over that of the forecast. */
  dayAheadError: number
  /** Assumed: the error of each further day over that of the day before. */
  growthPerDay: number
  /** Hours within which the error changes. */
  stepHours: number
}

/**
 * Day-ahead errors are measured: wind and sun on 2023-01-14 … 2025-01-13, consumption on January to July 2025. Their growth is an assumption, in the
 * range of what evaluations of national forecasts report.
 */
const errorGrowths = {
  windOnshore: { dayAheadError: 0.169, growthPerDay: 1.25, stepHours: 6 },
  windOffshore: { dayAheadError: 0.276, growthPerDay: 1.25, stepHours: 6 },
  solar: { dayAheadError: 0.19, growthPerDay: 1.12, stepHours: 24 },
  load: { dayAheadError: 0.023, growthPerDay: 1.25, stepHours: 12 },
} as const satisfies Record<string, ErrorGrowth>
export type EmulatedSeries = keyof typeof errorGrowths
const seriesNames = Object.keys(errorGrowths)

/** `D-2` of consumption comes two days before its day at this time; before it the weekly forecast is the newest. */
const twoDaysAheadLoadAt = Temporal.PlainTime.from('07:00')
/** Lead time of the weekly forecast, days. */
const weeklyDaysAhead = 4
/** Paris days from today on that are forecast. */
const emulatedDays = 4

/**
 * A published series with its longer horizons, each the day-ahead forecast of the record with a made-up error on top. Wind and sun: `D-2` and `D-3` with
 * the publication of `D-1`. Consumption: `D-2`, and the weekly forecast. The day-ahead forecast of a later day is thus used before its publication, made worse.
 */
export function addLongerHorizons(
  published: PublishedSeries,
  recorded: HourlySeries,
  name: EmulatedSeries,
  now: Temporal.Instant,
): PublishedSeries {
  const startsMs = Array.from({ length: emulatedDays + 1 }, (_, day) => addParisDays(now, day).epochMilliseconds)
  const firstBeyond = startsMs.indexOf(published.publishedUntilMs)
  const isLoadOut = Temporal.PlainTime.compare(toParisTime(now).toPlainTime(), twoDaysAheadLoadAt) >= 0
  const countDaysAhead = (day: number): number => {
    if (name !== 'load') return day - firstBeyond + 2
    return day <= 1 || (day === 2 && isLoadOut) ? 2 : weeklyDaysAhead
  }
  const publishedUntilMs = startsMs[Math.min(emulatedDays, firstBeyond + 2)] ?? published.publishedUntilMs
  const get = (startMs: number): number | undefined => {
    if (startMs < published.publishedUntilMs) return published.byHour.get(startMs)
    const value = startMs < publishedUntilMs ? recorded.get(startMs) : undefined
    const day = startsMs.findLastIndex((dayStartMs) => dayStartMs <= startMs)
    return value && Math.max(0, value * (1 + computeRelativeError(name, startMs, countDaysAhead(day))))
  }
  return { byHour: { get }, publishedUntilMs }
}

/** Relative error of a forecast some days ahead beyond the error of the day-ahead forecast: every day adds its own error. */
function computeRelativeError(name: EmulatedSeries, startMs: number, daysAhead: number): number {
  const { dayAheadError, growthPerDay, stepHours } = errorGrowths[name]
  let error = 0
  for (let day = 2; day <= daysAhead; day += 1) {
    const deviation = dayAheadError * growthPerDay ** (day - 2) * Math.sqrt(growthPerDay ** 2 - 1)
    const series = 10 * day + seriesNames.indexOf(name)
    error += (deviation / madeUpDeviation) * computeMadeUpError(startMs, { series, stepHours })
  }
  return error
}
