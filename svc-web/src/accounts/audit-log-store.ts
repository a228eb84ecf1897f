import type { Sql, Statements, TransactionSql } from '@hexawatt/shared/postgres/client'
import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'
import { isoSeconds } from '@hexawatt/shared/time/instant'

/** Recorded actions: everything that changes rights or money. */
export const auditActions = [
  'account.claimed',
  'account.created',
  'account.deleted',
  'alert.created',
  'alert.deleted',
  'alert.enabled',
  'alert.secret_rotated',
  'billing.subscription_changed',
  'billing.subscription_linked',
  'jobs.retried',
  'key.created',
  'key.expiry_set',
  'key.renamed',
  'key.revoked',
  'key.rotated',
  'plan.request_refused',
  'plan.request_withdrawn',
  'plan.requested',
  'plan.set',
] as const
export type AuditAction = (typeof auditActions)[number]

/**
 * The actor of a change. `id`: the member id of a member; `listener:current` or `listener:previous` (which token) or `command-line:NAME` (the user of the
 * operating system) of an operator; `stripe:EVENT_ID` of a payment provider; the acting part of the product itself.
 */
export type Actor = { kind: 'member' | 'operator' | 'provider' | 'system'; id: string }

/** Ids, figures and states only. Names chosen by people are excluded: they may contain an address. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>

export type AuditEntry = {
  actor: Actor
  action: AuditAction
  /** null = the change concerns no single account. */
  accountId: string | null
  details: AuditDetails
}

/** A recorded entry. */
export type RecordedEntry = Omit<AuditEntry, 'action'> & {
  /** Grows with every entry. */
  id: string
  at: Temporal.Instant
  /** Of this version or an earlier one. */
  action: string
  /** Name of the account today; null when it was removed. */
  account: string | null
}

/** Longest text of a detail, characters. */
const maxDetailLength = 200

/**
 * Records a change of rights or money in the transaction of the change: both are committed, or neither. Anything that looks like an API key or an e-mail
 * address is blanked, because entries are kept forever.
 */
export async function auditLog(tx: TransactionSql, { actor, action, accountId, details }: AuditEntry): Promise<void> {
  await tx`
    insert into audit_log (actor_kind, actor_id, action, account_id, details)
    values (${actor.kind}, ${shown(actor.id)}, ${action}, ${accountId},
      ${JSON.stringify(details, (_, value) => (typeof value === 'string' ? shown(value) : value))}::text::jsonb)`
}

/** How many changes to keys, plans and alerts the members of an account made in the last 24 hours, counted up to a maximum. */
export async function countMemberChanges(tx: TransactionSql, accountId: string, upTo: number): Promise<number> {
  const [{ changes }] = await tx<[{ changes: number }]>`
    select (count(*) filter (where at > now() - interval '24 hours'))::int as changes from (
      select at from audit_log where account_id = ${accountId} and actor_kind = 'member' and action ~ '^(key|plan|alert)[.]'
      order by id desc limit ${upTo}) as newest`
  return changes
}

const addressLike = /[^\s@]+@[^\s@]+/g

function shown(text: string): string {
  return hideApiKeys(text).replace(addressLike, '[hidden]').slice(0, maxDetailLength)
}

/** Entries of a page at most. */
export const maxAuditPage = 200

/** Filter for entries; null = any. */
export type AuditFilter = {
  /** Id or current name of an account. */
  account: string | null
  action: string | null
  /** Inclusive. */
  from: Temporal.Instant | null
  /** Exclusive. */
  to: Temporal.Instant | null
  /** Only entries before this id: the `next` of the previous page. */
  before: string | null
}

export type AuditPage = {
  /** Newest first, at most {@link maxAuditPage}. */
  entries: RecordedEntry[]
  /** `before` of the next page; null when there is none. */
  next: string | null
}

/** A page of the audit log, newest entries first. */
export async function readAuditLog(sql: Sql, filter: AuditFilter, limit = maxAuditPage): Promise<AuditPage> {
  const { account, action, from, to, before } = filter
  const rows = await sql<(Omit<RecordedEntry, 'actor'> & { actorKind: Actor['kind']; actorId: string })[]>`
    select l.id::text as id, l.at, l.actor_kind, l.actor_id, l.action, l.account_id, l.details, a.name as account
    from audit_log l left join accounts a on a.id = l.account_id
    where ${all(sql, [
      account === null
        ? null
        : sql`l.account_id in (select ${account} union all select id from accounts where name = ${account})`,
      action === null ? null : sql`l.action = ${action}`,
      from === null ? null : sql`l.at >= ${from}`,
      to === null ? null : sql`l.at < ${to}`,
      before === null ? null : sql`l.id < ${before}::bigint`,
    ])}
    order by l.id desc limit ${limit + 1}`
  const entries = rows
    .slice(0, limit)
    .map(({ actorKind: kind, actorId: id, ...entry }) => ({ ...entry, actor: { kind, id } }))
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
}

type Condition = ReturnType<Statements>

function all(sql: Sql, conditions: readonly (Condition | null)[]) {
  return conditions.reduce<Condition>((whole, one) => (one === null ? whole : sql`${whole} and ${one}`), sql`true`)
}

/** Whether a text may be the `before` of a page. */
export function isAuditCursor(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text)
}

/** A page as JSON, identical on the command line and on the operator's listener. */
export function auditPageBody({ entries, next }: AuditPage) {
  return { entries: entries.map(({ at, ...entry }) => ({ ...entry, at: isoSeconds(at) })), next }
}
