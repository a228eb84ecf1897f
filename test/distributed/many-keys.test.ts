import { afterAll, expect, test } from 'bun:test'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { startTestGateway, type TestGateway } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { startStandInService } from '@hexawatt/gateway/src/testing/stand-in-service.ts'
import { createApiKey, fingerprintKey } from '@hexawatt/shared/keys/api-key'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { startWire, type Wire } from './testing/wire.ts'

const keyCount = 100_000
/** Accounts that hold them, a hundred each. */
const accountCount = 1_000
/** Requests under way at once. */
const clients = 64

/** How long Postgres is away, by the clock of the key cache; it is moved on in steps. */
const awayMinutes = 10
const stepSeconds = 15
/** Requests of each step, and of uniform use before and after the outage. */
const requestsPerStep = 250
const uniformRequests = 10_000

const maxMissShare = 0.01
const maxReadsPerSecond = 10

const database = await createTestDatabase()
const service = startStandInService()
let gateway: TestGateway | null = null
let wire: Wire | null = null
afterAll(async () => {
  // A gateway that cannot reach Postgres waits for it while it stops.
  wire?.join()
  await gateway?.stop()
  wire?.stop()
  await service.stop()
  await database.drop()
})

/** Keys of one statement: each gets a revision of its own, which costs the more the more are given in a transaction. */
const keysAtOnce = 1_000

/** Stores accounts and keys as the product does. */
async function storeKeys(): Promise<string[]> {
  const keys = Array.from({ length: keyCount }, createApiKey)
  const sql = createSql(database.url, 'drill', 1)
  await sql`
    insert into accounts (id, name, plan)
    select 'acc_' || n, 'account ' || n, 'scale' from generate_series(1, ${accountCount}::int) as n`
  for (let from = 0; from < keyCount; from += keysAtOnce) {
    const prints = keys.slice(from, from + keysAtOnce).map(fingerprintKey)
    await sql`
      insert into api_keys (id, account_id, name, key_sha256, prefix, last4)
      select 'key_' || sha256, 'acc_' || n, 'drill', sha256, prefix, last4
      from unnest(${prints.map(({ sha256 }) => sha256)}::text[], ${prints.map(({ prefix }) => prefix)}::text[],
        ${prints.map(({ last4 }) => last4)}::text[]) with ordinality as key (sha256, prefix, last4, n)`
  }
  await sql.end({ timeout: 1 })
  return keys
}

/** Asks once with each of these keys, and counts the answers by status. */
async function ask(url: string, keys: readonly string[]): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  let next = 0
  const client = async (): Promise<void> => {
    for (let key = keys[next++]; key !== undefined; key = keys[next++]) {
      const answer = await fetch(`${url}/v1/tariff/today`, { headers: { 'x-api-key': key } })
      await answer.arrayBuffer()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return statuses
}

test('H. 100 000 keys in uniform use cost Postgres almost nothing, and are served while it is unreachable for ten minutes', async () => {
  const keys = await storeKeys()
  const drawn = (count: number) =>
    Array.from({ length: count }, () => keys[Math.floor(Math.random() * keys.length)] ?? '')
  const address = new URL(database.url)
  const between = await startWire(Number(address.port))
  wire = between
  address.port = String(between.port)
  let movedMs = 0
  const started = await startTestGateway({
    databaseUrl: address.href,
    redisUrl: await createTestRedisUrl(),
    serviceUrl: service.url,
    realTimeMs: () => Date.now(),
    keyTimeMs: () => performance.now() + movedMs,
  })
  gateway = started
  const { url, storeReads } = started

  /** Uniform use for a while: its answers, and reads of keys in all and for each second by the clock of the key cache. */
  async function use(work: () => Promise<Map<number, number>[]>) {
    const [readsBefore, beganAtMs] = [await storeReads(), performance.now() + movedMs]
    const all = await work()
    const seconds = (performance.now() + movedMs - beganAtMs) / 1_000
    const reads = (await storeReads()) - readsBefore
    const statuses = new Map<number, number>()
    for (const part of all) for (const [status, n] of part) statuses.set(status, (statuses.get(status) ?? 0) + n)
    const sent = [...statuses.values()].reduce((sum, n) => sum + n, 0)
    return {
      sent,
      failed: sent - (statuses.get(200) ?? 0),
      reads,
      missShare: reads / sent,
      readsPerSecond: reads / seconds,
    }
  }

  const warmUp = await use(async () => [await ask(url, keys)])
  const before = await use(async () => [await ask(url, drawn(uniformRequests))])
  between.part()
  const away = await use(async () => {
    const parts: Map<number, number>[] = []
    for (let second = 0; second < awayMinutes * 60; second += stepSeconds) {
      movedMs += stepSeconds * 1_000
      parts.push(await ask(url, drawn(requestsPerStep)))
    }
    return parts
  })
  between.join()
  const after = await use(async () => [await ask(url, drawn(uniformRequests))])

  const percent = (share: number) => `${(share * 100).toFixed(2)} %`
  await reportFigures('H 100 000 keys', [
    { name: 'keys, each asked once', value: warmUp.sent },
    { name: 'warm-up: reads of keys', value: warmUp.reads },
    { name: 'warm-up: failed', value: warmUp.failed, target: '0' },
    { name: 'uniform use: requests', value: before.sent },
    { name: 'uniform use: misses', value: percent(before.missShare), target: 'at most 1 %' },
    { name: 'uniform use: reads/s', value: before.readsPerSecond.toFixed(1), target: 'at most 10' },
    { name: 'uniform use: failed', value: before.failed, target: '0' },
    { name: `Postgres away ${awayMinutes} min: requests`, value: away.sent },
    { name: 'away: failed', value: away.failed, target: '0' },
    { name: 'away: attempts to read/s', value: away.readsPerSecond.toFixed(1), target: 'at most 10' },
    { name: 'back: requests', value: after.sent },
    { name: 'back: misses', value: percent(after.missShare), target: 'at most 1 %' },
    { name: 'back: reads/s', value: after.readsPerSecond.toFixed(1), target: 'at most 10' },
    { name: 'back: failed', value: after.failed, target: '0' },
  ])
  for (const { failed } of [warmUp, before, away, after]) expect(failed).toBe(0)
  for (const { missShare } of [before, after]) expect(missShare).toBeLessThanOrEqual(maxMissShare)
  for (const { readsPerSecond } of [before, away, after]) expect(readsPerSecond).toBeLessThanOrEqual(maxReadsPerSecond)
}, 300_000)
