import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import type { TariffColor } from '@hexawatt/shared/grid/public-signals'
import { residualModels, rule } from '@hexawatt/shared/methodology/tariff-colors/color-constants'
import type { ColorProbabilities } from '@hexawatt/shared/methodology/tariff-colors/color-rule'
import { computeColorsByStock } from '@hexawatt/shared/methodology/tariff-colors/colors-by-stock'
import {
  type ColorInputs,
  type ColorOutlook,
  forecastColors,
  maxLeadDays,
  maxLeadDaysWithoutWeather,
} from '@hexawatt/shared/methodology/tariff-colors/forecast-colors'
import { believeByCalendar, findResidualModel } from '@hexawatt/shared/methodology/tariff-colors/net-load-belief'
import { createNetLoadRecord } from '@hexawatt/shared/methodology/tariff-colors/net-load-record'
import {
  type ColorDay,
  findTariffSeason,
  type TariffSeason,
} from '@hexawatt/shared/methodology/tariff-colors/tariff-season'
import type { RecordedColors } from '../recorded/recorded-colors.ts'
import { createColorScores } from './color-scores.ts'
import { createForecastEmulator } from './emulated-forecasts.ts'
import { fitWithoutSeason } from './fit-weather-models.ts'
import { collectSamples, createFirstDayRecord, createWeatherIssues, type WeatherDraw } from './weather-issues.ts'

/**
 * `weather`: A by the weather with emulated errors; `firstDay0` to `firstDay2`: the same on the first day of an installation, with a scale that is 0 to 2 years
 * old; `A`: with emulated published forecasts; `recorded`: A with the recorded day-ahead forecasts, of today and tomorrow alone; `calendar`: mean of the
 * calendar and stock, without evidence.
 */
export const colorMethods = [
  'weather',
  'firstDay0',
  'firstDay1',
  'firstDay2',
  'firstDayShipped',
  'A',
  'B',
  'C',
  'calendar',
  'recorded',
] as const
export type ColorMethod = (typeof colorMethods)[number]

/** Methods of the first day, with the age of their scale. */
const firstDays = [
  ['firstDay0', 0],
  ['firstDay1', 365],
  ['firstDay2', 730],
  ['firstDayShipped', 'shipped'],
] as const

/** Scores by method, then by lead: the first is that of tomorrow before its colour is published, the others are those of 2 to 9 days when it is. */
export type ColorResults = Record<ColorMethod, ReturnType<ReturnType<typeof createColorScores>['result']>[]>

/** In the pandemic reds were not placed by the rule. */
const pandemic = { from: '2020-03-10', to: '2020-08-31' }

/**
 * Issues an outlook on every day of some seasons by each method, from what was known then, and scores it. All methods are judged on the days that have net
 * load, of a season without any (2025-26) all days by the methods that need none.
 *
 * @param seasons years in which they begin
 * @param draws times that forecasts are emulated, with the seeds 1, 2 and so on; variant A is judged on all of them
 * @param judgesEveryDay days without net load too, for which an outlook with it is what the product issues then
 */
