import type { PlanId } from '@hexawatt/shared/contract/plans'
import { type Principal, principalOf } from '@hexawatt/shared/contract/principal'

/** What the gateway knows about a key that exists. Prepared once when it is read, so that a request prepares nothing. */
export type KeyRecord = {
  principal: Principal
  /** The principal as services receive it in their header. */
  principalJson: string
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
export function toKeyRecord({ keyId, accountId, plan, expiresAt, revokedAt }: KeyRow): KeyRecord {
  const principal = principalOf({ accountId, keyId, plan })
  return {
    principal,
    principalJson: JSON.stringify(principal),
    expiresAtMs: expiresAt?.epochMilliseconds ?? null,
    isRevoked: revokedAt !== null,
  }
}
