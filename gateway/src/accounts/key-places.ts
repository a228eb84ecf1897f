import type { Account } from './account-rows-store.ts'
import type { ValidKeys } from './account-store.ts'
import { KeyRefusedError } from './key-refused-error.ts'

/**
 * Refuses another active key where the plan allows no more.
 *
 * @param allowed active keys of the plan
 * @throws {@link KeyRefusedError} `conflict`
 */
export function requireFreePlace({ name, plan }: Account, { active }: ValidKeys, allowed: number): void {
  if (active < allowed) return
  throw new KeyRefusedError(
    'conflict',
    `Account "${name}" already has ${active} active key(s), the most that plan ${plan} allows (${allowed}): ` +
      `revoke one first (bun run keys list --account "${name}", then bun run keys revoke KEY_ID), or rotate one.`,
  )
}

/**
 * Refuses another rotation while as many replaced keys are in their overlap as the plan allows keys: without this bound an account
 * could gather any number of valid keys.
 *
 * @throws {@link KeyRefusedError} `conflict`
 */
export function requireFewReplaced({ name, plan }: Account, { replaced }: ValidKeys, allowed: number): void {
  if (replaced < allowed) return
  throw new KeyRefusedError(
    'conflict',
    `Account "${name}" has ${replaced} replaced key(s) that are still valid, the most that plan ${plan} allows (${allowed}): ` +
      `revoke one first (bun run keys list --account "${name}", then bun run keys revoke KEY_ID), or rotate without an overlap.`,
  )
}

/** First instant that is no expiry: Postgres does not read the years after it as they are written. */
const firstTooLate = Temporal.Instant.from('+010000-01-01T00:00:00Z')

/**
 * Refuses an end that is not to come, or is too far away to be stored.
 *
 * @throws {@link KeyRefusedError} `invalid`
 */
export function requireFuture(expiresAt: Temporal.Instant | null, now: Temporal.Instant): void {
  if (expiresAt === null) return
  if (Temporal.Instant.compare(expiresAt, firstTooLate) >= 0) {
    throw new KeyRefusedError(
      'invalid',
      'The expiry must lie before the year 10000; leave it out for a key without one.',
    )
  }
  if (Temporal.Instant.compare(expiresAt, now) > 0) return
  throw new KeyRefusedError(
    'invalid',
    `The expiry must lie in the future; ${expiresAt} is past (revoke ends a key now).`,
  )
}
