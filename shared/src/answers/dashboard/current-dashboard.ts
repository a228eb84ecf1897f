import type { DashboardTariffOutlook } from '../../contract/dashboard/colors-and-signals.ts'
import type { DashboardHour, DashboardResponse } from '../../contract/dashboard.ts'
import { maxAgeMinutes } from '../../contract/entry/longest-ages.ts'
import type { DashboardOutlook } from '../../contract/planning/dashboard-outlook.ts'
import { nationalWeights } from '../../contract/profiles.ts'
import type { EnergyScore } from '../../contract/score.ts'
import { maxOutlookHours } from '../../contract/values/longest-outlook.ts'
import { computeComposite, findExtremeHours } from '../../methodology/score/composite.ts'
import { toScoreStatus } from '../../methodology/score/score-confidence.ts'
import { type DashboardSnapshot, dashboardSnapshot } from '../../snapshot/kinds.ts'
import { isFromFuture, isOverdue, toDated } from '../../snapshot/snapshot-age.ts'
import { createSnapshotCache, type SnapshotCacheDeps } from '../../snapshot/snapshot-cache.ts'
import type { Clock } from '../../time/clock.ts'
import { countMinutesBetween, isoSeconds, minuteMs, quarterHourMs } from '../../time/instant.ts'
import { computeHorizonHours } from '../forecast-horizon.ts'
import { dropEndedTariffDays } from '../tariff-outlook.ts'

export type CurrentDashboardDeps = SnapshotCacheDeps & { clock: Clock }

/**
 * The dashboard of this minute, in memory: changes within a minute come as a new snapshot. An unchanged dashboard is the same object, so that
 * callers can cache by identity.
 */
export function createCurrentDashboard({ clock, ...deps }: CurrentDashboardDeps) {
  const cache = createSnapshotCache(dashboardSnapshot, (body) => body, deps)
  let last: { snapshot: DashboardSnapshot; minute: number; dashboard: DashboardResponse } | null = null

  return {
    /**
     * Null when there is none yet, or when the stored one is of a later instant of a replay.
     *
     * @throws AppError `service_unavailable` when the stores fail before the first read
     */
    async latest(): Promise<DashboardResponse | null> {
      const snapshot = await cache.latest()
      const now = clock.now()
      if (snapshot === null || isFromFuture(toDated(snapshot, snapshot.generatedAt), now.epochMilliseconds)) return null
      const minute = Math.floor(now.epochMilliseconds / minuteMs)
      if (last === null || last.snapshot !== snapshot || last.minute !== minute) {
        last = { snapshot, minute, dashboard: composeDashboard(snapshot, now) }
      }
      return last.dashboard
    },
    /** A snapshot of this name was written, or any of them may have been. */
    changed: cache.changed,
  }
}
export type CurrentDashboard = ReturnType<typeof createCurrentDashboard>

/** The dashboard at an instant: without values that the other endpoints would refuse, and with future hours only. */
export function composeDashboard(snapshot: DashboardSnapshot, now: Temporal.Instant): DashboardResponse {
  const nowText = isoSeconds(now)
  const nowMs = now.epochMilliseconds
  const ahead = snapshot.hours
    .filter(({ time }) => time > nowText)
    .slice(0, computeHorizonHours(snapshot, maxOutlookHours))
  const hours = isForecastShown(ahead) ? ahead : []
  const score = snapshot.score !== null && isScoreServed(snapshot.score, now) ? snapshot.score : null
  return {
    ...snapshot,
    stale: isOverdue(toDated(snapshot, snapshot.generatedAt), nowMs),
    score,
    english: score && snapshot.english,
    carbon: snapshot.carbon !== null && isIntensityServed(snapshot.carbon.dataSlotEnd, now) ? snapshot.carbon : null,
    exchanges:
      snapshot.exchanges !== null && isIntensityServed(snapshot.exchanges.end, now) ? snapshot.exchanges : null,
    consumption:
      snapshot.consumption !== null && isIntensityServed(snapshot.consumption.slotEnd, now)
        ? snapshot.consumption
        : null,
    regions: snapshot.regions !== null && isIntensityServed(snapshot.regions.end, now) ? snapshot.regions : null,
    ...findExtremeHours(hours.map(rankNationally)),
    hours,
    tariffOutlook: snapshot.tariffOutlook && trimTariffOutlook(snapshot.tariffOutlook, now),
    outlook: hours.length > 0 && snapshot.outlook !== null ? dropBegunQuarterHours(snapshot.outlook, nowMs) : null,
  }
}

/** The tariff days that have not ended; null when the one in force is not among them. */
function trimTariffOutlook(outlook: DashboardTariffOutlook, now: Temporal.Instant): DashboardTariffOutlook | null {
  const days = dropEndedTariffDays(outlook.days, now)
  return days.length === 0 ? null : { ...outlook, days }
}

/** The quarter-hours that have not begun; null when there are none left. */
function dropBegunQuarterHours(outlook: DashboardOutlook, nowMs: number): DashboardOutlook | null {
  const startMs = Date.parse(outlook.start)
  const past = Math.max(0, Math.floor((nowMs - startMs) / quarterHourMs) + 1)
  if (past >= outlook.score.length) return null
  const ahead = <Value>(column: readonly Value[]): Value[] => column.slice(past)
  return {
    issuedAt: outlook.issuedAt,
    start: isoSeconds(Temporal.Instant.fromEpochMilliseconds(startMs + past * quarterHourMs)),
    gCo2PerKwh: ahead(outlook.gCo2PerKwh),
    gCo2PerKwhLow: ahead(outlook.gCo2PerKwhLow),
    gCo2PerKwhHigh: ahead(outlook.gCo2PerKwhHigh),
    eurPerMwh: ahead(outlook.eurPerMwh),
    eurPerMwhLow: ahead(outlook.eurPerMwhLow),
    eurPerMwhHigh: ahead(outlook.eurPerMwhHigh),
    priceBasis: ahead(outlook.priceBasis),
    score: ahead(outlook.score),
    scoreLow: ahead(outlook.scoreLow),
    scoreHigh: ahead(outlook.scoreHigh),
    windMw: ahead(outlook.windMw),
    solarMw: ahead(outlook.solarMw),
  }
}

/** Hours that rest on estimates only are not shown; the API marks them by their confidence. */
function isForecastShown([next]: readonly DashboardHour[]): boolean {
  return next !== undefined && toScoreStatus(next.confidence) !== 'insufficient'
}

function rankNationally({ time, subScores, knownDimensions }: DashboardHour) {
  return { time, composite: computeComposite(subScores, knownDimensions, nationalWeights) }
}

function isScoreServed({ computedAt, confidence }: EnergyScore, now: Temporal.Instant): boolean {
  const computed = Temporal.Instant.from(computedAt)
  if (isFromFuture(toDated(null, computedAt), now.epochMilliseconds)) return false
  return countMinutesBetween(computed, now) <= maxAgeMinutes.score && toScoreStatus(confidence) !== 'insufficient'
}

function isIntensityServed(slotEnd: string, now: Temporal.Instant): boolean {
  const ageMinutes = countMinutesBetween(Temporal.Instant.from(slotEnd), now)
  return ageMinutes >= 0 && ageMinutes <= maxAgeMinutes.intensity
}
