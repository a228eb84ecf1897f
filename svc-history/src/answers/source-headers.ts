import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/contract/principal'
import { minutesBetween } from '@hexawatt/shared/time/instant'
import type { Series } from '../series/series-store.ts'
import type { AskedWindow } from '../window/asked-window.ts'

/** Points come every 10 minutes: an older newest one means that some are missing at the end of the window, minutes. */
const lateAfterMinutes = 30

/** Headers of an answer about a window: the kind of data, and whether its newest points are late. */
export function sourceHeaders(series: Series, { to }: AskedWindow, now: Temporal.Instant): Record<string, string> {
  const reachesNow = Temporal.Instant.compare(to, now) >= 0
  const isLate = series.newestPoint === null || minutesBetween(series.newestPoint, now) > lateAfterMinutes
  return {
    ...(series.mode === null ? {} : { [dataModeHeader]: series.mode }),
    ...(reachesNow && isLate ? { [confidenceHeader]: 'degraded' } : {}),
  }
}
