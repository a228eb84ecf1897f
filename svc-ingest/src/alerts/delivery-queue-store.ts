import type { AlertCondition } from '@hexawatt/shared/alerts/alert-conditions'
import { keptDays } from '@hexawatt/shared/alerts/delivery-store'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { Sql } from '@hexawatt/shared/postgres/client'

/** How long a worker may send for a subscription without a further sign of it, s: longer than an attempt and its record. */
const leaseSeconds = 60
/** Deliveries in a row that are given up before a subscription is disabled. */
export const maxConsecutiveFailures = 5
/** Most subscriptions that one sweep finds. */
const maxDue = 5_000
/** Rows that one statement of the purge deletes, and statements of one run. */
const purgeRows = 10_000
const maxPurges = 50

/** A claim: worker, subscription and time. */
export type Claim = { subscriptionId: string; worker: string; now: Temporal.Instant }

export type ClaimedSubscription = {
  id: string
  accountId: string
  condition: AlertCondition
  channel: 'webhook' | 'email'
  url: string | null
  language: Language
  secretGeneration: number
  secretRotatedAt: Temporal.Instant | null
  secretKeyId: string | null
}

export type PendingDelivery = {
  sequence: number
  messageId: string
  body: string
  attempts: number
  nextAttemptAt: Temporal.Instant
  createdAt: Temporal.Instant
}

