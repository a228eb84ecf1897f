import { defaultPlanTable, type PlanTable } from '@hexawatt/shared/contract/plans'
import { findSmallestPlan } from '@hexawatt/shared/contract/plans/plan-rows'
import { createPrincipal, type Principal } from '@hexawatt/shared/http/principal'

/** The parts of a caller that a response depends on. */
export type Caller = {
  /** Cache partition: equal `rights` share cached responses. */
  rights: string
  /** The caller as services see it. */
  readonly principal: Principal
}

/** Rights of the public demo key. */
export const demoRights = 'demo'

/** Caller of operations without a key: services require a principal. */
export const publicCaller: Caller = makeCaller('public', makeSmallestPrincipal('public', defaultPlanTable))

/** Caller with the demo key: the rights of the smallest plan, always without custom weights and analytics. */
export function makeDemoCaller(table: PlanTable): Caller {
  const principal = makeSmallestPrincipal('demo', table)
  const entitlements = { ...principal.entitlements, customWeights: false, analytics: false }
  return makeCaller(demoRights, { ...principal, entitlements })
}

function makeSmallestPrincipal(id: string, table: PlanTable): Principal {
  return createPrincipal({ accountId: id, keyId: id, plan: findSmallestPlan(table.plans) }, table)
}

function makeCaller(rights: string, principal: Principal): Caller {
  return { rights, principal }
}
