import { computeQuantile } from '@hexawatt/shared/methodology/forecast/bands'
import { residualModels, rule } from '@hexawatt/shared/methodology/tariff-colors/color-constants'
import { maxLeadDays } from '@hexawatt/shared/methodology/tariff-colors/forecast-colors'
import { believeByNetLoad, findResidualModel } from '@hexawatt/shared/methodology/tariff-colors/net-load-belief'
import {
  createNetLoadRecord,
  type DatedNetLoad,
  type NetLoadRecord,
  type WeatherNetLoad,
} from '@hexawatt/shared/methodology/tariff-colors/net-load-record'
import { shippedNetLoad } from '@hexawatt/shared/methodology/tariff-colors/outlook-inputs'
import type { TariffSeason } from '@hexawatt/shared/methodology/tariff-colors/tariff-season'
import type { RecordedColors } from '../recorded/recorded-colors.ts'
import { createDailyRegressions, firstDayHistory, fullHistory } from './daily-regressions.ts'
import { completeWindSpeeds, createWeatherEmulator } from './emulated-weather.ts'
import type { WeatherSample } from './fit-weather-models.ts'
import { createNormalNumbers } from './normal-numbers.ts'

/** Error of the published load of today, MW, standard deviation. */
const publishedLoadErrorMw = 800
/** Days of realised net load that an installation has on its first day. */
const firstDayNetLoadDays = 28

/** Forecasts from the weather of one draw of its errors, by an installation of more than a year and by one on its first day. */
export type WeatherDraw = { seasoned: WeatherNetLoad[]; firstDay: WeatherNetLoad[] }

/**
 * Makes forecasts of net load from the recorded weather with emulated errors.
 *
 * @param draws times that the errors are drawn, with the seeds 1, 2 and so on
 */
export function createWeatherIssues(recorded: RecordedColors, draws: number) {
  const { days } = recorded
  const speeds = completeWindSpeeds(recorded)
  const seasoned = createDailyRegressions(recorded, speeds, fullHistory)
  const firstDay = createDailyRegressions(recorded, speeds, firstDayHistory)
  const emulators = Array.from({ length: draws }, (_, index) => ({
    emulate: createWeatherEmulator(days.temperatureC, speeds, index + 1),
    normal: createNormalNumbers(1_000 + index),
  }))

  /** @param today index of the day in the record; draws are empty where its load is unknown */
  return function forecast(today: number): WeatherDraw[] {
    const loadMw = days.loadMw[today] ?? null
    return emulators.map(({ emulate, normal }) => {
      const weather = emulate(today)
      const published = (loadMw ?? 0) + publishedLoadErrorMw * normal()
      if (loadMw === null) return { seasoned: [], firstDay: [] }
      const forecastBy = (regressions: typeof seasoned): WeatherNetLoad[] => {
        const of = regressions(today, published, weather)
        return of.loadMw.flatMap((mw, lead) => {
          const windAndSunMw = of.windAndSunMw[lead] ?? null
          return mw === null || windAndSunMw === null ? [] : [{ lead, netLoadMw: mw - windAndSunMw, sdMw: null }]
        })
      }
      return { seasoned: forecastBy(seasoned), firstDay: forecastBy(firstDay) }
    })
  }
}

/** The samples of one issue for the fit of shares and errors, one a draw; none where the net load before the issue is unknown. */
export function collectSamples(
  netLoad: NetLoadRecord,
  season: TariffSeason,
  first: number,
  realisedMw: readonly (number | null)[],
  draws: readonly WeatherDraw[],
): WeatherSample[] {
  const today = Temporal.PlainDate.from(season[first]?.date ?? '')
  const [scale, residuals] = [netLoad.scaleForIssue(today), netLoad.residualsBefore(today)]
  if (scale === null || residuals === null) return []
  const model = findResidualModel(residualModels, today)
  const name = (['winter', 'betweenSeasons', 'summer'] as const).find((of) => residualModels[of] === model)
  if (name === undefined) return []
  const { mean } = believeByNetLoad(model, season.slice(first, first + 1 + maxLeadDays), residuals)
  const toC = (mw: number) => (mw - scale.lowMw) / scale.widthMw
  return draws.map(({ seasoned }) => ({
    model: name,
    season: Number(season[0]?.date.slice(0, 4)),
    leads: mean.map((expected, lead) => {
      const forecast = seasoned.find((of) => of.lead === lead)
      const came = realisedMw[first + lead] ?? null
      return forecast === undefined || came === null
        ? null
        : { expected, forecast: toC(forecast.netLoadMw), came: toC(came) }
    }),
  }))
}

/**
 * Net load that an installation knows on its first day: the last 28 days, and an earlier year.
 *
 * @param year days since it ended, or the shipped one. Null where the year has a hole, or is not over yet
 */
export function createFirstDayRecord(
  { days }: RecordedColors,
  today: number,
  year: number | 'shipped',
): NetLoadRecord | null {
  const from = today - firstDayNetLoadDays
  const standIn = year === 'shipped' ? findShippedYear(days, today) : readYear(days, today - year - rule.windowDays)
  if (standIn === null) return null
  const known = {
    firstDay: days.firstDay.add({ days: from }),
    loadMw: days.loadMw.slice(from, today),
    windAndSunMw: days.windAndSunMw.slice(from, today),
    loadForecastMw: [],
    windAndSunForecastMw: [],
    temperatureC: [],
  }
  return createNetLoadRecord(known, standIn)
}

function findShippedYear({ firstDay }: RecordedColors['days'], today: number): DatedNetLoad | null {
  const end = Temporal.PlainDate.from(shippedNetLoad.firstDay).add({ days: rule.windowDays })
  return Temporal.PlainDate.compare(firstDay.add({ days: today }), end) < 0 ? null : shippedNetLoad
}

function readYear(days: RecordedColors['days'], from: number): DatedNetLoad | null {
  if (from < 0) return null
  const netLoadMw: number[] = []
  for (let day = from; day < from + rule.windowDays; day += 1) {
    const [loadMw, windAndSunMw] = [days.loadMw[day] ?? null, days.windAndSunMw[day] ?? null]
    if (loadMw === null || windAndSunMw === null) return null
    netLoadMw.push(loadMw - windAndSunMw)
  }
  const temperatures = days.temperatureC.slice(from, from + rule.windowDays).filter((value) => value !== null)
  const coldC = computeQuantile(Float64Array.from(temperatures).sort(), rule.temperatureQuantile)
  return { firstDay: days.firstDay.add({ days: from }).toString(), coldC, netLoadMw }
}
