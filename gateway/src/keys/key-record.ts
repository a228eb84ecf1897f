import { monthlyCap, type PlanId, type PlanTable } from '@hexawatt/shared/contract/plans'
import { type Principal, principalOf } from '@hexawatt/shared/contract/principal'
import type { LimitSubject } from '../limits/quota.ts'

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
  expiresAt: Temporal.Instant | null
  revokedAt: Temporal.Instant | null
}

/** Prepares a row for the hot path. */
export function toKeyRecord({ keyId, accountId, plan, expiresAt, revokedAt }: KeyRow, table: PlanTable): KeyRecord {
  const principal = principalOf({ accountId, keyId, plan }, table)
  const { requestsPerMinute, monthlyQuota } = table.plans[plan]
  return {
    principal,
    rights: plan,
    principalJson: JSON.stringify(principal),
    subject: {
      kind: 'account',
      id: accountId,
      requestsPerMinute,
      month: { quota: monthlyQuota, cap: monthlyCap(table.plans[plan]) },
    },
    expiresAtMs: expiresAt?.epochMilliseconds ?? null,
    isRevoked: revokedAt !== null,
  }
}
