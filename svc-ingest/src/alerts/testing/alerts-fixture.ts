import { randomBytes } from 'node:crypto'
import type { AlertCondition } from '@hexawatt/shared/alerts/alert-conditions'
import { createTestMessage, serializeMessage } from '@hexawatt/shared/alerts/alert-message'
import { addDeliveries } from '@hexawatt/shared/alerts/delivery-store'
import { parseAllowedReceivers } from '@hexawatt/shared/alerts/receiver-address'
import { createWebhookSecrets } from '@hexawatt/shared/alerts/webhook-signature'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { createDeliver, type DeliveryDeps } from '../deliver.ts'
import { createReceiverLoad } from '../receiver-load.ts'

export const signingKey = 'a signing key of at least thirty-two characters'
export const secrets = createWebhookSecrets({ ALERT_SIGNING_KEY: signingKey })
const carbonBelow30: AlertCondition = { kind: 'carbon', side: 'below', threshold: 30 }

/** A clock that stands still until it is moved. */
export function createStillClock(at: string) {
  let now = Temporal.Instant.from(at)
  return {
    now: () => now,
    advance(duration: Temporal.DurationLike): void {
      now = now.add(duration)
    },
  }
}

export async function startAlertStores() {
  const database = await createTestDatabase()
  const sql = createSql(database.url, 'alerts test')
  return {
    sql,
    url: database.url,
    async stop(): Promise<void> {
      await sql.end({ timeout: 1 })
      await database.drop()
    },
  }
}

/** An account of a plan. @returns its id */
export async function addAccount(sql: Sql, plan = 'pro'): Promise<string> {
  const id = `acc_${randomBytes(8).toString('hex')}`
  await sql`insert into accounts (id, name, plan) values (${id}, ${id}, ${plan})`
  return id
}

export type AddedSubscription = { accountId: string; condition?: AlertCondition; url?: string | null }

/** A subscription by webhook, or by mail where `url` is null. @returns its id */
export async function addSubscription(
  sql: Sql,
  { accountId, condition = carbonBelow30, url = null }: AddedSubscription,
): Promise<string> {
  const id = `als_${randomBytes(12).toString('hex')}`
  const channel = url === null ? 'email' : 'webhook'
  const keyId = url === null ? null : secrets.keyId
  await sql`
    insert into alert_subscriptions (id, account_id, condition, channel, url, language, secret_key_id)
    values (${id}, ${accountId}, ${sql.json(condition)}, ${channel}, ${url}, 'fr', ${keyId})`
  return id
}

/** Messages that wait, each a second younger than the one before. */
export async function addPending(sql: Sql, subscriptionId: string, count: number, at: Temporal.Instant): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await sql.begin(async (tx) => {
      const [row] = await tx<{ sequence: number }[]>`
        update alert_subscriptions set last_sequence = last_sequence + 1 where id = ${subscriptionId}
        returning last_sequence::int as sequence`
      const createdAt = at.add({ seconds: number })
      const body = serializeMessage(createTestMessage(subscriptionId, carbonBelow30, createdAt))
      const added = { subscriptionId, sequence: row?.sequence ?? 0, messageId: null, origin: 'event', body } as const
      await addDeliveries(tx, [added], createdAt)
    })
  }
}

export type DeliveryRow = {
  sequence: number
  messageId: string
  state: string
  attempts: number
  lastStatus: number | null
  lastError: string | null
  nextAttemptAt: Temporal.Instant
}

export function readDeliveries(sql: Sql, subscriptionId: string): Promise<DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    select sequence::int as sequence, message_id, state, attempts, last_status, last_error, next_attempt_at
    from alert_deliveries where subscription_id = ${subscriptionId} order by sequence`
}

export type ReceivedMessage = { id: string; headers: Record<string, string>; body: string }

/** A receiver on loopback that gives the answers of the test; by default 204. */
export function startReceiver() {
  const received: ReceivedMessage[] = []
  let answer: (message: ReceivedMessage) => Response | Promise<Response> = () => new Response(null, { status: 204 })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const headers = Object.fromEntries(request.headers)
      const message = { id: headers['webhook-id'] ?? '', headers, body: await request.text() }
      received.push(message)
      return answer(message)
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    port: server.port ?? 0,
    received,
    answerWith(next: typeof answer): void {
      answer = next
    },
    stop: () => server.stop(true),
  }
}

/** Delivery as svc-ingest does it; receivers on loopback are allowed unless `allowed` says otherwise. */
export function createTestDeliver(sql: Sql, changes: Partial<DeliveryDeps> & { allowed?: string } = {}) {
  const { allowed = '127.0.0.1', ...deps } = changes
  return createDeliver({
    sql,
    realClock: { now: () => Temporal.Now.instant() },
    random: () => 0.5,
    secrets,
    allowedReceivers: parseAllowedReceivers(allowed),
    resolveName: async () => [],
    load: createReceiverLoad(() => performance.now()),
    mail: null,
    stopping: new AbortController().signal,
    onAttempt: () => undefined,
    ...deps,
  })
}
