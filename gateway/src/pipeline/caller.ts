import { defaultPlanTable, type PlanTable } from '@hexawatt/shared/contract/plans'
import { type Principal, principalOf } from '@hexawatt/shared/contract/principal'

/** Who asks, as far as an answer depends on it. */
export type Caller = {
  /** Names the rights: two callers with the same word get the same answers. */
  rights: string
  /** The principal as services receive it in their header. */
  principalJson: string
}

/** Rights of the public demo key. */
export const demoRights = 'demo'

/** Who asks where no key is needed: services answer nobody without a principal. */
export const publicCaller: Caller = callerOf('public', smallestPrincipal('public', defaultPlanTable))

/** Who asks with the demo key: the rights of the smallest plan, and never a weighting or analytics, whatever that plan allows. */
export function demoCaller(table: PlanTable): Caller {
  const principal = smallestPrincipal('demo', table)
  const entitlements = { ...principal.entitlements, customWeights: false, analytics: false }
  return callerOf(demoRights, { ...principal, entitlements })
}

function smallestPrincipal(id: string, table: PlanTable): Principal {
  return principalOf({ accountId: id, keyId: id, plan: 'decouverte' }, table)
}

function callerOf(rights: string, principal: Principal): Caller {
  return { rights, principalJson: JSON.stringify(principal) }
}
