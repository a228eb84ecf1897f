import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { queuePrefix } from '@hexawatt/shared/redis/keys'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import {
  addAccount,
  addPending,
  addSubscription,
  readDeliveries,
  signingKey,
  startReceiver,
} from '@hexawatt/svc-ingest/src/alerts/testing/alerts-fixture.ts'
import { type Fixture, startFixture, until } from './testing/servers-fixture.ts'

const folder = await temporaryFolder()
const settings = { ALERT_SIGNING_KEY: signingKey, ALERT_RECEIVERS_ALLOWED: '127.0.0.1' }
let fixture: Fixture
let sql: Sql
let receiver: ReturnType<typeof startReceiver>
let run = 0
let database: string

beforeAll(async () => {
  fixture = await startFixture(folder)
})
beforeEach(async () => {
  run += 1
  database = `alerts_${run}`
  sql = await fixture.createDatabase(database)
  receiver = startReceiver()
})
afterEach(async () => {
  receiver.stop()
  await sql.end({ timeout: 1 })
})
afterAll(async () => {
  await fixture.stop()
  await rm(folder, { recursive: true, force: true })
})

const startIngest = () => fixture.startIngest(database, run, settings)

/** An alert with messages that wait. @returns its id */
async function waiting(messages: number): Promise<string> {
  const id = await addSubscription(sql, { accountId: await addAccount(sql), url: receiver.url })
  await addPending(sql, id, messages, Temporal.Now.instant().subtract({ minutes: 1 }))
  return id
}

const areDelivered = async (id: string) => (await readDeliveries(sql, id)).every(({ state }) => state === 'delivered')

describe('messages of alerts', () => {
  test('that were sent by a worker which was killed before it recorded them are sent again, and none is lost', async () => {
    const id = await waiting(3)
    const waits = async () => {
      const rows = await sql`
        select 1 from pg_stat_activity
        where datname = ${database} and wait_event_type = 'Lock' and query like '%update alert_deliveries%'`
      return rows.length > 0
    }
    await sql.begin(async (tx) => {
      await tx.unsafe('lock table alert_deliveries in share row exclusive mode')
      const victim = startIngest()
      await until('a worker that has sent and is about to record', waits)
      expect(receiver.received).toHaveLength(1)
      await victim.sigkill()
    })
    expect((await readDeliveries(sql, id)).map(({ state }) => state)).toEqual(['pending', 'pending', 'pending'])
    // The claim of the dead worker ends by the clock; nobody waits a minute here.
    const [claim] = await sql`
      update alert_subscriptions set claimed_until = now() where id = ${id} and claimed_by is not null returning id`
    expect(claim).toBeDefined()
    const ingest = startIngest()
    await until('every message delivered', () => areDelivered(id))
    await ingest.stop()
    const order = (await readDeliveries(sql, id)).map(({ messageId }) => messageId)
    expect(receiver.received.map((message) => message.id)).toEqual([order[0] ?? '', ...order])
  }, 90_000)

  test('survive an emptied Redis: what waited there waits in Postgres, and is sent in order', async () => {
    const id = await waiting(5)
    receiver.answerWith(() => new Response(null, { status: 503 }))
    const ingest = startIngest()
    await until('a first attempt', async () => receiver.received.length === 1)
    await until('its record', async () => (await readDeliveries(sql, id))[0]?.attempts === 1)
    await ingest.stop()
    const redis = createRedis(fixture.redisUrl(run), createLogger('test', 'silent'))
    await whenRedisReady(redis)
    await redis.flushall()
    expect(await redis.keys(`${queuePrefix}:alerts:*`)).toEqual([])
    redis.disconnect()
    receiver.answerWith(() => new Response(null, { status: 204 }))
    // The pause after the failure is over.
    await sql`update alert_deliveries set next_attempt_at = now() where subscription_id = ${id}`
    const next = startIngest()
    await until('every message delivered', () => areDelivered(id))
    await next.stop()
    const order = (await readDeliveries(sql, id)).map(({ messageId }) => messageId)
    expect(receiver.received.map((message) => message.id)).toEqual([order[0] ?? '', ...order])
  }, 90_000)
})
