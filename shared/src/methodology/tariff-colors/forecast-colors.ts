import type { TariffColor } from '../../grid/public-signals.ts'
import { type ResidualModel, type ResidualModels, residualModels } from './color-constants.ts'
import type { ColorProbabilities, ColorStock, NetLoadBelief } from './color-rule.ts'
import { computeColorsByStock } from './colors-by-stock.ts'
import { type Gaussian, readCell } from './gaussian.ts'
import {
  believeByCalendar,
  believeByNetLoad,
  findResidualModel,
  learnForecasts,
  learnPublishedColor,
  learnScaleOffset,
  learnWeatherForecasts,
  type PublishedDay,
} from './net-load-belief.ts'
import type { NetLoadForecast, NetLoadRecord, NetLoadScale, WeatherNetLoad } from './net-load-record.ts'
import type { ColorDay, TariffSeason } from './tariff-season.ts'

/** A: forecasts of net load; B: realised net load; C: only colours. */
export const colorVariants = ['A', 'B', 'C'] as const
export type ColorVariant = (typeof colorVariants)[number]

export type ColorInputs = {
  /** The first tariff day of the outlook. */
  today: Temporal.PlainDate
  /** The season of `today`. */
  season: TariffSeason
  /** Published colours by day (`YYYY-MM-DD`): every day of the season before today, and the known days from today on. */
  colors: ReadonlyMap<string, TariffColor>
  /** Red and white days of the whole season. */
  seasonStock: ColorStock
  /** Null when no realised net load is known. */
  netLoad: NetLoadRecord | null
  /** Published forecasts, without those from the weather; empty for variant B. */
  forecasts: readonly NetLoadForecast[]
  /** Forecasts with the weather, which take the place of the others; empty when they lack load or net load of the past. Null without weather. */
  weatherForecasts: readonly WeatherNetLoad[] | null
}

/** A day of the outlook; `color` is null until it is published. */
export type ColorOutlookDay = { date: string; color: TariffColor | null; probabilities: ColorProbabilities }

export type ColorOutlook = {
  variant: ColorVariant
  /** Stock left after the published days. */
  stock: ColorStock
  /** Today and the days up to the last lead, none after 31 August. */
  days: ColorOutlookDay[]
}

/** Last lead of an outlook, days, with a weather forecast and without one. */
export const maxLeadDays = 9
export const maxLeadDaysWithoutWeather = 6
/** Number of days before today whose colours are evidence when no net load is known. */
const evidenceDays = 10
/** Number of days before today whose colours and net load tell what the scale of another year is off by. */
const offsetDays = 28

/**
 * Computes probabilities of the colours of today and nine days, six without a weather forecast. Published colours are certain, and so are colours that the
 * rule forces or excludes.
 *
 * @param models others than those of the product where a backtest fits its own
 * @returns null when the colour of a day of the season before today is unknown: so is the stock
 */
export function forecastColors(inputs: ColorInputs, models: ResidualModels = residualModels): ColorOutlook | null {
  const { season, seasonStock } = inputs
  const today = inputs.today.toString()
  const first = season.findIndex(({ date }) => date === today)
  const days = season.slice(first, first + 1 + findLastLead(inputs))
  const published = listPublishedDays(season.slice(0, first + days.length), inputs.colors, seasonStock)
  if (first < 0 || published.length < first) return null
  const { variant, belief } = believe(inputs, findResidualModel(models, inputs.today), first, published)
  const ofToday = published.slice(first)
  const stock = computeStockAfter(published.at(-1), seasonStock)
  const forecast = computeColorsByStock(days.slice(ofToday.length), stock, belief.slice(ofToday.length))
  return {
    variant,
    stock,
    days: [
      ...ofToday.map(({ day, color }) => ({ date: day.date, color, probabilities: certain[color] })),
      ...forecast.map((probabilities, index) => {
        const { date } = days[ofToday.length + index] ?? { date: '' }
        return { date, color: null, probabilities }
      }),
    ],
  }
}

const certain: Readonly<Record<TariffColor, ColorProbabilities>> = {
  BLUE: { blue: 1, white: 0, red: 0 },
  WHITE: { blue: 0, white: 1, red: 0 },
  RED: { blue: 0, white: 0, red: 1 },
}

