import { maxForecastHours } from '../contract/score.ts'
import { maxOutlookHours } from '../contract/values/longest-outlook.ts'

/**
 * Hours ahead that an outlook, a plan or an export may reach with a forecast: 72 when it was made with a weather forecast, otherwise 48. Every
 * forecast holds a few hours more than are served, so that the horizon stays whole until the next one.
 *
 * @param forecast null = none
 * @param planHours longest forecast of the caller's plan
 */
export function computeHorizonHours(forecast: { hours: readonly unknown[] } | null, planHours: number): number {
  const horizonHours = (forecast?.hours.length ?? 0) >= maxOutlookHours ? maxOutlookHours : maxForecastHours
  return Math.min(planHours, horizonHours)
}
