import type { FeedId } from '../../../grid/feeds.ts'
import { hourStart } from '../../../time/instant.ts'
import { addParisDays, toParisYear, toParisYearStart } from '../../../time/paris.ts'
import { type CarbonInputs, seenDays } from '../../carbon-assessment.ts'
import { computeOldestCapacityYear } from '../sub-scores/available-capacity.ts'
import { computedOutlookHours, forecastTypes, scoredForecastLeads } from '../sub-scores/score-inputs.ts'
import type { ScoreRows } from './assemble-inputs.ts'

/** Half-open span `[from, to)` that a score reads of a feed. */
export type TimeSpan = { from: Temporal.Instant; to: Temporal.Instant }

/** Slots of a feed that a score reads: slots within the span, of all series or only of these series. */
export type ScoreSpan = TimeSpan & { series?: readonly string[] }

/** Names under which the formulas know rows of feeds. */
type RowsName = keyof ScoreRows | keyof CarbonInputs

type ScoreInput = {
  /** Name of its rows in {@link ScoreRows} or {@link CarbonInputs}. */
  rows: RowsName
  /** Series that are read; every one where none are named. */
  series?: readonly string[]
  /**
   * Slots, or validity of documents, that a score at an instant reads.
   *
   * @param outlookHours hours after the current one for which hourly scores are computed
   */
  span(at: Temporal.Instant, outlookHours: number): TimeSpan
}

/** Paris days before today whose prices the estimate rests on. */
const priceDaysBack = 13
/** Signals and prices are published up to the end of D+3. */
const publishedParisDays = 4
/** Beyond the last published forecast of wind and sun, the same hour of an earlier day is used, at most this number of days back. */
const forecastDaysBack = 7
/** The newest quarter-hour of the balancing market whose price is known is looked for so far back. */
const imbalanceHoursBack = 6

/** The served hour ended at most six hours ago, and the page shows the 24 hours up to it. */
const exchangeHoursBack = 30

/**
 * The inputs of the score: the rows and span of each feed, defined only here. Live points, filled points, the audit and the backtest read by
 * this table (`read-score-rows.ts`). A feed that is not listed is not an input; at most its availability counts.
 */
export const scoreInputs = {
  generation_by_type: { rows: 'generationByType', span: computeSeenSpan },
  physical_flows: { rows: 'physicalFlows', span: computeSeenSpan },
  power_exchanges: {
    rows: 'powerExchanges',
    series: ['PRICE'],
    span: (at) => ({ from: addParisDays(at, -priceDaysBack), to: addParisDays(at, publishedParisDays) }),
  },
  grid_signals: {
    rows: 'gridSignals',
    series: ['HOUR'],
    span: (at) => ({ from: addParisDays(at, 0), to: addParisDays(at, publishedParisDays) }),
  },
  imbalance: {
    rows: 'imbalance',
    series: ['TREND', 'NEGATIVE_PRICE'],
    span: (at) => ({ from: at.subtract({ hours: imbalanceHoursBack }), to: at }),
  },
  consumption: {
    rows: 'consumption',
    series: ['ID', 'D-1', 'D-2'],
    span: (at, outlookHours) => ({ from: hourStart(at), to: computeForecastEnd(at, outlookHours) }),
  },
  consumption_weekly: {
    rows: 'consumptionWeekly',
    series: ['WEEKLY'],
    span: (at, outlookHours) => ({ from: hourStart(at), to: computeForecastEnd(at, outlookHours) }),
  },
  generation_forecast: {
    rows: 'generationForecast',
    series: scoredForecastLeads.flatMap((lead) => forecastTypes.map((type) => `${lead}/${type}`)),
    span: (at, outlookHours) => ({
      from: hourStart(at).subtract({ hours: 24 * forecastDaysBack }),
      to: computeForecastEnd(at, outlookHours),
    }),
  },
  installed_capacities: {
    rows: 'installedCapacities',
    span: (at, outlookHours) => ({
      from: toParisYearStart(computeOldestCapacityYear(at)),
      to: toParisYearStart(toParisYear(computeForecastEnd(at, outlookHours)) + 1),
    }),
  },
  /** Ten times the rows of the hourly feed: read only while that one is behind. */
  generation_mix_15min: { rows: 'generationMix15min', span: computeSeenSpan },
  /** Stand in for physical flows that are not published yet: read only while some are missing. */
  exchange_schedules: {
    rows: 'exchangeSchedules',
    span: (at) => ({ from: hourStart(at).subtract({ hours: exchangeHoursBack }), to: at }),
  },
  /** The one feed of documents. */
  generation_unavailabilities: {
    rows: 'unavailabilities',
    span: (at, outlookHours) => ({
      from: hourStart(at).subtract({ hours: 1 }),
      to: computeForecastEnd(at, outlookHours),
    }),
  },
} as const satisfies Partial<Record<FeedId, ScoreInput>>

export type ScoreFeed = keyof typeof scoreInputs
export type ScoreDocumentFeed = 'generation_unavailabilities'
/** A feed of values over slots that the score reads. */
export type ScoreValueFeed = Exclude<ScoreFeed, ScoreDocumentFeed>

/** Every feed that the score reads, in the order of the table. */
export const scoreFeeds = Object.keys(scoreInputs) as ScoreFeed[]

export function isScoreFeed(feed: FeedId): feed is ScoreFeed {
  return Object.hasOwn(scoreInputs, feed)
}

/** Finds the slots that a score at `at` reads of a feed. */
export function findScoreSpan(
  feed: ScoreFeed,
  at: Temporal.Instant,
  outlookHours: number = computedOutlookHours,
): ScoreSpan {
  const series = listScoreSeries(feed)
  const span = scoreInputs[feed].span(at, outlookHours)
  return series === null ? span : { ...span, series }
}

/** Series that the score reads of a feed; null when it reads every one. */
export function listScoreSeries(feed: ScoreFeed): readonly string[] | null {
  const input: ScoreInput = scoreInputs[feed]
  return input.series ?? null
}

function computeSeenSpan(at: Temporal.Instant): TimeSpan {
  return { from: at.subtract({ hours: 24 * seenDays }), to: at }
}

function computeForecastEnd(at: Temporal.Instant, outlookHours: number): Temporal.Instant {
  return hourStart(at).add({ hours: 1 + outlookHours })
}
