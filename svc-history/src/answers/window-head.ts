import type { ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { AskedWindow } from '../window/asked-window.ts'
import type { ServedWindow } from '../window/served-window.ts'
import type { Series } from '../window/window-store.ts'

export type WindowHeadInput = { asked: AskedWindow; window: ServedWindow; series: Series; weighting: Weighting }

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
    seriesStart: isoOrNull(series.seriesStart),
    carbonSeriesStart: isoOrNull(series.carbonSeriesStart),
    consumptionSeriesStart: isoOrNull(series.consumptionSeriesStart),
  }
}

const isoOrNull = (instant: Temporal.Instant | null): string | null => (instant === null ? null : isoSeconds(instant))
