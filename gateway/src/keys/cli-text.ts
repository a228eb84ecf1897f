import { isoSeconds } from '@hexawatt/shared/time/instant'
import { shownEnds } from './key-selector.ts'
import type { CreatedKey, ListedKey, RevokedKey } from './key-store.ts'

/** What `bun run keys --help` prints. */
export const usage = `Makes, lists and revokes API keys.

  bun run keys create --account NAME [--plan decouverte|pro|scale] [--name KEYNAME] [--expires INSTANT] [--json]
      Makes a key and shows it, this once. A new account is made on the plan given (default decouverte);
      an existing one keeps its plan. INSTANT: such as 2030-01-31T23:00:00Z.
  bun run keys list [--account NAME] [--json]
      Shows keys by their ends: the keys themselves are stored nowhere.
  bun run keys revoke KEY
      KEY: the id (key_…) or the ends as list shows them (hxw_1a2b…9f3e, also hxw_1a2b9f3e).

DATABASE_URL: the product's Postgres (taken from a running bun run up when it is not set).
REDIS_URL: lets running gateways forget a revoked key at once; without it they notice within 10 seconds of its use.`

/** A new key, as the operator sees it once. */
export function createdText(key: string, created: CreatedKey): string {
  return [
    key,
    `Key ${created.keyId} ("${created.name}") of account "${created.account}", plan ${created.plan}.`,
    'Copy it now: it is stored nowhere and is not shown again.',
  ].join('\n')
}

/** A new key for programs: one line. */
export function createdJson(key: string, { keyId, accountId, account, plan, name }: CreatedKey): string {
  return JSON.stringify({ key, keyId, accountId, account, plan, name })
}

/** Keys as a table; a sentence when there are none. */
export function listText(keys: readonly ListedKey[]): string {
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
    keyState(key),
  ])
  return alignColumns([header, ...rows])
}

/** Keys for programs: a JSON array in one line. */
export function listJson(keys: readonly ListedKey[]): string {
  return JSON.stringify(
    keys.map(({ createdAt, expiresAt, revokedAt, ...key }) => ({
      ...key,
      createdAt: isoSeconds(createdAt),
      expiresAt: expiresAt === null ? null : isoSeconds(expiresAt),
      revokedAt: revokedAt === null ? null : isoSeconds(revokedAt),
      state: keyState({ expiresAt, revokedAt }),
    })),
  )
}

/** What a revocation did, and when gateways know it. */
export function revokedText({ keyId, account, wasRevoked }: RevokedKey, toldGateways: boolean): string {
  const done = wasRevoked ? 'was revoked before' : 'is revoked'
  const reach = toldGateways
    ? 'Running gateways were told.'
    : 'Running gateways could not be told (REDIS_URL): they notice within 10 seconds of its use.'
  return `Key ${keyId} of account "${account}" ${done}. ${reach}`
}

function keyState({ expiresAt, revokedAt }: Pick<ListedKey, 'expiresAt' | 'revokedAt'>): string {
  if (revokedAt !== null) return 'revoked'
  const isExpired = expiresAt !== null && Temporal.Instant.compare(expiresAt, Temporal.Now.instant()) <= 0
  return isExpired ? 'expired' : 'active'
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
