import type { PlanId, PlanRow, PlanTable } from '@hexawatt/shared/contract/plans'
import { findPlan, listPlanIds } from '@hexawatt/shared/contract/plans/plan-rows'
import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import { maxOverlapHours } from './account-inputs.ts'
import { type Account, isMemberOf, type LockedKey, readValidKeys } from './account-store.ts'
import { type Actor, countMemberChanges } from './audit-log-store.ts'
import { KeyRefusedError } from './refusals.ts'

/** The rules of changes, one function each: it returns, or refuses. The account is locked, so that counts stay exact. */

/** The row of a plan. @throws {@link KeyRefusedError} `plan_unknown` when the plan table lacks the plan */
function requirePlan({ plans }: PlanTable, plan: PlanId): PlanRow {
  const row = findPlan(plans, plan)
  if (row === null) throw new KeyRefusedError({ code: 'plan_unknown', plan, plans: listPlanIds(plans) })
  return row
}

/** Refuses another active key when the plan allows no more. @throws {@link KeyRefusedError} `no_free_place` */
export async function requireFreePlace(tx: TransactionSql, planTable: PlanTable, account: Account): Promise<void> {
  const { active } = await readValidKeys(tx, account.id)
  const allowed = requirePlan(planTable, account.plan).apiKeys
  if (active < allowed) return
  throw new KeyRefusedError({ code: 'no_free_place', account: account.name, plan: account.plan, active, allowed })
}

/**
 * Refuses another rotation while the account has as many replaced keys in their overlap as the plan allows keys: without this bound an account could collect
 * any number of valid keys.
 * @throws {@link KeyRefusedError} `too_many_overlaps`
 */
export async function requireFewReplaced(tx: TransactionSql, planTable: PlanTable, account: Account): Promise<void> {
  const { replaced } = await readValidKeys(tx, account.id)
  const allowed = requirePlan(planTable, account.plan).apiKeys
  if (replaced < allowed) return
  throw new KeyRefusedError({ code: 'too_many_overlaps', account: account.name, plan: account.plan, replaced, allowed })
}

/** Refuses a plan that allows fewer keys than the account has active keys. @throws {@link KeyRefusedError} `too_many_keys` */
export function requireFit({ name }: Account, plan: PlanId, active: number, planTable: PlanTable): void {
  const allowed = requirePlan(planTable, plan).apiKeys
  if (active > allowed) throw new KeyRefusedError({ code: 'too_many_keys', account: name, plan, active, allowed })
}

/** Changes that the members of an account may make in 24 hours at most: each leaves a row of a key or of the audit log forever. */
export const maxMemberChanges = 100

/**
 * Whether the actor may make one more change: a member must still exist and must not have made too many changes. Operators are not limited.
 * @throws {@link KeyRefusedError} `account_unknown` or `too_many_changes`
 */
export async function requireMayChange(tx: TransactionSql, { kind, id }: Actor, accountId: string): Promise<void> {
  if (kind !== 'member') return
  if (!(await isMemberOf(tx, id, accountId))) throw new KeyRefusedError({ code: 'account_unknown' })
  if ((await countMemberChanges(tx, accountId, maxMemberChanges)) < maxMemberChanges) return
  throw new KeyRefusedError({ code: 'too_many_changes', allowed: maxMemberChanges })
}

/** A replaced key does not count towards the plan: it must expire, and cannot become valid again. */
export function requireShortOverlap(
  { keyId, isExpired, replacedBy }: LockedKey & { replacedBy: string },
  expiresAt: Temporal.Instant | null,
  now: Temporal.Instant,
): void {
  if (isExpired) throw new KeyRefusedError({ code: 'overlap_over', keyId, replacedBy })
  const latest = now.add({ hours: maxOverlapHours })
  if (expiresAt !== null && Temporal.Instant.compare(expiresAt, latest) <= 0) return
  throw new KeyRefusedError({ code: 'overlap_too_long', keyId, replacedBy, maxHours: maxOverlapHours })
}

/** First instant that is not a valid expiry: Postgres reads later years differently from how they are written. */
const firstTooLate = Temporal.Instant.from('+010000-01-01T00:00:00Z')

/** Refuses an expiry that is in the past, or too far in the future to be stored. @throws {@link KeyRefusedError} `invalid` */
export function requireFuture(expiresAt: Temporal.Instant | null, now: Temporal.Instant): void {
  if (expiresAt === null) return
  if (Temporal.Instant.compare(expiresAt, firstTooLate) >= 0) throw new KeyRefusedError({ code: 'expiry_too_far' })
  if (Temporal.Instant.compare(expiresAt, now) > 0) return
  throw new KeyRefusedError({ code: 'expiry_past', expiresAt: expiresAt.toString() })
}
