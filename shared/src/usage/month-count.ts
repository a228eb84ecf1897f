import type { PlanId, PlanTable } from '../contract/plans.ts'
import type { OverageByPlanIndex } from '../redis/limit-state.ts'

/**
 * Numbers of requests by plan. A plan without an entry has none, so that a table of plans may grow; counts that are not known are null as a whole,
 * never an empty record.
 */
export type PlanCounts = Readonly<Record<PlanId, number>>

/** No requests beyond any quota. */
export const noOverage: PlanCounts = {}

/** Usage of an account in a calendar month, UTC: requests answered with 200. */
export type MonthCount = {
  accountId: string
  /** `YYYY-MM` */
  month: string
  requests: number
  /** Of them beyond the quota, by the plan that prices them. */
  overage: PlanCounts
  /** Some of them are priced by a plan that the plan table does not have, and are not in `overage`; absent = none. */
  hasUnknownPlan?: true
}

/** Stored counts of an account's month; `overage` is null when it is unknown. */
export type StoredMonth = { requests: number; overage: PlanCounts | null }

/** The current counts, in bounded pages. Pages may repeat counts. */
export type MonthCounts = { scan(): AsyncIterable<readonly MonthCount[]> }

/** Whether a text is a month that may have usage. */
export function isUsageMonth(text: string): boolean {
  return /^2\d{3}-(0[1-9]|1[0-2])$/.test(text)
}

/** Counts by id of counts by index. Counts under an index that the table does not have are left out, and that is said. */
export function toCountsById(
  plans: PlanTable['plans'],
  counts: OverageByPlanIndex,
): Pick<MonthCount, 'overage' | 'hasUnknownPlan'> {
  const counted = new Map([...counts].filter(([, count]) => count > 0))
  const known = Object.entries(plans).filter(([, { index }]) => counted.has(index))
  const overage = Object.fromEntries(known.map(([id, { index }]) => [id, counted.get(index) ?? 0]))
  return known.length === counted.size ? { overage } : { overage, hasUnknownPlan: true }
}

/** Converts counts by id to counts by index; counts of a plan that the table does not have are omitted. */
export function toCountsByIndex(plans: PlanTable['plans'], counts: PlanCounts): OverageByPlanIndex {
  const entries = Object.entries(plans).map(([id, { index }]) => [index, counts[id] ?? 0] as const)
  return new Map(entries.filter(([, count]) => count > 0))
}

/** The larger of two counts of each plan. */
export function chooseLargerCounts(one: PlanCounts, other: PlanCounts): PlanCounts {
  const larger: Record<PlanId, number> = { ...one }
  for (const [id, count] of Object.entries(other)) larger[id] = Math.max(count, larger[id] ?? 0)
  return larger
}

/** All counts together. */
export function sumCounts(counts: PlanCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** `YYYY-MM` of a month's index, months since year 0. */
export function formatMonth(index: number): string {
  return new Temporal.PlainYearMonth(Math.floor(index / 12), (index % 12) + 1).toString()
}
