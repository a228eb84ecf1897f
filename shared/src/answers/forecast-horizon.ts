import { findLastServedLead } from '../methodology/forecast/forecast-issue.ts'

/**
 * Hours ahead that an outlook, a plan or an export may reach: 72 with a forecast that was made with weather, otherwise 48, and no more than the plan.
 *
 * @param forecast null = none
 * @param planHours longest forecast of the caller's plan
 */
export function computeHorizonHours(forecast: { hours: readonly unknown[] } | null, planHours: number): number {
  return Math.min(planHours, findLastServedLead(forecast?.hours.length ?? 0))
}
