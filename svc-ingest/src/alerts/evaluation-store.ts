import {
  type AlertCondition,
  type AnnouncedColor,
  type ValueAlertKind,
  valueAlertRules,
} from '@hexawatt/shared/alerts/alert-conditions'
import { addDeliveries } from '@hexawatt/shared/alerts/delivery-store'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'

/** Subscriptions that fire in one transaction, and transactions of one kind at a tick: 50 000 messages; the rest fires at the next tick. */
const batchRows = 500
const maxBatches = 100
/** A value that keeps crossing its threshold tells at most so often, minutes. */
const minGapMinutes = 10

/** Any constant: the program that holds this advisory lock evaluates. */
const evaluationLock = 0x41_4c_45

/** A subscription whose condition has come true. */
export type Due = { id: string; condition: AlertCondition; lastSequence: number }
/** The message of a subscription, and the state that it has fired for. */
export type Fired = { body: string; firedFor: string | null }

/** Reads and locks the subscriptions that fire now, at most {@link batchRows}. */
type SelectDue<Row extends Due> = (tx: TransactionSql) => Promise<readonly Row[]>

/**
 * Fires the subscriptions of a selection, batch by batch: messages and the state of their subscriptions change in one transaction, so that nothing fires twice
 * and nothing is lost. Of several programs one evaluates at a time.
 *
 * @returns ids of the subscriptions that have something to send
 */
export async function fireDue<Row extends Due>(
  sql: Sql,
  now: Temporal.Instant,
  select: SelectDue<Row>,
  fire: (due: Row) => Fired,
): Promise<string[]> {
  const fired: string[] = []
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const due = await sql.begin(async (tx) => {
      if (!(await tryLockEvaluation(tx))) return []
      const rows = await select(tx)
      if (rows.length > 0) await storeFired(tx, rows, rows.map(fire), now)
      return rows
    })
    fired.push(...due.map(({ id }) => id))
    if (due.length < batchRows) return fired
  }
  return fired
}

async function tryLockEvaluation(tx: TransactionSql): Promise<boolean> {
  const [row] = await tx<{ isMine: boolean }[]>`select pg_try_advisory_xact_lock(${evaluationLock}) as is_mine`
  return row?.isMine === true
}

async function storeFired(
  tx: TransactionSql,
  due: readonly Due[],
  fired: readonly Fired[],
  now: Temporal.Instant,
): Promise<void> {
  await tx`
    update alert_subscriptions s
    set last_sequence = s.last_sequence + 1, fired_at = ${now}, fired_for = fired.fired_for, is_armed = false
    from unnest(${due.map(({ id }) => id)}::text[], ${fired.map(({ firedFor }) => firedFor)}::text[]) as fired (id, fired_for)
    where s.id = fired.id`
  const deliveries = due.map(({ id, lastSequence }, index) => ({
    subscriptionId: id,
    sequence: lastSequence + 1,
    messageId: null,
    origin: 'event' as const,
    body: fired[index]?.body ?? '',
  }))
  await addDeliveries(tx, deliveries, now)
}

const selectDueColumns = (tx: TransactionSql) =>
  tx`s.id, s.condition, s.last_sequence::double precision as last_sequence`

/**
 * Notes of every subscription to a value whether it may fire: the first evaluation arms those whose condition does not hold, later ones those whose value
 * has gone back by the margin of the kind.
 */
export async function armByValue(sql: Sql, kind: ValueAlertKind, value: number): Promise<void> {
  const { rearmMargin } = valueAlertRules[kind]
  await sql.begin(async (tx) => {
    if (!(await tryLockEvaluation(tx))) return
    await tx`
      update alert_subscriptions set is_armed = case side when 'above' then ${value} < threshold else ${value} > threshold end
      where kind = ${kind} and state = 'active' and is_armed is null`
    // One range of the index for each side: thresholds that the value has left behind.
    await tx`
      update alert_subscriptions set is_armed = true
      where kind = ${kind} and state = 'active' and not is_armed and (
        (side = 'above' and threshold > ${value + rearmMargin}) or (side = 'below' and threshold < ${value - rearmMargin}))`
  })
}

/** Armed subscriptions whose threshold the value has reached. */
export function selectDueByValue(kind: ValueAlertKind, value: number, now: Temporal.Instant): SelectDue<Due> {
  const notSince = now.subtract({ minutes: minGapMinutes })
  return (tx) => tx<Due[]>`
    select ${selectDueColumns(tx)} from alert_subscriptions s
    where s.kind = ${kind} and s.state = 'active' and s.is_armed
      and ((s.side = 'above' and s.threshold <= ${value}) or (s.side = 'below' and s.threshold >= ${value}))
      and (s.fired_at is null or s.fired_at <= ${notSince})
    order by s.id limit ${batchRows} for no key update`
}

/** Text stored when a subscription to a colour fires: the day and the colour of the notification. */
export const formatNotifiedColor = (date: string, color: AnnouncedColor): string => `${date} ${color}`

/**
 * Subscriptions that have not been notified of this colour: subscriptions to it, and subscriptions that were notified of another colour of the same day,
 * because an early colour may change until it binds. Earlier versions stored only the day, without the colour.
 */
export function selectDueByColor(color: AnnouncedColor, date: string): SelectDue<Due> {
  return (tx) => tx<Due[]>`
    select ${selectDueColumns(tx)} from alert_subscriptions s
    where s.kind = 'tariff_color' and s.state = 'active'
      and s.fired_for is distinct from ${date} and s.fired_for is distinct from ${formatNotifiedColor(date, color)}
      and (s.condition -> 'colors' ? ${color} or starts_with(s.fired_for, ${`${date} `}))
    order by s.id limit ${batchRows} for no key update`
}

/**
 * Subscriptions to the best window whose hour of Paris has come; a new one waits for its hour.
 *
 * @param window objective and duration, as `buildWindowKey` writes them
 */
export function selectDueByHour(hour: number, date: string, window: string): SelectDue<Due> {
  return (tx) => tx<Due[]>`
    select ${selectDueColumns(tx)} from alert_subscriptions s
    where s.kind = 'best_window' and s.state = 'active'
      and (s.condition ->> 'objective') || ' ' || (s.condition ->> 'durationMinutes') = ${window} and (
      (s.fired_for is null and (s.condition ->> 'atHour')::int = ${hour})
      or (s.fired_for <> ${date} and (s.condition ->> 'atHour')::int <= ${hour}))
    order by s.id limit ${batchRows} for no key update`
}

export type QuotaDue = Due & { requests: number; monthlyQuota: number }

/** Subscriptions to the quota whose account has used 80 or 100 per cent of the month, and which have not been notified. */
export function selectDueByQuota(month: string, quotas: ReadonlyMap<PlanId, number>): SelectDue<QuotaDue> {
  return (tx) => tx<QuotaDue[]>`
    select ${selectDueColumns(tx)}, u.requests::double precision as requests, plan.quota as monthly_quota
    from alert_subscriptions s
    join accounts a on a.id = s.account_id
    join unnest(${[...quotas.keys()]}::text[], ${[...quotas.values()]}::double precision[]) as plan (id, quota) on plan.id = a.plan
    join usage_months u on u.account_id = a.id and u.month = (${month} || '-01')::date
    where s.kind = 'quota' and s.state = 'active' and u.requests >= 0.8 * plan.quota
      and coalesce(s.fired_for, '') collate "C" < ${month} || case when u.requests >= plan.quota then ':100' else ':080' end
    order by s.id limit ${batchRows} for no key update of s`
}
