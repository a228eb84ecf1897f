import type { PlanId } from '@hexawatt/shared/contract/plans'

/** Why the rules forbid a change, with the figures of each reason: pages, command line and listener each have their own wording. */
export type Refusal =
  | { code: 'account_unknown' }
  | { code: 'account_removed'; account: string }
  | { code: 'plan_differs'; account: string; plan: PlanId; asked: PlanId }
  | { code: 'key_unknown' }
  | { code: 'key_ambiguous' }
  | { code: 'key_removed' }
  | { code: 'key_over'; keyId: string; end: 'revoked' | 'expired' }
  | { code: 'key_replaced'; keyId: string; replacedBy: string }
  | { code: 'overlap_over'; keyId: string; replacedBy: string }
  | { code: 'overlap_too_long'; keyId: string; replacedBy: string; maxHours: number }
  /** `active` of `allowed` keys are in use. */
  | { code: 'no_free_place'; account: string; plan: PlanId; active: number; allowed: number }
  /** `replaced` of `allowed` keys are in their overlap. */
  | { code: 'too_many_overlaps'; account: string; plan: PlanId; replaced: number; allowed: number }
  /** The requested plan allows fewer keys than the account has. */
  | { code: 'too_many_keys'; account: string; plan: PlanId; active: number; allowed: number }
  | { code: 'expiry_past'; expiresAt: string }
  | { code: 'expiry_too_far' }
  | { code: 'plan_same'; plan: PlanId }
  /** The plan table has `plans`, but not this one. */
  | { code: 'plan_unknown'; plan: PlanId; plans: readonly PlanId[] }
  /** A change to `plan` awaits its decision. */
  | { code: 'request_open'; plan: PlanId }
  | { code: 'request_unknown' }
  | { code: 'request_decided'; requestId: string; state: string }
  /** Members may make `allowed` changes in 24 hours. */
  | { code: 'too_many_changes'; allowed: number }
type RefusalCode = Refusal['code']

/** Kind of a refusal: it refers to something unknown, is never possible, or conflicts with the current state. */
export type RefusalReason = 'not_found' | 'invalid' | 'conflict'

const reasons: Partial<Record<RefusalCode, RefusalReason>> = {
  account_unknown: 'not_found',
  key_unknown: 'not_found',
  key_removed: 'not_found',
  request_unknown: 'not_found',
  expiry_past: 'invalid',
  expiry_too_far: 'invalid',
}

/** A change that the rules forbid; the message gives an operator the reason and the remedy. */
export class KeyRefusedError extends Error {
  override readonly name = 'KeyRefusedError'
  readonly refusal: Refusal
  readonly reason: RefusalReason

  constructor(refusal: Refusal) {
    super(describeForOperator(refusal))
    this.refusal = refusal
    this.reason = reasons[refusal.code] ?? 'conflict'
  }
}

function describeForOperator(refusal: Refusal): string {
  switch (refusal.code) {
    case 'account_unknown':
      return 'No such account: bun run keys list shows the accounts that have keys.'
    case 'account_removed':
      return `Account "${refusal.account}" was removed meanwhile; try again.`
    case 'plan_differs':
      return `Account "${refusal.account}" is on plan ${refusal.plan}, not ${refusal.asked}: omit --plan, or choose another account name.`
    case 'key_unknown':
      return 'No such key: bun run keys list shows the keys and their ids.'
    case 'key_ambiguous':
      return 'More than one key has these first and last characters: give the key id (bun run keys list shows it).'
    case 'key_removed':
      return 'The key was removed meanwhile.'
    case 'key_over':
      return `Key ${refusal.keyId} is ${refusal.end}: make a new one (bun run keys create).`
    case 'key_replaced':
      return `Key ${refusal.keyId} was already replaced by ${refusal.replacedBy}: rotate that key.`
    case 'overlap_over':
      return `Key ${refusal.keyId} was replaced by ${refusal.replacedBy} and its overlap is over: use that one.`
    case 'overlap_too_long':
      return `Key ${refusal.keyId} was replaced by ${refusal.replacedBy}: it can stay valid for at most ${refusal.maxHours} hours from now.`
    case 'no_free_place':
      return `Account "${refusal.account}" already has ${refusal.active} active key(s), the most that plan ${refusal.plan} allows (${refusal.allowed}): ${revokeFirst(refusal.account, 'one')}, or rotate one.`
    case 'too_many_overlaps':
      return `Account "${refusal.account}" has ${refusal.replaced} replaced key(s) that are still valid, the most that plan ${refusal.plan} allows (${refusal.allowed}): ${revokeFirst(refusal.account, 'one')}, or rotate without an overlap.`
    case 'too_many_keys':
      return `Account "${refusal.account}" has ${refusal.active} active keys, and plan ${refusal.plan} allows ${refusal.allowed}: ${revokeFirst(refusal.account, refusal.active - refusal.allowed)}.`
    case 'expiry_past':
      return `The expiry must be in the future; ${refusal.expiresAt} is in the past (revoke ends a key now).`
    case 'expiry_too_far':
      return 'The expiry must be before the year 10000; omit it for a key without expiry.'
    case 'plan_same':
      return `The account is already on plan ${refusal.plan}.`
    case 'plan_unknown':
      return `The plan table has no plan ${refusal.plan}; it has ${refusal.plans.join(', ')}: put the account on one of them, or add the plan to PLANS_FILE.`
    case 'request_open':
      return `A request for plan ${refusal.plan} is open: withdraw it first.`
    case 'request_unknown':
      return 'No such request: bun run keys requests shows the open ones.'
    case 'request_decided':
      return `Request ${refusal.requestId} was already ${refusal.state}.`
    case 'too_many_changes':
      return `The account's member made ${refusal.allowed} changes within 24 hours, the maximum.`
  }
}

const revokeFirst = (account: string, count: number | 'one'): string =>
  `revoke ${count} first (bun run keys list --account "${account}", then bun run keys revoke KEY_ID)`
