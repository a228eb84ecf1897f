import { findSmallestPlan, listPlanIds } from '../contract/plans/plan-rows.ts'
import { computeMonthlyCap, type Plan, type PlanId, type PlanTable } from '../contract/plans.ts'

/** Link to a larger plan in an error body. Its parameter `plan` is the smallest plan that would allow the request. */
export type Upgrade = { upgradeUrl: string }

export type Upgrades = {
  /** The link for a plan; null = no plan would allow the request. */
  toUpgrade(plan: PlanId | null): Upgrade
  /** The link for a request beyond a limit. @param terms terms of the month, when the limit of the month refused the request; null = the limit of the minute refused it */
  ofLimit(
    subject: { kind: 'account' | 'demo' | 'anonymous'; requestsPerMinute: number },
    terms: { cap: number } | null,
  ): Upgrade
  /** The link for the problem body of a service. */
  ofProblem(problem: object): Upgrade
  /** The smallest plan that fulfils a condition; null when no plan does. */
  findSmallestPlanThat(allows: (plan: Plan) => boolean): PlanId | null
}

/**
 * Creates the links to larger plans for error bodies.
 *
 * @param pageUrl page on which a member changes the plan; a URL that is not HTTP, such as `mailto:`, stays unchanged
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
      // A client without an account needs an account first, and accounts begin with the smallest plan.
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
