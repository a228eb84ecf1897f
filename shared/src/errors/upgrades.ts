import { findSmallestPlan, listPlanIds } from '../contract/plans/plan-rows.ts'
import { computeMonthlyCap, type Plan, type PlanId, type PlanTable } from '../contract/plans.ts'

/** What a refusal says of the way out; `plan` of the address is the smallest plan that would allow what was asked for. */
export type Upgrade = { upgradeUrl: string }

export type Upgrades = {
  /** Without a plan where no plan would do. */
  toUpgrade(plan: PlanId | null): Upgrade
  /** For a request that a limit refused. @param terms of the month when it refused; null = the minute did */
  ofLimit(
    subject: { kind: 'account' | 'demo' | 'anonymous'; requestsPerMinute: number },
    terms: { cap: number } | null,
  ): Upgrade
  /** For the problem body with which a service refused a request. */
  ofProblem(problem: object): Upgrade
  /** The smallest plan that allows something; null = none does. */
  findSmallestPlanThat(allows: (plan: Plan) => boolean): PlanId | null
}

/**
 * Makes the addresses that refusals lead to.
 *
 * @param pageUrl where another plan is had; one that is not of the web, such as `mailto:`, stays as it is
 */
export function createUpgrades({ plans }: Pick<PlanTable, 'plans'>, pageUrl: string): Upgrades {
  const byPlan = new Map<PlanId | null, Upgrade>([
    [null, { upgradeUrl: pageUrl }],
    ...listPlanIds(plans).map((plan): [PlanId, Upgrade] => [plan, { upgradeUrl: addPlanToUrl(pageUrl, plan) }]),
  ])
  const toUpgrade = (plan: PlanId | null): Upgrade => byPlan.get(plan) ?? { upgradeUrl: pageUrl }
  const findSmallestPlanThat = (allows: (plan: Plan) => boolean): PlanId | null =>
    Object.entries(plans).find(([, plan]) => allows(plan))?.[0] ?? null

  return {
    toUpgrade,
    findSmallestPlanThat,
    ofLimit({ kind, requestsPerMinute }, terms) {
      // A client without an account needs one first, and the smallest plan is where accounts begin.
      if (kind !== 'account') return toUpgrade(findSmallestPlan(plans))
      return toUpgrade(
        findSmallestPlanThat((plan) =>
          terms === null ? plan.requestsPerMinute > requestsPerMinute : computeMonthlyCap(plan) > terms.cap,
        ),
      )
    },
    ofProblem(problem) {
      const { requiredCapability, requiredHistoryDays } = Object(problem)
      if (requiredCapability === 'analytics') return toUpgrade(findSmallestPlanThat(({ analytics }) => analytics))
      if (requiredCapability === 'customWeights')
        return toUpgrade(findSmallestPlanThat(({ customWeights }) => customWeights))
      if (typeof requiredHistoryDays !== 'number') return toUpgrade(null)
      return toUpgrade(findSmallestPlanThat(({ historyDays }) => historyDays >= requiredHistoryDays))
    },
  }
}

function addPlanToUrl(pageUrl: string, plan: PlanId): string {
  const url = new URL(pageUrl)
  if (!url.protocol.startsWith('http')) return pageUrl
  url.searchParams.set('plan', plan)
  return url.href
}
