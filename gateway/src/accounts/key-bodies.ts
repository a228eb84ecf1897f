import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { CreatedKey, ListedKey } from '../auth/key-store.ts'
import { type KeyState, keyState } from './key-state.ts'

/** A key in a list, as programs receive it. */
export type ListedKeyBody = Omit<ListedKey, 'createdAt' | 'expiresAt' | 'revokedAt'> & {
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  state: KeyState
}

/** Keys as programs receive them, from the command line and from the operator's listener alike. */
export function listedKeyBodies(keys: readonly ListedKey[], now: Temporal.Instant): ListedKeyBody[] {
  return keys.map(({ createdAt, expiresAt, revokedAt, ...key }) => ({
    ...key,
    createdAt: isoSeconds(createdAt),
    expiresAt: isoSecondsOrNull(expiresAt),
    revokedAt: isoSecondsOrNull(revokedAt),
    state: keyState({ expiresAt, revokedAt, replacedBy: key.replacedBy }, now),
  }))
}

/** A new key in full. */
export function createdKeyBody(created: CreatedKey & { key: string }) {
  const { key, keyId, accountId, account, plan, name } = created
  return { key, keyId, accountId, account, plan, name }
}

/** A rotated key in full, with what became of the one before it. */
export function rotatedKeyBody(
  rotated: CreatedKey & {
    key: string
    expiresAt: Temporal.Instant | null
    replaced: { keyId: string; expiresAt: Temporal.Instant }
  },
) {
  const { replaced, expiresAt } = rotated
  return {
    ...createdKeyBody(rotated),
    expiresAt: isoSecondsOrNull(expiresAt),
    replaced: { keyId: replaced.keyId, expiresAt: isoSeconds(replaced.expiresAt) },
  }
}

/** An instant as bodies write it. */
export function isoSecondsOrNull(instant: Temporal.Instant | null): string | null {
  return instant === null ? null : isoSeconds(instant)
}
