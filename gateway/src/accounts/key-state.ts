/** What a list says of a key. `replaced` = rotated, and still valid until its expiry. */
export type KeyState = 'active' | 'replaced' | 'expired' | 'revoked'

export type KeyEnds = {
  expiresAt: Temporal.Instant | null
  revokedAt: Temporal.Instant | null
  replacedBy: string | null
}

/** State of a key at an instant. */
export function keyState({ expiresAt, revokedAt, replacedBy }: KeyEnds, now: Temporal.Instant): KeyState {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && Temporal.Instant.compare(expiresAt, now) <= 0) return 'expired'
  return replacedBy === null ? 'active' : 'replaced'
}
