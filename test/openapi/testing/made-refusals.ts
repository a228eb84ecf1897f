import type { LimitSubject, Quota } from '@hexawatt/gateway/src/limits/quota/quota.ts'
import { refuseByQuota } from '@hexawatt/gateway/src/limits/quota/quota-response.ts'
import { streamRefusal } from '@hexawatt/gateway/src/pipeline/operation-routes.ts'
import { computeMonthlyCap, defaultPlanTable, plansPagePath } from '@hexawatt/shared/contract/plans'
import { type AppError, toAppError } from '@hexawatt/shared/errors/app-error'
import { createUpgrades } from '@hexawatt/shared/errors/upgrades'
import type { ProductPlan } from '@hexawatt/shared/testing/plan-fixture'

/** February 2026, which the examples were answered in. */
const monthIndex = 2026 * 12 + 1
/** From 3 February 18:20 to the first of March, seconds. */
const monthResetSeconds = 2_180_400

const { plans, demo } = defaultPlanTable

function accountOf(plan: ProductPlan): LimitSubject {
  const { requestsPerMinute, monthlyQuota } = plans[plan]
  return {
    kind: 'account',
    id: 'acc_1',
    requestsPerMinute,
    month: { quota: monthlyQuota, cap: computeMonthlyCap(plans[plan]) },
  }
}

const demoSubject: LimitSubject = {
  kind: 'demo',
  id: 'address',
  requestsPerMinute: demo.requestsPerMinute,
  month: { quota: demo.requestsPerMonth, cap: demo.requestsPerMonth },
}

function refusal(subject: LimitSubject, refusedBy: 'minute' | 'month'): AppError {
  const quota: Quota = {
    refusedBy,
    minute: { limit: subject.requestsPerMinute, remaining: 0, resetSeconds: 12 },
    month: { limit: subject.month?.quota ?? 0, remaining: 0, resetSeconds: monthResetSeconds, monthIndex },
    isLocal: false,
  }
  return refuseByQuota(subject, quota, createUpgrades(defaultPlanTable, `http://localhost:8080${plansPagePath}`))
}

/**
 * Refusals that would take thousands of requests, or a fault of the product: made by the very functions that the product makes
 * them with.
 */
export const madeRefusals = {
  rate_limited: refusal(accountOf('pro'), 'minute'),
  upgrade_required: refusal(accountOf('decouverte'), 'month'),
  demo_limit_exceeded: refusal(demoSubject, 'month'),
  overage_cap_exceeded: refusal(accountOf('pro'), 'month'),
  too_many_streams: streamRefusal(),
  internal_error: toAppError(new Error('a fault of ours')),
} as const