/** The days whose colours are published without a gap from the first on, each with the stock before it. */
function listPublishedDays(
  days: readonly ColorDay[],
  colors: ReadonlyMap<string, TariffColor>,
  seasonStock: ColorStock,
): PublishedDay[] {
  const published: PublishedDay[] = []
  for (const day of days) {
    const color = colors.get(day.date)
    if (color === undefined) break
    published.push({ day, stock: computeStockAfter(published.at(-1), seasonStock), color })
  }
  return published
}

function computeStockAfter(last: PublishedDay | undefined, seasonStock: ColorStock): ColorStock {
  if (last === undefined) return seasonStock
  const { red, white } = last.stock
  return { red: red - (last.color === 'RED' ? 1 : 0), white: white - (last.color === 'WHITE' ? 1 : 0) }
}

function findLastLead({ weatherForecasts }: ColorInputs): number {
  return weatherForecasts === null ? maxLeadDaysWithoutWeather : maxLeadDays
}

/** Computes the belief about C of today and the days after it, by the best variant that the inputs allow. */
function believe(
  inputs: ColorInputs,
  model: ResidualModel,
  first: number,
  published: readonly PublishedDay[],
): { variant: ColorVariant; belief: NetLoadBelief[] } {
  const { today, season, netLoad } = inputs
  const end = first + 1 + findLastLead(inputs)
  const scale = netLoad?.scaleForIssue(today) ?? null
  const residuals = netLoad?.residualsBefore(today) ?? null
  if (netLoad === null || scale === null || residuals === null) {
    const from = Math.max(0, first - evidenceDays)
    const byCalendar = believeByCalendar(model, season.slice(from, end))
    return {
      variant: 'C',
      belief: toMarginals(learnFromPublished(byCalendar, published.slice(from))).slice(first - from),
    }
  }
  const offset = scale.hasStandIns
    ? findScaleOffset(netLoad, published.slice(Math.max(0, first - offsetDays), first))
    : 0
  const { lastDay, dayBefore, mean28 } = residuals
  const shifted = { lastDay: lastDay + offset, dayBefore: dayBefore + offset, mean28: mean28 + offset }
  const byNetLoad = believeByNetLoad(model, season.slice(first, end), shifted)
  const byForecasts = believeForecasts(inputs, model, byNetLoad, {
    ...scale,
    lowMw: scale.lowMw - offset * scale.widthMw,
  })
  const belief = learnFromPublished(byForecasts ?? byNetLoad, published.slice(first))
  return { variant: byForecasts === null ? 'B' : 'A', belief: toMarginals(belief) }
}

/** What the scale of another year is off by, from the colours of the last days. */
function findScaleOffset(netLoad: NetLoadRecord, published: readonly PublishedDay[]): number {
  const known = published.flatMap((of) => {
    const value = netLoad.readC(Temporal.PlainDate.from(of.day.date))
    return value === null ? [] : [{ ...of, value }]
  })
  return learnScaleOffset(known)
}

/** The belief with the forecasts of net load, those with the weather first; null without any. */
function believeForecasts(
  { forecasts, weatherForecasts }: ColorInputs,
  model: ResidualModel,
  belief: Gaussian,
  { lowMw, widthMw }: NetLoadScale,
): Gaussian | null {
  const toC = (netLoadMw: number) => (netLoadMw - lowMw) / widthMw
  const isInSeason = ({ lead }: { lead: number }) => lead < belief.mean.length
  const byWeather = (weatherForecasts ?? []).filter(isInSeason).map(({ lead, netLoadMw, sdMw }) => {
    return { index: lead, mean: toC(netLoadMw), sd: sdMw === null ? null : sdMw / widthMw }
  })
  if (byWeather.length > 0) return learnWeatherForecasts(model, belief, byWeather)
  const byPublisher = forecasts.filter(isInSeason).map(({ lead, netLoadMw, sdMw }) => {
    return { index: lead, mean: toC(netLoadMw), sd: sdMw / widthMw }
  })
  return byPublisher.length === 0 ? null : learnForecasts(belief, byPublisher)
}

/** @param published the first days of the distribution, in order of time */
function learnFromPublished(belief: Gaussian, published: readonly PublishedDay[]): Gaussian {
  return published.reduce((so, day, index) => learnPublishedColor(so, index, day), belief)
}

function toMarginals({ mean, covariance }: Gaussian): NetLoadBelief[] {
  return mean.map((value, index) => ({ mean: value, variance: readCell(covariance, index, index) }))
}
