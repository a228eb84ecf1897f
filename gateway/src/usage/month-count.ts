import { type PlanId, planIds } from '@hexawatt/shared/contract/plans'

/** Numbers of requests by plan. */
export type PlanCounts = Readonly<Record<PlanId, number>>

/** Makes counts by plan. */
export function planCounts(countOf: (plan: PlanId, index: number) => number): PlanCounts {
  const [decouverte, pro, scale] = planIds
  return { decouverte: countOf(decouverte, 0), pro: countOf(pro, 1), scale: countOf(scale, 2) }
}

/** Nothing beyond any quota. */
export const noOverage: PlanCounts = planCounts(() => 0)

/** What an account used of a calendar month, UTC: requests that were answered with 200. */
export type MonthCount = {
  accountId: string
  /** `YYYY-MM` */
  month: string
  requests: number
  /** Those of them beyond the quota, by the plan that prices them; absent = none. */
  overage?: PlanCounts
}

/** What is stored of an account's month. */
export type StoredMonth = Required<Pick<MonthCount, 'requests' | 'overage'>>

/** The living counts, page by page. A page may repeat what another one held; its size is bounded by whoever makes it. */
export type MonthCounts = { scan(): AsyncIterable<readonly MonthCount[]> }

/** Whether a text names a month that there can be usage of. */
export function isUsageMonth(text: string): boolean {
  return /^2\d{3}-(0[1-9]|1[0-2])$/.test(text)
}
