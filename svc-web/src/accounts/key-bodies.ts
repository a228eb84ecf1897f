import { formatIsoSecondsOrNull, isoSeconds } from '@hexawatt/shared/time/instant'
import type { CreatedKey, RotatedKey } from './account-changes.ts'
import type { ListedKey } from './account-store.ts'
import type { PlanRequest } from './plan-request-store.ts'

/** State of a key in a list. `replaced` = rotated, and still valid until its expiry. */
export type KeyState = 'active' | 'replaced' | 'expired' | 'revoked'

export type KeyEnds = {
  expiresAt: Temporal.Instant | null
  revokedAt: Temporal.Instant | null
  replacedBy: string | null
}

/** State of a key at an instant. */
export function findKeyState({ expiresAt, revokedAt, replacedBy }: KeyEnds, now: Temporal.Instant): KeyState {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && Temporal.Instant.compare(expiresAt, now) <= 0) return 'expired'
  return replacedBy === null ? 'active' : 'replaced'
}

/** A key in a list, as JSON. */
export type ListedKeyBody = Omit<ListedKey, 'createdAt' | 'expiresAt' | 'revokedAt'> & {
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  state: KeyState
}

/** Keys as JSON, identical on the command line and on the operator's listener. */
export function makeListedKeyBodies(keys: readonly ListedKey[], now: Temporal.Instant): ListedKeyBody[] {
  return keys.map(({ createdAt, expiresAt, revokedAt, ...key }) => ({
    ...key,
    createdAt: isoSeconds(createdAt),
    expiresAt: formatIsoSecondsOrNull(expiresAt),
    revokedAt: formatIsoSecondsOrNull(revokedAt),
    state: findKeyState({ expiresAt, revokedAt, replacedBy: key.replacedBy }, now),
  }))
}

/** A member's request as JSON. */
export function planRequestBody({ requestedAt, decidedAt, ...request }: PlanRequest) {
  return { ...request, requestedAt: isoSeconds(requestedAt), decidedAt: formatIsoSecondsOrNull(decidedAt) }
}

/** A new key, whole. */
export function makeCreatedKeyBody(created: CreatedKey) {
  const { key, keyId, accountId, account, plan, name } = created
  return { key, keyId, accountId, account, plan, name }
}

/** A rotated key, whole, and the expiry of the key that it replaces. */
export function makeRotatedKeyBody(rotated: RotatedKey) {
  const { replaced, expiresAt } = rotated
  return {
    ...makeCreatedKeyBody(rotated),
    expiresAt: formatIsoSecondsOrNull(expiresAt),
    replaced: { keyId: replaced.keyId, expiresAt: isoSeconds(replaced.expiresAt) },
  }
}
