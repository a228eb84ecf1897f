import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { ChangedExpiry, ChangedPlan, CreatedKey, RevokedKey, RotatedKey } from '../accounts/account-changes.ts'
import { defaultOverlapHours, maxOverlapHours, shownEnds } from '../accounts/account-inputs.ts'
import { type ListedKey, maxListedKeys } from '../accounts/account-store.ts'
import { keyState } from '../accounts/key-bodies.ts'

/** What `bun run keys --help` prints. */
export const usage = `Makes, lists, rotates and revokes API keys, and puts accounts on plans.

  bun run keys create --account NAME [--plan decouverte|pro|scale] [--name KEYNAME] [--expires INSTANT] [--json]
      Makes a key and shows it, this once. A new account is made on the plan given (default decouverte);
      an existing one keeps its plan. INSTANT: such as 2030-01-31T23:00:00Z.
  bun run keys list [--account NAME] [--json]
      Shows keys by their ends: the keys themselves are stored nowhere. A replaced key is valid until it expires.
  bun run keys rotate KEY [--overlap-hours ${defaultOverlapHours}] [--json]
      Makes a key that takes the place of KEY, with the same name and expiry, and shows it, this once. KEY stays valid for
      the overlap (0 to ${maxOverlapHours} hours), and no longer counts against the plan.
  bun run keys revoke KEY
      Ends a key now and for good.
  bun run keys expire KEY --at INSTANT|never
      Gives a key another end.
  bun run keys plan --account NAME --plan decouverte|pro|scale
      Puts an account with all its keys on another plan.

KEY: the id (key_…) or the ends as list shows them (hxw_1a2b…9f3e, also hxw_1a2b9f3e).
DATABASE_URL: the product's Postgres (taken from a running bun run up when it is not set).
REDIS_URL: lets running gateways know of a change at once; without it they notice within a second.
PLANS_FILE: the plan table of the gateways, when they have one of their own.`

/** A new key, as the operator sees it once. */
export function createdText({ key, keyId, name, account, plan }: CreatedKey): string {
  return [key, `Key ${keyId} ("${name}") of account "${account}", plan ${plan}.`, copyNow].join('\n')
}

/** A key that replaces another, as the operator sees it once. */
export function rotatedText({ key, keyId, name, account, replaced }: RotatedKey): string {
  return [
    key,
    `Key ${keyId} ("${name}") of account "${account}" takes the place of ${replaced.keyId}, which is valid until ${isoSeconds(replaced.expiresAt)}.`,
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
    shownEnds(key),
    key.account,
    key.plan,
    key.name,
    isoSeconds(key.createdAt),
    key.expiresAt === null ? '-' : isoSeconds(key.expiresAt),
    keyState(key, now),
  ])
  const table = alignColumns([header, ...rows])
  return keys.length < maxListedKeys
    ? table
    : `${table}\nOnly the first ${maxListedKeys}: name an --account for others.`
}

/** What a revocation did, and when gateways know it. */
export function revokedText({ keyId, account, wasRevoked, toldGateways }: RevokedKey): string {
  const done = wasRevoked ? 'was revoked before' : 'is revoked'
  return `Key ${keyId} of account "${account}" ${done}. ${noticeText(toldGateways)}`
}

/** When a key expires now, and when gateways know it. */
export function expiryText({ keyId, account, expiresAt, toldGateways }: ChangedExpiry): string {
  const end = expiresAt === null ? 'does not expire' : `is valid until ${isoSeconds(expiresAt)}`
  return `Key ${keyId} of account "${account}" ${end}. ${noticeText(toldGateways)}`
}

/** Which plan an account is on now, and when gateways know it. */
export function planText({ account, plan, previousPlan, toldGateways }: ChangedPlan): string {
  const change = plan === previousPlan ? `was on plan ${plan} before` : `is on plan ${plan} (before: ${previousPlan})`
  return `Account "${account}" ${change}. ${noticeText(toldGateways)}`
}

function noticeText(toldGateways: boolean): string {
  return toldGateways
    ? 'Running gateways were told.'
    : 'Running gateways could not be told (REDIS_URL): they notice within a second.'
}

function alignColumns(rows: readonly string[][]): string {
  const widths = rows.reduce<number[]>((sofar, row) => row.map((cell, i) => Math.max(cell.length, sofar[i] ?? 0)), [])
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
