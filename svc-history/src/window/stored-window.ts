import type { Principal } from '@hexawatt/shared/contract/principal'
import type { ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { isoSeconds, isoSecondsOrNull } from '@hexawatt/shared/time/instant'
import { fromStore } from '../points/store-reading.ts'
import type { AskedWindow } from './asked-window.ts'
import { depthFloor, earlier, later, type ServedWindow, servedWindow } from './served-window.ts'
import { hasLateFeedPoint, hasPointBetween, readPointsVersion, readSeries, type Series } from './window-store.ts'

/** What is known of a window before its points are read. */
export type StoredWindow = {
  series: Series
  window: ServedWindow
  pointsVersion: string
  /** Whether a point that is served was computed while a weighted feed was late or missing. */
  hasLateFeedPoint: boolean
}

/**
 * What of the asked window is served, and in which version. The version is read before the points: one that is stored in between makes
 * the client ask once more than needed, and never miss it.
 *
 * @throws AppError as `servedWindow` does, or `service_unavailable`
 */
export async function readStoredWindow(
  sql: Sql,
  asked: AskedWindow,
  principal: Principal,
  now: Temporal.Instant,
): Promise<StoredWindow> {
  const span = { from: asked.from, end: earlier(asked.to, now) }
  // Before the floor of the plan nothing is served, and before the series begins there is nothing.
  const servedSpan = { ...span, from: later(asked.from, depthFloor(now, principal.entitlements.historyDays)) }
  const [series, pointsVersion, isAnyLate] = await fromStore(
    Promise.all([readSeries(sql, now), readPointsVersion(sql, span), hasLateFeedPoint(sql, servedSpan)]),
  )
  const { seriesStart } = series
  const window = await fromStore(
    servedWindow({ asked, principal, now, seriesStart, hasPointBetween: (from, to) => hasPointBetween(sql, from, to) }),
  )
  return { series, window, pointsVersion, hasLateFeedPoint: isAnyLate }
}

type WindowHeadInput = { asked: AskedWindow; window: ServedWindow; series: Series; weighting: Weighting }

/** What history and analytics say first, and alike, in the order of the contract. */
export type WindowHead = Omit<ScoreHistoryResponse, 'sampleCount' | 'methodologyBreakdown' | 'points'>

/** What was asked for, what of it is served, and where the series begins. */
export function windowHead({ asked, window, series, weighting }: WindowHeadInput): WindowHead {
  return {
    from: isoSeconds(asked.from),
    to: isoSeconds(asked.to),
    effectiveFrom: isoSeconds(window.effectiveFrom),
    truncated: window.truncated,
    maxHistoryDays: window.maxHistoryDays,
    granularity: asked.granularity,
    profileApplied: weighting.profileApplied,
    seriesStart: isoSecondsOrNull(series.seriesStart),
    carbonSeriesStart: isoSecondsOrNull(series.carbonSeriesStart),
    consumptionSeriesStart: isoSecondsOrNull(series.consumptionSeriesStart),
  }
}
