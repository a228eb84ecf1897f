import { toSubScoreValues } from '@hexawatt/shared/answers/energy-score'
import { computeHorizonHours } from '@hexawatt/shared/answers/forecast-horizon'
import { composeOutlookSlots, indexForecastHours } from '@hexawatt/shared/answers/outlook-body'
import { round2OrNull, roundOrNull } from '@hexawatt/shared/bounds/numbers'
import type { DashboardOutlook } from '@hexawatt/shared/contract/planning/dashboard-outlook'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { maxOutlookHours } from '@hexawatt/shared/contract/values/longest-outlook'
import { computeComposite } from '@hexawatt/shared/methodology/score/composite'
import type { ForecastHour, ForecastSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'

/**
 * The outlook of the page: the quarter-hours of `/v1/outlook` as columns, with the score before rounding and its band.
 *
 * @returns null where nothing is forecast
 */
export function buildDashboardOutlook(
  forecast: ForecastSnapshot | null,
  now: Temporal.Instant,
): DashboardOutlook | null {
  if (forecast === null) return null
  const hourAt = indexForecastHours(forecast)
  const nextMs = Math.floor(now.epochMilliseconds / quarterHourMs) * quarterHourMs + quarterHourMs
  // A forecast without the hour in progress begins later.
  const firstMs = Math.max(nextMs, Math.min(...hourAt.keys()))
  const hours = computeHorizonHours(forecast, maxOutlookHours)
  const slots = composeOutlookSlots(
    { forecast, gridStatus: null, tariff: null, tariffOutlook: null },
    { firstMs, slotMs: quarterHourMs, hours },
  )
  const [first] = slots
  if (first === undefined) return null
  const hourOfSlot = slots.map(({ start }) => hourAt.get(Math.floor(Date.parse(start) / hourMs) * hourMs))
  const scores = hourOfSlot.map(scoreOf)
  return {
    issuedAt: forecast.issuedAt,
    start: first.start,
    gCo2PerKwh: slots.map(({ carbon }) => round2OrNull(carbon.gCo2PerKwh)),
    gCo2PerKwhLow: slots.map(({ carbon }) => round2OrNull(carbon.low)),
    gCo2PerKwhHigh: slots.map(({ carbon }) => round2OrNull(carbon.high)),
    eurPerMwh: slots.map(({ price }) => round2OrNull(price.eurPerMwh)),
    eurPerMwhLow: slots.map(({ price }) => round2OrNull(price.low)),
    eurPerMwhHigh: slots.map(({ price }) => round2OrNull(price.high)),
    priceBasis: slots.map(({ price }) => (price.eurPerMwh === null ? null : price.basis)),
    // Unrounded, so that the page ranks hours as the API does.
    score: scores.map(({ points }) => points),
    scoreLow: scores.map(({ low }) => round2OrNull(low)),
    scoreHigh: scores.map(({ high }) => round2OrNull(high)),
    windMw: hourOfSlot.map((hour) => roundOrNull(hour?.windMw ?? null, Math.round)),
    solarMw: hourOfSlot.map((hour) => roundOrNull(hour?.solarMw ?? null, Math.round)),
  }
}

type BandedScore = { points: number | null; low: number | null; high: number | null }

function scoreOf(hour: ForecastHour | undefined): BandedScore {
  if (hour === undefined) return { points: null, low: null, high: null }
  const points = computeComposite(toSubScoreValues(hour.subScores), hour.knownDimensions, nationalWeights)
  return { points, low: hour.scoreBand?.low ?? null, high: hour.scoreBand?.high ?? null }
}
