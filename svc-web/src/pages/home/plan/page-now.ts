import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { quarterHourMs } from '@hexawatt/shared/time/instant'

/**
 * The present moment as far as the page knows it, ms: when its data were computed. Begun quarter-hours are dropped from the forecast also while the data
 * are not renewed; "now" then is not before the quarter-hour that precedes the first one left, so that "maintenant" and the axis stay true.
 */
export function findPageNow({ generatedAt, outlook }: Pick<DashboardResponse, 'generatedAt' | 'outlook'>): number {
  const computedMs = Date.parse(generatedAt)
  return outlook === null ? computedMs : Math.max(computedMs, Date.parse(outlook.start) - quarterHourMs)
}
