import { getScoreAnalytics } from '@hexawatt/shared/contract/operations/get-score-analytics'
import { getScoreHistory } from '@hexawatt/shared/contract/operations/get-score-history'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { seriesEnd } from './series-store.ts'

/** The longest window of one request, at the end of the series. */
export const year = { from: seriesEnd.subtract({ hours: 366 * 24 }), to: seriesEnd } as const

/** Time zone of the analytics: whole hours, two clock changes per year. */
export const timeZone = 'Europe/Paris'

type Asked = { readonly path: string }

const buildPath = (asked: Asked, from: Temporal.Instant, to: Temporal.Instant, rest: Record<string, string>): string =>
  `${asked.path}?${new URLSearchParams({ from: isoSeconds(from), to: isoSeconds(to), ...rest })}`

export const rawYear = buildPath(getScoreHistory, year.from, year.to, { granularity: 'raw' })
export const hourlyYear = buildPath(getScoreHistory, year.from, year.to, { granularity: 'hourly' })

/** 31 days of raw points that end `daysBack` days before the end of the series. */
export function buildRawMonth(daysBack: number): string {
  const to = seriesEnd.subtract({ hours: 24 * daysBack })
  return buildPath(getScoreHistory, to.subtract({ hours: 31 * 24 }), to, {})
}

/** 24 hours of raw points that end `daysBack` days before the end of the series. */
export function buildRawDay(daysBack: number): string {
  const to = seriesEnd.subtract({ hours: 24 * daysBack })
  return buildPath(getScoreHistory, to.subtract({ hours: 24 }), to, {})
}

/** Weights that differ from run to run. */
export function createWeights(run: number): ScoreWeights {
  const price = Number((((run * 7) % 50) / 100).toFixed(2))
  return { price, carbon: Number((0.5 - price).toFixed(2)), grid: 0.3, adequacy: 0.2 }
}

/** Analytics of the year under custom weights in a zone. */
export function buildAnalyticsYear(run: number, granularity: 'raw' | 'hourly'): string {
  const { price, carbon, grid, adequacy } = createWeights(run)
  const weights = { wPrice: price, wCarbon: carbon, wGrid: grid, wAdequacy: adequacy }
  const texts = Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, String(weight)]))
  return buildPath(getScoreAnalytics, year.from, year.to, { granularity, timezone: timeZone, ...texts })
}
