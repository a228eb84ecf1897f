import { createBoundedMap } from '../../../bounds/bounded-map.ts'
import { round1 } from '../../../bounds/numbers.ts'
import { isDayOfRest } from '../../../grid/french-holidays.ts'
import { toDate, toParisDay, toParisDayStartMs, toParisHourOfDay } from '../../../time/paris-clock.ts'
import type { HourlySeries } from '../../hourly-means.ts'
import { interpolateLinearly, medianPriceEurPerMwh, priceAnchors } from './scales.ts'
import type { PriceBasis, Rated } from './sub-scores.ts'

/**
 * Price sub-score of one hour: the day-ahead price where it was auctioned, else the estimate of the forecast (version 2), else
 * that of the hour's class, else the median of the calibration year.
 *
 * @param prices day-ahead price by hour, EUR/MWh
 * @param likeHoursEurPerMwh estimate of the forecast; null where there is none
 */
export function ratePrice(
  prices: HourlySeries,
  classes: PriceClasses,
  hourStartMs: number,
  likeHoursEurPerMwh: number | null = null,
): Rated<PriceBasis> {
  const basis = findPriceBasis(prices, classes, hourStartMs, likeHoursEurPerMwh)
  return { value: round1(interpolateLinearly(priceAnchors, basis.eurPerMwh)), basis }
}

function findPriceBasis(
  prices: HourlySeries,
  classes: PriceClasses,
  hourStartMs: number,
  likeHoursEurPerMwh: number | null,
): PriceBasis {
  const dayAhead = prices.get(hourStartMs)
  if (dayAhead !== undefined) return { kind: 'day_ahead', eurPerMwh: dayAhead }
  if (likeHoursEurPerMwh !== null) return { kind: 'like_hours_estimate', eurPerMwh: likeHoursEurPerMwh }
  const estimate = estimatePrice(classes, hourStartMs)
  if (estimate === null) return { kind: 'median', eurPerMwh: medianPriceEurPerMwh }
  return { kind: estimate.isPeak ? 'peak_estimate' : 'off_peak_estimate', eurPerMwh: estimate.eurPerMwh }
}

/** Civil days behind the estimate: the Paris day of the instant and the thirteen before it. */
const estimateDays = 14
/** With fewer samples the median of the calibration year is used. */
const minSamples = 48
/** Hours of a day in the peak class. */
const peakHours = 12

/** Mean prices of the expensive and the cheap half of one kind of day. */
type DayClasses = { peakHoursOfDay: ReadonlySet<number>; peakEurPerMwh: number; offPeakEurPerMwh: number }

/** Price classes of working days and of days of rest; null where fewer than 48 hours are known. */
export type PriceClasses = { working: DayClasses | null; rest: DayClasses | null }

/** Estimated price of an hour, and its class. */
export type PriceEstimate = { eurPerMwh: number; isPeak: boolean }

type Sample = { hourOfDay: number; eurPerMwh: number }

/**
 * The off-peak/peak estimate (docs/methodology/score.md#the-four-dimensions): over the last 14 Paris days, the 12 most expensive hours of the day form the peak class;
 * working days and days of rest have separate classes.
 */
export function computePriceClasses(prices: HourlySeries, now: Temporal.Instant): PriceClasses {
  const today = toParisDay(now.epochMilliseconds)
  const [fromMs, toMs] = [toParisDayStartMs(today + 1 - estimateDays), toParisDayStartMs(today + 1)]
  const working: Sample[] = []
  const rest: Sample[] = []
  for (const [startMs, eurPerMwh] of prices) {
    if (startMs < fromMs || startMs >= toMs) continue
    const { hourOfDay, isRest } = findKindOfHour(startMs)
    const samples = isRest ? rest : working
    samples.push({ hourOfDay, eurPerMwh })
  }
  return { working: computeDayClasses(working), rest: computeDayClasses(rest) }
}

/** The estimate for one hour; null when its kind of day has too few samples. */
export function estimatePrice(classes: PriceClasses, hourStartMs: number): PriceEstimate | null {
  const { hourOfDay, isRest } = findKindOfHour(hourStartMs)
  const ofDay = isRest ? classes.rest : classes.working
  if (ofDay === null) return null
  const isPeak = ofDay.peakHoursOfDay.has(hourOfDay)
  return { eurPerMwh: isPeak ? ofDay.peakEurPerMwh : ofDay.offPeakEurPerMwh, isPeak }
}

function computeDayClasses(samples: readonly Sample[]): DayClasses | null {
  if (samples.length < minSamples) return null
  const byHour = Map.groupBy(samples, ({ hourOfDay }) => hourOfDay)
  // With at most 12 known hours of the day there is no second class.
  if (byHour.size <= peakHours) return null
  const dearestFirst = [...byHour]
    .map(([hourOfDay, ofHour]) => ({ hourOfDay, eurPerMwh: averagePrice(ofHour) }))
    .sort((a, b) => b.eurPerMwh - a.eurPerMwh || a.hourOfDay - b.hourOfDay)
  const peakHoursOfDay = new Set(dearestFirst.slice(0, peakHours).map(({ hourOfDay }) => hourOfDay))
  return {
    peakHoursOfDay,
    peakEurPerMwh: averagePrice(samples.filter(({ hourOfDay }) => peakHoursOfDay.has(hourOfDay))),
    offPeakEurPerMwh: averagePrice(samples.filter(({ hourOfDay }) => !peakHoursOfDay.has(hourOfDay))),
  }
}

function findKindOfHour(startMs: number): { hourOfDay: number; isRest: boolean } {
  return { hourOfDay: toParisHourOfDay(startMs), isRest: isRestDay(toParisDay(startMs)) }
}

/** By Paris day: every hour of it asks. */
const restByDay = createBoundedMap<boolean, number>(4_096)

function isRestDay(day: number): boolean {
  const before = restByDay.get(day)
  if (before !== undefined) return before
  const isRest = isDayOfRest(toDate(day))
  restByDay.set(day, isRest)
  return isRest
}

function averagePrice(samples: readonly Pick<Sample, 'eurPerMwh'>[]): number {
  return samples.reduce((sum, { eurPerMwh }) => sum + eurPerMwh, 0) / samples.length
}