export function runColorBacktest(
  recorded: RecordedColors,
  seasons: readonly number[],
  draws: number,
  judgesEveryDay = false,
): ColorResults {
  const scores = recordFromEntries(colorMethods, () => Array.from({ length: maxLeadDays }, createColorScores))
  const netLoad = createNetLoadRecord(
    recorded.isTemperatureOfScaleKnown ? recorded.days : { ...recorded.days, temperatureC: [] },
    null,
  )
  const emulators = Array.from({ length: draws }, (_, index) => createForecastEmulator(index + 1))

  const forecastByWeather = createWeatherIssues(recorded, draws)
  const selected = seasons.map((year) => selectSeason(recorded, year))
  const drawsByDay = new Map<string, WeatherDraw[]>()
  const samples = selected.flatMap(({ season, offset, realisedMw }) =>
    season.flatMap(({ date }, first) => {
      const ofDay = forecastByWeather(offset + first)
      drawsByDay.set(date, ofDay)
      return collectSamples(netLoad, season, first, realisedMw, ofDay)
    }),
  )

  for (const { year, season, offset, realisedMw, seasonStock } of selected) {
    const hasNetLoad = hasKnownNetLoad(realisedMw)
    // A single season has nothing to be fitted on: the shipped constants, fitted on 2014 to 2022, are used.
    const models = selected.length === 1 ? residualModels : fitWithoutSeason(samples, year)
    const colors = new Map<string, TariffColor>()

    function publishColor(day: ColorDay | undefined): void {
      const color = recorded.colors.get(day?.date ?? '')
      if (day !== undefined && color !== undefined) colors.set(day.date, color)
    }

    function scoreOutlook(method: ColorMethod, first: number, leads: readonly number[], probabilities: ByLead): void {
      for (const lead of leads) {
        const day = season[first + lead]
        const came = day === undefined ? undefined : recorded.colors.get(day.date)
        if (day === undefined || came === undefined || isInPandemic(day)) continue
        if (hasNetLoad && !judgesEveryDay && (realisedMw[first + lead] ?? null) === null) continue
        const ofLead = probabilities(lead)
        if (ofLead !== undefined) scores[method][lead - 1]?.add(ofLead, came)
      }
    }

    for (const [first, { date }] of season.entries()) {
      const today = Temporal.PlainDate.from(date)
      const end = first + 1 + maxLeadDaysWithoutWeather
      const days = season.slice(first, end)
      const emulated = emulators
        .map((emulate) => emulate(netLoad, today, days, realisedMw.slice(first, end)))
        .filter(({ length }) => length === days.length)
      const recordedForecasts = netLoad.forecastsFrom(today).filter(({ lead }) => lead <= 1)
      const byWeather = drawsByDay.get(date) ?? []
      const firstDayRecords = firstDays.map(([method, age]) => ({
        method,
        record: createFirstDayRecord(recorded, offset + first, age),
      }))
      // An empty list of forecasts from the weather: nine days ahead, without knowing more.
      const inputs: ColorInputs = {
        today,
        season,
        colors,
        seasonStock,
        netLoad: null,
        forecasts: [],
        weatherForecasts: [],
      }
      const issueOutlooks = (leads: readonly number[]): void => {
        const ofC = forecastColors(inputs)
        scoreOutlook('C', first, leads, groupByLead(ofC))
        scoreOutlook('calendar', first, leads, forecastByCalendar(season, first, ofC))
        if (!hasNetLoad) return
        for (const { seasoned, firstDay } of byWeather) {
          const ofDraw = { ...inputs, netLoad, weatherForecasts: seasoned }
          scoreOutlook('weather', first, leads, groupByLead(forecastColors(ofDraw, models)))
          for (const { method, record } of firstDayRecords) {
            if (record === null) continue
            const ofRecord = { ...inputs, netLoad: record, weatherForecasts: firstDay }
            scoreOutlook(method, first, leads, groupByLead(forecastColors(ofRecord, models)))
          }
        }
        scoreOutlook('B', first, leads, groupByLead(forecastColors({ ...inputs, netLoad })))
        for (const forecasts of emulated) {
          const ofDraw = { ...inputs, netLoad, forecasts, weatherForecasts: null }
          scoreOutlook('A', first, leads, groupByLead(forecastColors(ofDraw)))
        }
        if (recordedForecasts.length < 2 || !leads.includes(1)) return
        scoreOutlook(
          'recorded',
          first,
          leads,
          groupByLead(forecastColors({ ...inputs, netLoad, forecasts: recordedForecasts, weatherForecasts: null })),
        )
      }
      publishColor(season[first])
      issueOutlooks([1])
      publishColor(season[first + 1])
      issueOutlooks([2, 3, 4, 5, 6, 7, 8, 9])
    }
  }
  return recordFromEntries(colorMethods, (method) => scores[method].map(({ result }) => result()))
}

type ByLead = (lead: number) => ColorProbabilities | undefined

function groupByLead(outlook: ColorOutlook | null): ByLead {
  return (lead) => outlook?.days[lead]?.probabilities
}

/** What the calendar says with the stock of an outlook, day by day from the first unpublished one on. */
function forecastByCalendar(season: TariffSeason, first: number, outlook: ColorOutlook | null): ByLead {
  if (outlook === null) return () => undefined
  const published = outlook.days.filter(({ color }) => color !== null).length
  const days = season.slice(first + published, first + outlook.days.length)
  const { mean, covariance } = believeByCalendar(
    findResidualModel(residualModels, Temporal.PlainDate.from(season[first]?.date ?? '')),
    days,
  )
  const belief = mean.map((value, index) => ({ mean: value, variance: covariance[index]?.[index] ?? 0 }))
  const probabilities = computeColorsByStock(days, outlook.stock, belief)
  return (lead) => probabilities[lead - published]
}

/** A season with its realised net load by day, MW, and its stock: 22 reds, and as many whites as were recorded, 43 at most. */
function selectSeason({ colors, days }: RecordedColors, year: number) {
  const season = findTariffSeason(Temporal.PlainDate.from({ year, month: 9, day: 1 }))
  const offset = days.firstDay.until(season[0]?.date ?? '', { largestUnit: 'days' }).days
  const realisedMw = season.map((_, index) => {
    const loadMw = days.loadMw[offset + index] ?? null
    const windAndSunMw = days.windAndSunMw[offset + index] ?? null
    return loadMw === null || windAndSunMw === null ? null : loadMw - windAndSunMw
  })
  const whites = season.filter(({ date }) => colors.get(date) === 'WHITE').length
  return {
    year,
    season,
    offset,
    realisedMw,
    seasonStock: { red: rule.stock.red, white: Math.min(rule.stock.white, whites) },
  }
}

/** Whether net load is known in most of a season. */
function hasKnownNetLoad(realisedMw: readonly (number | null)[]): boolean {
  return realisedMw.filter((mw) => mw !== null).length > realisedMw.length / 2
}

function isInPandemic({ date }: ColorDay): boolean {
  return date >= pandemic.from && date <= pandemic.to
}
