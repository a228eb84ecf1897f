import { maxAgeMinutes } from '@hexawatt/shared/answers/answer-ages'
import type { DashboardHour, DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { type EnergyScore, maxForecastHours } from '@hexawatt/shared/contract/score'
import { composite } from '@hexawatt/shared/methodology/score/composite'
import { extremeHours } from '@hexawatt/shared/methodology/score/rank-hours'
import { scoreStatus } from '@hexawatt/shared/methodology/score/score-confidence'
import type { DashboardSnapshot } from '@hexawatt/shared/snapshot/dashboard-snapshot'
import { dated, isFromFuture, isOverdue } from '@hexawatt/shared/snapshot/snapshot-age'
import { isoSeconds, minutesBetween } from '@hexawatt/shared/time/instant'

/** The dashboard as it may be served at an instant: without what the other endpoints would refuse by then, and with the hours ahead only. */
export function servableDashboard(snapshot: DashboardSnapshot, now: Temporal.Instant): DashboardResponse {
  const nowText = isoSeconds(now)
  const nowMs = now.epochMilliseconds
  const ahead = snapshot.hours.filter(({ time }) => time > nowText).slice(0, maxForecastHours)
  const hours = isForecastShown(ahead) ? ahead : []
  const score = snapshot.score !== null && isScoreServed(snapshot.score, now) ? snapshot.score : null
  return {
    ...snapshot,
    stale: isOverdue(dated(snapshot, snapshot.generatedAt), nowMs),
    score,
    english: score && snapshot.english,
    carbon: snapshot.carbon !== null && isIntensityServed(snapshot.carbon.dataSlotEnd, now) ? snapshot.carbon : null,
    ...extremeHours(hours.map(rankedNationally)),
    hours,
  }
}

/** Hours that stand on estimates alone are no forecast to plan a day by: the API says so by their confidence, the page by showing none. */
function isForecastShown([next]: readonly DashboardHour[]): boolean {
  return next !== undefined && scoreStatus(next.confidence) !== 'insufficient'
}

function rankedNationally({ time, subScores }: DashboardHour) {
  return { time, composite: composite(subScores, nationalWeights) }
}

function isScoreServed({ computedAt, confidence }: EnergyScore, now: Temporal.Instant): boolean {
  const computed = Temporal.Instant.from(computedAt)
  if (isFromFuture(dated(null, computedAt), now.epochMilliseconds)) return false
  return minutesBetween(computed, now) <= maxAgeMinutes.score && scoreStatus(confidence) !== 'insufficient'
}

function isIntensityServed(slotEnd: string, now: Temporal.Instant): boolean {
  const ageMinutes = minutesBetween(Temporal.Instant.from(slotEnd), now)
  return ageMinutes >= 0 && ageMinutes <= maxAgeMinutes.intensity
}
