import type { AlertCondition } from '@hexawatt/shared/alerts/alert-conditions'
import { addDeliveries, keptDays, maxPendingDeliveries, type NewDelivery } from '@hexawatt/shared/alerts/delivery-store'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { Sql, Statements, TransactionSql } from '@hexawatt/shared/postgres/client'

export type AlertChannel = 'webhook' | 'email'

/** An alert as its member sees it. */
export type ListedAlert = {
  id: string
  condition: AlertCondition
  channel: AlertChannel
  url: string | null
  state: 'active' | 'disabled'
  disabledAt: Temporal.Instant | null
  createdAt: Temporal.Instant
  secretKeyId: string | null
  secretGeneration: number
  /** Messages waiting to be sent. */
  pending: number
  /** When the newest message was created; null = none in the retained days. */
  lastMessageAt: Temporal.Instant | null
}

/** Messages that the page of an alert lists at most. */
const maxListedDeliveries = 50
/** Test messages and resends that a member may request per hour and alert. */
const maxManualPerHour = 10

const columns = (sql: Statements) => sql`
  s.id, s.condition, s.channel, s.url, s.state, s.disabled_at, s.created_at, s.secret_key_id, s.secret_generation,
  (select count(*)::int from alert_deliveries d where d.subscription_id = s.id and d.state = 'pending') as pending,
  (select created_at from alert_deliveries d where d.subscription_id = s.id order by sequence desc limit 1) as last_message_at`

/** The alerts of an account, oldest first. */
export function listAlerts(sql: Sql, accountId: string): Promise<ListedAlert[]> {
  return sql<ListedAlert[]>`
    select ${columns(sql)} from alert_subscriptions s where account_id = ${accountId} order by created_at, id`
}

/** One alert of an account; null when the account has no alert with this id. */
export async function findAlert(sql: Statements, accountId: string, id: string): Promise<ListedAlert | null> {
  const [alert] = await sql<ListedAlert[]>`
    select ${columns(sql)} from alert_subscriptions s where account_id = ${accountId} and id = ${id}`
  return alert ?? null
}

export type ListedDelivery = {
  sequence: number
  origin: NewDelivery['origin']
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  lastStatus: number | null
  lastError: string | null
  createdAt: Temporal.Instant
  nextAttemptAt: Temporal.Instant
  finishedAt: Temporal.Instant | null
}

/** The newest messages of an alert, newest first, at most {@link maxListedDeliveries}. */
export function listDeliveries(sql: Sql, subscriptionId: string): Promise<ListedDelivery[]> {
  return sql<ListedDelivery[]>`
    select sequence::double precision as sequence, origin, state, attempts, last_status, last_error, created_at, next_attempt_at, finished_at
    from alert_deliveries where subscription_id = ${subscriptionId} order by alert_deliveries.sequence desc limit ${maxListedDeliveries}`
}

export async function countAlerts(tx: TransactionSql, accountId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from alert_subscriptions where account_id = ${accountId}`
  return row?.count ?? 0
}

export type NewAlert = {
  id: string
  accountId: string
  condition: AlertCondition
  channel: AlertChannel
  url: string | null
  language: Language
  secretKeyId: string | null
}

export async function insertAlert(tx: TransactionSql, alert: NewAlert): Promise<void> {
  const { id, accountId, condition, channel, url, language, secretKeyId } = alert
  await tx`
    insert into alert_subscriptions (id, account_id, condition, channel, url, language, secret_key_id)
    values (${id}, ${accountId}, ${tx.json(condition)}, ${channel}, ${url}, ${language}, ${secretKeyId})`
}

/** Removes an alert with its messages. */
export async function removeAlert(tx: TransactionSql, id: string): Promise<void> {
  await tx`delete from alert_subscriptions where id = ${id}`
}

/** Removes all alerts of an account. */
export async function removeAlertsOf(tx: TransactionSql, accountId: string): Promise<void> {
  await tx`delete from alert_subscriptions where account_id = ${accountId}`
}

/** Moves an alert to the next secret. @returns its number */
export async function takeNextSecret(
  tx: TransactionSql,
  id: string,
  keyId: string,
  now: Temporal.Instant,
): Promise<number> {
  const [row] = await tx<{ generation: number }[]>`
    update alert_subscriptions set secret_generation = secret_generation + 1, secret_rotated_at = ${now}, secret_key_id = ${keyId}
    where id = ${id} returning secret_generation as generation`
  return row?.generation ?? 1
}

/** Lets a disabled alert fire again. Its threshold counts from now on: the first comparison does not fire. */
export async function enableAgain(tx: TransactionSql, id: string): Promise<void> {
  await tx`
    update alert_subscriptions
    set state = 'active', disabled_at = null, disabled_notice_at = null, consecutive_failures = 0, is_armed = null
    where id = ${id}`
}

/** Whether a member may request another message of this alert: not too many wait, and few were requested within the hour. */
export async function hasRoomForMessage(tx: TransactionSql, id: string, now: Temporal.Instant): Promise<boolean> {
  const [row] = await tx<{ pending: number; manual: number }[]>`
    select (count(*) filter (where state = 'pending'))::int as pending,
      (count(*) filter (where origin <> 'event' and created_at > ${now.subtract({ hours: 1 })}))::int as manual
    from alert_deliveries where subscription_id = ${id}`
  return row !== undefined && row.pending < maxPendingDeliveries && row.manual < maxManualPerHour
}

/** A message that may be sent again: finished, and recent. */
export async function findFinished(tx: TransactionSql, id: string, sequence: number, now: Temporal.Instant) {
  const [row] = await tx<{ messageId: string; body: string }[]>`
    select message_id, body from alert_deliveries
    where subscription_id = ${id} and sequence = ${sequence} and state <> 'pending'
      and created_at > ${now.subtract({ hours: 24 * keptDays })}`
  return row ?? null
}

/** Queues a message after the waiting ones. */
export async function addMessage(
  tx: TransactionSql,
  message: Omit<NewDelivery, 'sequence'>,
  now: Temporal.Instant,
): Promise<void> {
  const [row] = await tx<{ sequence: number }[]>`
    update alert_subscriptions set last_sequence = last_sequence + 1 where id = ${message.subscriptionId}
    returning last_sequence::double precision as sequence`
  if (row !== undefined) await addDeliveries(tx, [{ ...message, sequence: row.sequence }], now)
}
