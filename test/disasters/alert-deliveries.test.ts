import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { parseAllowedReceivers } from '@hexawatt/shared/alerts/receiver-address'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { queuePrefix } from '@hexawatt/shared/redis/keys'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { withRedis } from '@hexawatt/shared/testing/redis-fixture'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createClock } from '@hexawatt/shared/time/clock'
import { startAlerts } from '@hexawatt/svc-ingest/src/alerts/start-alerts.ts'
import {
  addAccount,
  addPending,
  addSubscription,
  readDeliveries,
  secrets,
  signingKey,
  startAlertStores,
  startReceiver,
} from '@hexawatt/svc-ingest/src/alerts/testing/alerts-fixture.ts'
import { startIngestProcesses } from './testing/ingest-processes.ts'
import { until } from './testing/servers-fixture.ts'

const settings = { ALERT_SIGNING_KEY: signingKey, ALERT_RECEIVERS_ALLOWED: '127.0.0.1' }
let stores: Awaited<ReturnType<typeof startAlertStores>>
let sql: Sql
let redisUrl: string
let receiver: ReturnType<typeof startReceiver>
const processes = stopAtEnd(startIngestProcesses())
beforeEach(async () => {
  stores = await startAlertStores()
  sql = stores.sql
  redisUrl = await createTestRedisUrl()
  receiver = startReceiver()
})
afterEach(async () => {
  receiver.stop()
  await stores.stop()
})

/** Alerts as the program starts them; deliveries of a dead worker are looked for often. */
function startOnlyAlerts(): ReturnType<typeof startAlerts> {
  const clock = createClock()
  const deps = {
    sql,
    clock,
    realClock: clock,
    plans: defaultPlanTable.plans,
    queueAddress: redisUrl,
    logger: createLogger('test', 'silent'),
    metrics: createMetrics('test'),
    stopping: new AbortController().signal,
    random: Math.random,
    secrets,
    allowedReceivers: parseAllowedReceivers('127.0.0.1'),
    resolveName: async () => [],
    mail: null,
  }
  return startAlerts(deps, 200)
}

/** An alert with messages that wait. @returns its id */
async function waiting(messages: number): Promise<string> {
  const id = await addSubscription(sql, { accountId: await addAccount(sql), url: receiver.url })
  await addPending(sql, id, messages, Temporal.Now.instant().subtract({ minutes: 1 }))
  return id
}

const areDelivered = async (id: string) => (await readDeliveries(sql, id)).every(({ state }) => state === 'delivered')

describe('messages of alerts', () => {
  test('alerts sent by a worker that was killed before it recorded them are sent again, and none is lost', async () => {
    const id = await waiting(3)
    const waits = async () => {
      const rows = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%update alert_deliveries%'`
      return rows.length > 0
    }
    await sql.begin(async (tx) => {
      await tx.unsafe('lock table alert_deliveries in share row exclusive mode')
      const victim = processes.startIngest({ databaseUrl: stores.url, redisUrl, settings })
      await until('a worker that has sent and is about to record', waits)
      expect(receiver.received).toHaveLength(1)
      await victim.sigkill()
    })
    expect((await readDeliveries(sql, id)).map(({ state }) => state)).toEqual(['pending', 'pending', 'pending'])
    // The claim of the dead worker ends by the clock, and so does the lock of its job; the test does not wait a minute.
    const [claim] = await sql`
      update alert_subscriptions set claimed_until = now() where id = ${id} and claimed_by is not null returning id`
    expect(claim).toBeDefined()
    await withRedis(redisUrl, async (redis) => {
      const ending = [`${queuePrefix}:alerts:${id}:lock`, `${queuePrefix}:alerts:stalled-check`]
      expect(await redis.del(ending)).toBe(ending.length)
    })
    const alerts = startOnlyAlerts()
    await until('every message delivered', () => areDelivered(id))
    await alerts.stop()
    const order = (await readDeliveries(sql, id)).map(({ messageId }) => messageId)
    expect(receiver.received.map((message) => message.id)).toEqual([order[0] ?? '', ...order])
  })

  test('alerts waiting in an emptied Redis are restored from Postgres and sent in order', async () => {
    const id = await waiting(5)
    receiver.answerWith(() => new Response(null, { status: 503 }))
    const alerts = startOnlyAlerts()
    await until('a first attempt', async () => receiver.received.length === 1)
    await until('its record', async () => (await readDeliveries(sql, id))[0]?.attempts === 1)
    await alerts.stop()
    await withRedis(redisUrl, async (redis) => {
      expect(await redis.keys(`${queuePrefix}:alerts:*`)).not.toEqual([])
      await redis.flushdb()
    })
    receiver.answerWith(() => new Response(null, { status: 204 }))
    // The pause after the failure is over.
    await sql`update alert_deliveries set next_attempt_at = now() where subscription_id = ${id}`
    const next = startOnlyAlerts()
    await until('every message delivered', () => areDelivered(id))
    await next.stop()
    const order = (await readDeliveries(sql, id)).map(({ messageId }) => messageId)
    expect(receiver.received.map((message) => message.id)).toEqual([order[0] ?? '', ...order])
  })
})
