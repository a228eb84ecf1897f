import type { TariffColor } from '../../grid/public-signals.ts'
import type { ColorProbabilities, ColorStock, NetLoadBelief } from './color-rule.ts'
import { computeColorsByStock } from './colors-by-stock.ts'
import { type Gaussian, readCell } from './gaussian.ts'
import {
  believeByCalendar,
  believeByNetLoad,
  learnForecasts,
  learnPublishedColor,
  type PublishedDay,
} from './net-load-belief.ts'
import type { NetLoadForecast, NetLoadRecord } from './net-load-record.ts'
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
  /** Empty for variant B. */
  forecasts: readonly NetLoadForecast[]
}

/** A day of the outlook; `color` is null until it is published. */
export type ColorOutlookDay = { date: string; color: TariffColor | null; probabilities: ColorProbabilities }

export type ColorOutlook = {
  variant: ColorVariant
  /** Stock left after the published days. */
  stock: ColorStock
  /** Today and up to six days, none after 31 August. */
  days: ColorOutlookDay[]
}

/** Last lead of an outlook, days. */
export const maxLeadDays = 6
/** Number of days before today whose colours are evidence when no net load is known. */
const evidenceDays = 10

/**
 * Computes probabilities of the colours of today and six days. Published colours are certain, and so are colours that the rule forces or excludes.
 *
 * @returns null when the colour of a day of the season before today is unknown: so is the stock
 */
export function forecastColors(inputs: ColorInputs): ColorOutlook | null {
  const { season, seasonStock } = inputs
  const today = inputs.today.toString()
  const first = season.findIndex(({ date }) => date === today)
  const days = season.slice(first, first + 1 + maxLeadDays)
  const published = listPublishedDays(season.slice(0, first + days.length), inputs.colors, seasonStock)
  if (first < 0 || published.length < first) return null
  const { variant, belief } = believe(inputs, first, published)
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

/** Computes the belief about C of today and the days after it, by the best variant that the inputs allow. */
function believe(
  { today, season, netLoad, forecasts }: ColorInputs,
  first: number,
  published: readonly PublishedDay[],
): { variant: ColorVariant; belief: NetLoadBelief[] } {
  const end = first + 1 + maxLeadDays
  const scale = netLoad?.scaleForIssue(today) ?? null
  const residuals = netLoad?.residualsBefore(today) ?? null
  if (scale === null || residuals === null) {
    const from = Math.max(0, first - evidenceDays)
    const byCalendar = believeByCalendar(season.slice(from, end), today.toString())
    return {
      variant: 'C',
      belief: toMarginals(learnFromPublished(byCalendar, published.slice(from))).slice(first - from),
    }
  }
  const byNetLoad = believeByNetLoad(season.slice(first, end), residuals)
  const ofDays = forecasts
    .filter(({ lead }) => lead < byNetLoad.mean.length)
    .map(({ lead, netLoadMw, sdMw }) => {
      return { index: lead, mean: (netLoadMw - scale.lowMw) / scale.widthMw, sd: sdMw / scale.widthMw }
    })
  const belief = ofDays.length === 0 ? byNetLoad : learnForecasts(byNetLoad, ofDays)
  const variant = ofDays.length === 0 ? 'B' : 'A'
  return { variant, belief: toMarginals(learnFromPublished(belief, published.slice(first))) }
}

/** @param published the first days of the distribution, in order of time */
function learnFromPublished(belief: Gaussian, published: readonly PublishedDay[]): Gaussian {
  return published.reduce((so, day, index) => learnPublishedColor(so, index, day), belief)
}

function toMarginals({ mean, covariance }: Gaussian): NetLoadBelief[] {
  return mean.map((value, index) => ({ mean: value, variance: readCell(covariance, index, index) }))
}
