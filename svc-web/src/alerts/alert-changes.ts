import { randomBytes } from 'node:crypto'
import type { AlertCondition } from '@hexawatt/shared/alerts/alert-conditions'
import { createTestMessage, serializeMessage } from '@hexawatt/shared/alerts/alert-message'
import { describeCondition } from '@hexawatt/shared/alerts/alert-texts'
import { type AllowedReceivers, type ReceiverRefusal, readReceiverUrl } from '@hexawatt/shared/alerts/receiver-address'
import type { WebhookSecrets } from '@hexawatt/shared/alerts/webhook-signature'
import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { findPlan } from '@hexawatt/shared/contract/plans/plan-rows'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { isMemberOf, lockAccount } from '../accounts/account-store.ts'
import { type AuditAction, type AuditDetails, auditLog, countMemberChanges } from '../accounts/audit-log-store.ts'
import { maxMemberChanges } from '../accounts/key-rules.ts'
import type { Member, MemberData } from '../session/member.ts'
import {
  type AlertChannel,
  addMessage,
  countAlerts,
  enableAgain,
  findAlert,
  findFinished,
  hasRoomForMessage,
  insertAlert,
  type ListedAlert,
  listAlerts,
  removeAlert,
  removeAlertsOf,
  takeNextSecret,
} from './alert-store.ts'

export type AlertDeps = {
  sql: Sql
  /** The plans say how many alerts an account may have; an account on a plan that the table lacks may create none. */
  plans: PlanTable['plans']
  secrets: WebhookSecrets
  /** Receivers that may lie in private networks; svc-ingest checks again before each call. */
  allowedReceivers: AllowedReceivers
  /** Real time, ms since the epoch. */
  realTimeMs: () => number
}

/** A member's input; the condition and the channel are checked by their schemas. */
export type AlertRequest = { condition: AlertCondition; channel: AlertChannel; url: string; language: Language }

/** Why a change is refused. */
export type AlertRefusal =
  | { code: 'unknown' }
  | { code: 'too_many_alerts'; allowed: number }
  | { code: 'too_many_changes' }
  | { code: 'too_many_messages' }
  | { code: 'message_gone' }
  | { code: 'disabled' }
  | { code: 'webhooks_off' }
  | { code: 'receiver'; reason: ReceiverRefusal }

/** A change that the rules forbid. */
export class AlertRefusedError extends Error {
  override readonly name = 'AlertRefusedError'
  readonly refusal: AlertRefusal

  constructor(refusal: AlertRefusal) {
    super(`alert refused: ${refusal.code}`)
    this.refusal = refusal
  }
}

type Changed = { id: string; secret: string | null }

