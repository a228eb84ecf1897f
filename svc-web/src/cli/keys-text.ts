import { formatTextTable } from '@hexawatt/shared/command-line/tables'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { ChangedExpiry, CreatedKey, RevokedKey, RotatedKey } from '../accounts/account-changes.ts'
import { formatKeyEnds } from '../accounts/account-inputs.ts'
import { type ListedKey, maxListedKeys } from '../accounts/account-store.ts'
import type { AuditPage } from '../accounts/audit-log-store.ts'
import { findKeyState } from '../accounts/key-bodies.ts'
import type { ChangedPlan, RefusedRequest } from '../accounts/plan-changes.ts'
import type { PlanRequest } from '../accounts/plan-request-store.ts'

/** A new key, as the operator sees it once. */
export function writeCreated({ key, keyId, name, account, plan }: CreatedKey): string {
  return [key, `Key ${keyId} ("${name}") of account "${account}", plan ${plan}.`, copyNow].join('\n')
}

/** A replacement key, as the operator sees it once. */
export function writeRotated({ key, keyId, name, account, replaced }: RotatedKey): string {
  return [
    key,
    `Key ${keyId} ("${name}") of account "${account}" replaces ${replaced.keyId}, which is valid until ${isoSeconds(replaced.expiresAt)}.`,
    copyNow,
  ].join('\n')
}

const copyNow = 'Copy it now: it is stored nowhere and is not shown again.'

/** Keys as a table; a sentence when there are none. */
export function listText(keys: readonly ListedKey[], now: Temporal.Instant): string {
  if (keys.length === 0) return 'No keys.'
  const header = ['KEY ID', 'KEY', 'ACCOUNT', 'PLAN', 'NAME', 'CREATED', 'EXPIRES', 'STATE']
  const rows = keys.map((key) => [
    key.keyId,
    formatKeyEnds(key),
    key.account,
    key.plan,
    key.name,
    isoSeconds(key.createdAt),
    key.expiresAt === null ? '-' : isoSeconds(key.expiresAt),
    findKeyState(key, now),
  ])
  const table = formatTextTable(header, rows)
  return keys.length < maxListedKeys
    ? table
    : `${table}\nOnly the first ${maxListedKeys}are shown: use --account for others.`
}

/** The result of a revocation, and when gateways know of it. */
export function writeRevoked({ keyId, account, wasRevoked, toldGateways }: RevokedKey): string {
  const done = wasRevoked ? 'was revoked before' : 'is revoked'
  return `Key ${keyId} of account "${account}" ${done}. ${writeNotice(toldGateways)}`
}

/** The new expiry of a key, and when gateways know of it. */
export function writeExpiry({ keyId, account, expiresAt, toldGateways }: ChangedExpiry): string {
  const end = expiresAt === null ? 'does not expire' : `is valid until ${isoSeconds(expiresAt)}`
  return `Key ${keyId} of account "${account}" ${end}. ${writeNotice(toldGateways)}`
}

/** The new plan of an account, and when gateways know of it. */
export function planText({ account, plan, previousPlan, toldGateways }: ChangedPlan): string {
  const change = plan === previousPlan ? `was on plan ${plan} before` : `is on plan ${plan} (before: ${previousPlan})`
  return `Account "${account}" ${change}. ${writeNotice(toldGateways)}`
}

/** Plan changes that await a decision, as a table; a sentence when there are none. */
export function writeRequests(requests: readonly PlanRequest[]): string {
  if (requests.length === 0) return 'No open requests.'
  const header = ['REQUEST', 'ACCOUNT', 'PLAN', 'ASKS FOR', 'SINCE']
  const rows = requests.map(({ requestId, account, currentPlan, plan, requestedAt }) => [
    requestId,
    account,
    currentPlan,
    plan,
    isoSeconds(requestedAt),
  ])
  return formatTextTable(header, rows)
}

/** The refusal of a member's request. */
export function writeRefused({ requestId, account, plan, refusedPlan }: RefusedRequest): string {
  return `Request ${requestId} is refused: account "${account}" stays on plan ${plan} and does not get ${refusedPlan}.`
}

/** Entries of the audit log as a table; a sentence when there are none. */
export function auditText({ entries, next }: AuditPage): string {
  if (entries.length === 0) return 'No entries.'
  const header = ['ENTRY', 'AT', 'BY', 'ACTION', 'ACCOUNT ID', 'ACCOUNT', 'DETAILS']
  const rows = entries.map(({ id, at, actor, action, accountId, account, details }) => [
    id,
    isoSeconds(at),
    `${actor.kind} ${actor.id}`,
    action,
    accountId ?? '-',
    account ?? '-',
    Object.entries(details)
      .map(([name, value]) => `${name}=${value ?? 'none'}`)
      .join(' '),
  ])
  const table = formatTextTable(header, rows)
  return next === null ? table : `${table}\nMore: --before ${next}`
}

function writeNotice(toldGateways: boolean): string {
  return toldGateways
    ? 'Running gateways were notified.'
    : 'Running gateways could not be notified (REDIS_URL): they notice within a second.'
}