/** Subscriptions whose first pending delivery is due and which no worker has claimed, longest due first. */
export async function readDueSubscriptions(sql: Sql, now: Temporal.Instant): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select s.id from (
      select distinct on (subscription_id) subscription_id, next_attempt_at from alert_deliveries
      where state = 'pending' order by subscription_id, sequence
    ) as head
    join alert_subscriptions s on s.id = head.subscription_id
    where head.next_attempt_at <= ${now} and s.state = 'active' and (s.claimed_until is null or s.claimed_until <= ${now})
    order by head.next_attempt_at limit ${maxDue}`
  return rows.map(({ id }) => id)
}

/** Claims a subscription, or renews the claim; null while another worker has it, and when it is disabled or gone. */
export async function claimSubscription(sql: Sql, claim: Claim): Promise<ClaimedSubscription | null> {
  const { subscriptionId, worker, now } = claim
  const [row] = await sql<ClaimedSubscription[]>`
    update alert_subscriptions set claimed_by = ${worker}, claimed_until = ${now.add({ seconds: leaseSeconds })}
    where id = ${subscriptionId} and state = 'active'
      and (claimed_until is null or claimed_until <= ${now} or claimed_by = ${worker})
    returning id, account_id, condition, channel, url, language, secret_generation, secret_rotated_at, secret_key_id`
  return row ?? null
}

export async function releaseSubscription(sql: Sql, { subscriptionId, worker }: Claim): Promise<void> {
  await sql`
    update alert_subscriptions set claimed_by = null, claimed_until = null
    where id = ${subscriptionId} and claimed_by = ${worker}`
}

/** The delivery that is next in order, due or not; null when none waits. */
export async function readNextDelivery(sql: Sql, subscriptionId: string): Promise<PendingDelivery | null> {
  const [row] = await sql<PendingDelivery[]>`
    select sequence::double precision as sequence, message_id, body, attempts, next_attempt_at, created_at
    from alert_deliveries where subscription_id = ${subscriptionId} and state = 'pending'
    order by sequence limit 1`
  return row ?? null
}

/** Outcome of an attempt. */
export type AttemptOutcome =
  | { kind: 'delivered'; status: number | null }
  | { kind: 'failed'; status: number | null; error: string }
  | { kind: 'put off'; error: string }

/** Change by an attempt. The member sees `error` and `status`. */
export type AttemptRecord = {
  sequence: number
  state: 'pending' | 'delivered' | 'failed'
  /** False for an attempt that was put off before it began. */
  isCounted: boolean
  nextAttemptAt: Temporal.Instant
  status: number | null
  error: string | null
  /** Ends the subscription whatever its failures: the receiver says that it is gone. */
  isGone: boolean
}

/**
 * Records an attempt, unless another worker has taken over. A delivery that is given up counts against its subscription, which is disabled at
 * {@link maxConsecutiveFailures} in a row: waiting messages fail with it, and can be sent again later.
 *
 * @returns whether the subscription is disabled now, or not this worker's any more
 */
export async function recordAttempt(sql: Sql, claim: Claim, record: AttemptRecord): Promise<boolean> {
  const { subscriptionId, worker, now } = claim
  const { sequence, state, isCounted, nextAttemptAt, status, error, isGone } = record
  return sql.begin(async (tx) => {
    const [held] = await tx<{ failures: number }[]>`
      select consecutive_failures as failures from alert_subscriptions
      where id = ${subscriptionId} and claimed_by = ${worker} and state = 'active' for no key update`
    if (held === undefined) return true
    await tx`
      update alert_deliveries set state = ${state}, attempts = attempts + ${isCounted ? 1 : 0}, next_attempt_at = ${nextAttemptAt},
        last_status = ${status}, last_error = ${error}, finished_at = ${state === 'pending' ? null : now}
      where subscription_id = ${subscriptionId} and sequence = ${sequence} and state = 'pending'`
    const failures = state === 'delivered' ? 0 : held.failures + (state === 'failed' ? 1 : 0)
    const isDisabled = isGone || failures >= maxConsecutiveFailures
    await tx`
      update alert_subscriptions set consecutive_failures = ${failures},
        state = ${isDisabled ? 'disabled' : 'active'}, disabled_at = ${isDisabled ? now : null}, disabled_notice_at = null
      where id = ${subscriptionId}`
    if (isDisabled) {
      await tx`
        update alert_deliveries set state = 'failed', last_error = 'subscription disabled', finished_at = ${now}
        where subscription_id = ${subscriptionId} and state = 'pending'`
    }
    return isDisabled
  })
}

export type DisabledSubscription = Pick<ClaimedSubscription, 'id' | 'accountId' | 'condition' | 'language'>

/** Subscriptions that were disabled within the last day and whose member was not notified, at most `limit`. */
export async function readUnreportedDisabled(
  sql: Sql,
  now: Temporal.Instant,
  limit: number,
): Promise<DisabledSubscription[]> {
  return sql<DisabledSubscription[]>`
    select id, account_id, condition, language from alert_subscriptions
    where state = 'disabled' and disabled_notice_at is null and disabled_at > ${now.subtract({ hours: 24 })}
    order by disabled_at limit ${limit}`
}

export async function recordDisabledReported(sql: Sql, subscriptionId: string, now: Temporal.Instant): Promise<void> {
  await sql`update alert_subscriptions set disabled_notice_at = ${now} where id = ${subscriptionId} and state = 'disabled'`
}

/** Makes the look-up of the address of an account's member; null when the account has none (any more). */
export function createAddressReader(sql: Sql): (accountId: string) => Promise<string | null> {
  return async (accountId) => {
    const [row] = await sql<{ address: string }[]>`select address from members where account_id = ${accountId}`
    return row?.address ?? null
  }
}

/** Deletes finished deliveries that are older than {@link keptDays} days. @returns how many */
export async function forgetDeliveries(sql: Sql, now: Temporal.Instant, signal?: AbortSignal): Promise<number> {
  const before = now.subtract({ hours: 24 * keptDays })
  let forgotten = 0
  for (let run = 0; run < maxPurges && signal?.aborted !== true; run += 1) {
    const { count } = await sql`
      delete from alert_deliveries where ctid = any(array(
        select ctid from alert_deliveries where created_at < ${before} and state <> 'pending' limit ${purgeRows}))`
    forgotten += count
    if (count < purgeRows) break
  }
  return forgotten
}

/** How many subscriptions there are in each state, for a gauge. */
export async function readSubscriptionCounts(sql: Sql): Promise<{ state: string; count: number }[]> {
  return sql<{ state: string; count: number }[]>`
    select known.state, count(s.id)::int as count
    from unnest(array['active', 'disabled']) as known (state) left join alert_subscriptions s on s.state = known.state
    group by known.state`
}

/** How many deliveries wait, and since when the oldest does. */
export type PendingTotals = { pending: number; oldestPendingAt: Temporal.Instant | null }

/** One row, for the gauges. */
export async function readPendingTotals(sql: Sql): Promise<PendingTotals[]> {
  return sql<PendingTotals[]>`
    select count(*)::int as pending, min(created_at) as oldest_pending_at from alert_deliveries where state = 'pending'`
}
