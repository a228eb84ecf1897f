import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/contract/principal'
import { minutesBetween } from '@hexawatt/shared/time/instant'
import type { AskedWindow } from '../window/asked-window.ts'
import type { StoredWindow } from '../window/stored-window.ts'

/** Points come every 10 minutes: an older newest one means that some are missing at the end of the window, minutes. */
const lateAfterMinutes = 30

/**
 * Headers of an answer about a window: the kind of data, and `degraded` when a served point was computed while a weighted feed was late or
 * missing, or when the newest points of a window that reaches to now are late themselves.
 */
export function sourceHeaders(
  { series, hasLateFeedPoint }: Pick<StoredWindow, 'series' | 'hasLateFeedPoint'>,
  { to }: AskedWindow,
  now: Temporal.Instant,
): Record<string, string> {
  const reachesNow = Temporal.Instant.compare(to, now) >= 0
  const isLate = series.newestPoint === null || minutesBetween(series.newestPoint, now) > lateAfterMinutes
  return {
    ...(series.mode === null ? {} : { [dataModeHeader]: series.mode }),
    ...(hasLateFeedPoint || (reachesNow && isLate) ? { [confidenceHeader]: 'degraded' } : {}),
  }
}
