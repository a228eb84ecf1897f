import { type PlanId, planIds } from '@hexawatt/shared/contract/plans'

/** Numbers of requests by plan. */
export type PlanCounts = Readonly<Record<PlanId, number>>

/** Makes counts by plan. */
export function planCounts(countOf: (plan: PlanId, index: number) => number): PlanCounts {
  const [decouverte, pro, scale] = planIds
  return { decouverte: countOf(decouverte, 0), pro: countOf(pro, 1), scale: countOf(scale, 2) }
}

/** Index of a plan, as the limiter counts it in Redis. */
export function planIndex(plan: PlanId): number {
  return planIds.indexOf(plan) + 1
}

/** No requests beyond any quota. */
export const noOverage: PlanCounts = planCounts(() => 0)

/** Usage of an account in a calendar month, UTC: requests answered with 200. */
export type MonthCount = {
  accountId: string
  /** `YYYY-MM` */
  month: string
  requests: number
  /** Of them beyond the quota, by the plan that prices them; absent = none. */
  overage?: PlanCounts
}

/** What is stored of an account's month. */
export type StoredMonth = Required<Pick<MonthCount, 'requests' | 'overage'>>

/** The current counts, in bounded pages. Pages may repeat counts. */
export type MonthCounts = { scan(): AsyncIterable<readonly MonthCount[]> }

/** Whether a text is a month that may have usage. */
export function isUsageMonth(text: string): boolean {
  return /^2\d{3}-(0[1-9]|1[0-2])$/.test(text)
}
