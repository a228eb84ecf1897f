import { monthlyCap, type PlanId, type PlanTable, planIds } from '@hexawatt/shared/contract/plans'
import { type Principal, principalOf } from '@hexawatt/shared/contract/principal'
import type { LimitSubject, RaisedTerms } from '../limits/quota.ts'

/** What the gateway knows about a key that exists. Prepared once when it is read, so that a request prepares nothing. */
export type KeyRecord = {
  principal: Principal
  /** Names what the plan allows: answers are shared between keys with the same rights only. */
  rights: string
  /** The principal as services receive it in their header. */
  principalJson: string
  /** Whose requests these are: minute and month count per account, over all its keys. */
  subject: LimitSubject
  /** Real time, milliseconds since the epoch; null = does not expire. */
  expiresAtMs: number | null
  isRevoked: boolean
}

/** Row of a key and its account, as the store returns it. */
export type KeyRow = {
  keyId: string
  accountId: string
  plan: PlanId
  /** The furthest plan of the running month, months since year 0; both null when the month has no row yet. */
  highestPlan: PlanId | null
  monthIndex: number | null
  expiresAt: Temporal.Instant | null
  revokedAt: Temporal.Instant | null
}

/** Prepares a row for the hot path. */
export function toKeyRecord(row: KeyRow, table: PlanTable): KeyRecord {
  const { keyId, accountId, plan, expiresAt, revokedAt } = row
  const principal = principalOf({ accountId, keyId, plan }, table)
  const { requestsPerMinute, monthlyQuota, overageEurPerRequest } = table.plans[plan]
  return {
    principal,
    rights: plan,
    principalJson: JSON.stringify(principal),
    subject: {
      kind: 'account',
      id: accountId,
      requestsPerMinute,
      month: {
        quota: monthlyQuota,
        cap: monthlyCap(table.plans[plan]),
        overagePlan: overageEurPerRequest === null ? undefined : plan,
        raised: raisedTerms(row, table),
      },
    },
    expiresAtMs: expiresAt?.epochMilliseconds ?? null,
    isRevoked: revokedAt !== null,
  }
}

/**
 * The terms of a month in which the account had a larger plan: its quota and cap hold until the end of the month. What lies beyond is priced
 * by the plan in force; where that one serves nothing beyond its quota and has no price, by the larger plan, under whose cap it is served.
 */
function raisedTerms({ plan, highestPlan, monthIndex }: KeyRow, { plans }: PlanTable): RaisedTerms | undefined {
  if (highestPlan === null || monthIndex === null) return undefined
  if (planIds.indexOf(highestPlan) <= planIds.indexOf(plan)) return undefined
  const priced = [plan, highestPlan].find((id) => plans[id].overageEurPerRequest !== null)
  return {
    monthIndex,
    quota: Math.max(plans[plan].monthlyQuota, plans[highestPlan].monthlyQuota),
    cap: Math.max(monthlyCap(plans[plan]), monthlyCap(plans[highestPlan])),
    overagePlan: priced,
  }
}