/** Makes changes to a member's alerts, each in one transaction with its entry in the audit log. All throw {@link AlertRefusedError}. */
export function createAlertChanges({ sql, plans, secrets, allowedReceivers, realTimeMs }: AlertDeps) {
  const now = (): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(realTimeMs())

  /** Runs a change of one alert while its account is locked, so that counts stay exact. */
  async function change<Result>(
    member: Member,
    id: string,
    work: (tx: TransactionSql, alert: ListedAlert) => Promise<Result>,
  ): Promise<Result> {
    const { result } = await sql.begin(async (tx) => {
      await lockAccount(tx, { accountId: member.accountId })
      const alert = await findAlert(tx, member.accountId, id)
      if (alert === null) throw new AlertRefusedError({ code: 'unknown' })
      return { result: await work(tx, alert) }
    })
    return result
  }

  async function runRecorded(
    tx: TransactionSql,
    member: Member,
    action: AuditAction,
    details: AuditDetails,
  ): Promise<void> {
    const { accountId, memberId } = member
    // Each change leaves an entry forever.
    const changes = await countMemberChanges(tx, accountId, maxMemberChanges)
    if (changes >= maxMemberChanges) throw new AlertRefusedError({ code: 'too_many_changes' })
    await auditLog(tx, { actor: { kind: 'member', id: memberId }, action, accountId, details })
  }

  async function addOwnMessage(
    tx: TransactionSql,
    { state }: ListedAlert,
    message: { subscriptionId: string; messageId: string | null; origin: 'test' | 'replay'; body: string },
  ): Promise<void> {
    if (state === 'disabled') throw new AlertRefusedError({ code: 'disabled' })
    if (!(await hasRoomForMessage(tx, message.subscriptionId, now()))) {
      throw new AlertRefusedError({ code: 'too_many_messages' })
    }
    await addMessage(tx, message, now())
  }

  return {
    /** Creates an alert. @returns its id, and the secret of a webhook, which is shown once */
    create(member: Member, { condition, channel, url, language }: AlertRequest): Promise<Changed> {
      const { accountId } = member
      const secretKeyId = channel === 'webhook' ? secrets.keyId : null
      if (channel === 'webhook') {
        if (secretKeyId === null) throw new AlertRefusedError({ code: 'webhooks_off' })
        const receiver = readReceiverUrl(url, allowedReceivers)
        if (typeof receiver === 'string') throw new AlertRefusedError({ code: 'receiver', reason: receiver })
      }
      return sql.begin(async (tx) => {
        const account = await lockAccount(tx, { accountId })
        // The account outlives its member, who may be deleted while this request runs.
        if (account === null || !(await isMemberOf(tx, member.memberId, accountId))) {
          throw new AlertRefusedError({ code: 'unknown' })
        }
        const allowed = findPlan(plans, account.plan)?.alerts ?? 0
        if ((await countAlerts(tx, accountId)) >= allowed)
          throw new AlertRefusedError({ code: 'too_many_alerts', allowed })
        const id = `als_${randomBytes(12).toString('hex')}`
        const receiverUrl = channel === 'webhook' ? url : null
        await insertAlert(tx, { id, accountId, condition, channel, url: receiverUrl, language, secretKeyId })
        await runRecorded(tx, member, 'alert.created', { alertId: id, kind: condition.kind, channel })
        return { id, secret: secretKeyId === null ? null : secrets.shown(id, secretKeyId, 1) }
      })
    },
    remove: (member: Member, id: string): Promise<void> =>
      change(member, id, async (tx) => {
        await removeAlert(tx, id)
        await runRecorded(tx, member, 'alert.deleted', { alertId: id })
      }),
    /** Gives a webhook a new secret, which is shown once; the previous secret also signs for one day. */
    rotate: (member: Member, id: string): Promise<Changed> =>
      change(member, id, async (tx, { channel }) => {
        const { keyId } = secrets
        if (channel !== 'webhook') throw new AlertRefusedError({ code: 'unknown' })
        if (keyId === null) throw new AlertRefusedError({ code: 'webhooks_off' })
        const generation = await takeNextSecret(tx, id, keyId, now())
        await runRecorded(tx, member, 'alert.secret_rotated', { alertId: id, generation })
        return { id, secret: secrets.shown(id, keyId, generation) }
      }),
    enable: (member: Member, id: string): Promise<void> =>
      change(member, id, async (tx, { state }) => {
        if (state === 'active') return
        await enableAgain(tx, id)
        await runRecorded(tx, member, 'alert.enabled', { alertId: id })
      }),
    /** Sends a test message. */
    test: (member: Member, id: string): Promise<void> =>
      change(member, id, async (tx, alert) => {
        const body = serializeMessage(createTestMessage(id, alert.condition, now()))
        await addOwnMessage(tx, alert, { subscriptionId: id, messageId: null, origin: 'test', body })
      }),
    /** Sends a recent message again, under its own id. */
    replay: (member: Member, id: string, sequence: number): Promise<void> =>
      change(member, id, async (tx, alert) => {
        const message = await findFinished(tx, id, sequence, now())
        if (message === null) throw new AlertRefusedError({ code: 'message_gone' })
        await addOwnMessage(tx, alert, { subscriptionId: id, ...message, origin: 'replay' })
      }),
  }
}

/** The alerts' part in the export and the deletion of an account. */
export function createAlertsMemberData(sql: Sql): MemberData {
  return {
    name: 'alerts',
    async exportData({ accountId }) {
      return (await listAlerts(sql, accountId)).map(({ id, condition, channel, url, state, createdAt }) => ({
        id,
        condition,
        description: describeCondition(condition, 'en'),
        channel,
        url,
        state,
        createdAt: isoSeconds(createdAt),
      }))
    },
    remove: (tx, { accountId }) => removeAlertsOf(tx, accountId),
  }
}
