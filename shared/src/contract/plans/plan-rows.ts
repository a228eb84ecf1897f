import type { PlanId, PlanRow, PlanTable } from '../plans.ts'

type Plans = PlanTable['plans']

/** Ids of the plans, cheapest first. */
export function listPlanIds(plans: Plans): PlanId[] {
  return Object.keys(plans)
}

/** The row of a plan; null when the table has no such plan, for example because the operator removed a plan that an account still has. */
export function findPlan(plans: Plans, id: PlanId): PlanRow | null {
  // An id may be a word that every object has, such as constructor.
  return Object.hasOwn(plans, id) ? (plans[id] ?? null) : null
}

/** Display name of a plan; the id itself when the table does not have the plan. */
export function findPlanName(plans: Plans, id: PlanId): string {
  return findPlan(plans, id)?.name ?? id
}

/** The smallest plan: new accounts and the demo key have it. */
export function findSmallestPlan(plans: Plans): PlanId {
  const [id] = listPlanIds(plans)
  if (id === undefined) throw new Error('a plan table has at least one plan')
  return id
}

/** Whether one plan is larger than another one; null when the table does not have both. */
export function isLargerPlan(plans: Plans, one: PlanId, other: PlanId): boolean | null {
  const ids = listPlanIds(plans)
  const [place, otherPlace] = [ids.indexOf(one), ids.indexOf(other)]
  return place < 0 || otherPlace < 0 ? null : place > otherPlace
}

/** The larger of two plans; the first plan when the table does not have both, because it may be the larger one. */
export function chooseLargerPlan(plans: Plans, one: PlanId, other: PlanId): PlanId {
  return isLargerPlan(plans, other, one) === true ? other : one
}
