import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import {
  type Band,
  computeBand,
  computeBandError,
  computeQuantile,
  findFrozenLevels,
  minBandErrors,
} from '@hexawatt/shared/methodology/forecast/bands'
import { outlookLeadClasses, toKnownHour } from '@hexawatt/shared/methodology/forecast-accuracy/class-errors'
import { createBandArchive } from './band-archive.ts'
import { computeGenerationKnownUntilMs } from './forecast-inputs.ts'
import { type HourOutcome, type IssueOutcome, type Method, methods, type Target } from './replayed-issue.ts'
import { toMonth } from './run-backtest.ts'

export const bandTargets = ['intensity', 'direct', 'score', 'price'] as const satisfies readonly Target[]
export type BandTarget = (typeof bandTargets)[number]

/** Sums over the judged hours of one lead class that have a band. */
export type BandStats = {
  hours: number
  inside: number
  width: number
  /** Σ mean of the pinball losses at 10 and 90 %. */
  pinball: number
  /** Σ CRPS, over the hours whose bucket had its 100 errors. */
  crps: number
  crpsHours: number
}

/** Stats of each lead class by month of issue. */
export type MonthlyBandStats = Map<string, Record<BandTarget, BandStats[]>>

/** Levels of the quantiles whose mean pinball loss, doubled, is the CRPS. */
const crpsLevels = Array.from({ length: 19 }, (_, index) => 0.05 * (index + 1))

/** Puts bands round the forecasts of one method, issue after issue, from the archive of earlier issues (docs/methodology/forecast.md#bands), and judges them. */
export function createBandRun(method: Method) {
  const months: MonthlyBandStats = new Map()
  const archives = recordFromEntries(bandTargets, createBandArchive)

  /** Adds the next issue. */
  function add(outcome: IssueOutcome): void {
    const stats = months.getOrInsertComputed(toMonth(outcome), createEmptyMonth)
    for (const target of bandTargets) {
      archives[target].learn(outcome.issuedAt, computeGenerationKnownUntilMs(outcome.issuedAt))
      for (const hour of outcome.hours[target]) evaluateHour(target, outcome, hour, stats[target])
    }
  }

  function evaluateHour(target: BandTarget, { issuedAt }: IssueOutcome, hour: HourOutcome, stats: BandStats[]): void {
    const forecast = hour.predicted[method]
    if (forecast === null || hour.isPublished) return
    const archive = archives[target]
    const errors = archive.listErrors(hour.lead)
    const place = toPlace(target, method === 'analog' ? hour : null, forecast)
    const isFrozenKnown = method === 'analog' && place.isRatio
    const levels = archive.findLevels(hour.lead) ?? (isFrozenKnown ? findFrozenLevels(hour.lead) : null)
    const band = levels && { low: place.at(levels.low), high: place.at(levels.high) }
    const known = toKnownHour(hour, methods)
    const ofClass = stats[outlookLeadClasses.findIndex(({ lastLead }) => hour.lead <= lastLead)]
    if (known !== null && band !== null && ofClass !== undefined)
      judgeBand(ofClass, band, known.realised, place, errors)
    if (hour.realised === null) return
    const error = place.errorOf(hour.realised)
    if (error === null) return
    const isOutside = band && (hour.realised < band.low || hour.realised > band.high)
    archive.add({ issuedAt, startMs: hour.startMs, lead: hour.lead, error, isOutside })
  }

  return { add, months }
}

/** Where a quantile of errors lies about one forecast. */
type Place = { isRatio: boolean; at: (error: number) => number; errorOf: (realised: number) => number | null }

/** Intensities: ratios scaled by the spread (1 for a method that has none); price and score: differences, the score within 0–100. */
function toPlace(target: BandTarget, hour: HourOutcome | null, forecast: number): Place {
  if (target === 'price' || target === 'score') {
    const clamp = (value: number): number => (target === 'score' ? Math.min(100, Math.max(0, value)) : value)
    return { isRatio: false, at: (error) => clamp(forecast + error), errorOf: (realised) => realised - forecast }
  }
  const spread = hour?.spread ?? null
  if (spread === null) {
    const errorOf = (realised: number) => (realised > 0 && forecast > 0 ? Math.log(realised / forecast) : null)
    return { isRatio: true, at: (error) => forecast * Math.exp(error), errorOf }
  }
  return {
    isRatio: true,
    at: (error) => computeBand(forecast, spread, { low: error, high: error }).low,
    errorOf: (realised) => computeBandError(realised, forecast, spread),
  }
}

function judgeBand(stats: BandStats, { low, high }: Band, realised: number, place: Place, errors: Float64Array): void {
  stats.hours += 1
  stats.inside += Number(realised >= low && realised <= high)
  stats.width += high - low
  stats.pinball += (computePinballLoss(low, realised, 0.1) + computePinballLoss(high, realised, 0.9)) / 2
  if (errors.length < minBandErrors) return
  const losses = crpsLevels.map((level) =>
    computePinballLoss(place.at(computeQuantile(errors, level)), realised, level),
  )
  stats.crps += (2 * losses.reduce((sum, loss) => sum + loss, 0)) / losses.length
  stats.crpsHours += 1
}

function computePinballLoss(predicted: number, realised: number, level: number): number {
  return realised >= predicted ? level * (realised - predicted) : (1 - level) * (predicted - realised)
}

function createEmptyMonth(): Record<BandTarget, BandStats[]> {
  const none = () =>
    outlookLeadClasses.map(() => ({ hours: 0, inside: 0, width: 0, pinball: 0, crps: 0, crpsHours: 0 }))
  return { intensity: none(), direct: none(), score: none(), price: none() }
}
