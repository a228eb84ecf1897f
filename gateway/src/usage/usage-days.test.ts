import { expect, test } from 'bun:test'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { storeTestAccount } from '@hexawatt/shared/testing/key-fixture'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { createUsageDayStore } from '@hexawatt/shared/usage/usage-day-store'
import { type Batch, createFlushTurns } from './batched-flush.ts'
import { createDayBatchStore, type DayCounts } from './day-batch-store.ts'
import { createUsageDays } from './usage-days.ts'

const { sql } = await useTestDatabase(5)
const dayStore = { ...createUsageDayStore(sql), ...createDayBatchStore(sql) }

const newAccount = () => storeTestAccount({ sql })

/** The table of one gateway process, by a clock that the test sets. */
function startDays({ add = dayStore.add, bounds = { maxKeys: 100, maxOthers: 10 } } = {}) {
  const metrics = createMetrics('gateway')
  const clock = { nowMs: Date.parse('2026-11-23T10:00:00Z') }
  const logger = createLogger('test', 'silent')
  return {
    ...createUsageDays({ store: { add }, realTimeMs: () => clock.nowMs, metrics, logger, bounds }),
    metrics,
    clock,
  }
}

const november = 2026 * 12 + 10
const rowsOf = async (accountId: string): Promise<Record<string, unknown>[]> => [
  ...(await sql`
  select to_char(day, 'YYYY-MM-DD') as day, key_id, ok::int, not_modified::int, refused::int, limited::int, failed::int
  from usage_days where account_id = ${accountId} order by day, key_id`),
]
const none = { ok: 0, notModified: 0, refused: 0, limited: 0, failed: 0 }

test('responses are stored by account, key, UTC day and status', async () => {
  const [id, days] = [await newAccount(), startDays()]
  const statuses = [200, 200, 304, 202, 400, 403, 404, 499, 429, 500, 503]
  for (const status of statuses) days.count(id, 'key_1', november, status)
  days.count(id, 'key_2', november, 200)
  days.clock.nowMs = Date.parse('2026-11-24T00:00:00Z')
  days.count(id, 'key_1', november, 200)
  await days.flush()
  expect(await rowsOf(id)).toEqual([
    { day: '2026-11-23', keyId: 'key_1', ok: 2, notModified: 2, refused: 4, limited: 1, failed: 2 },
    { day: '2026-11-23', keyId: 'key_2', ...none, ok: 1 },
    { day: '2026-11-24', keyId: 'key_1', ...none, ok: 1 },
  ])
})

test('a request counted in another month than the clock’s is stored on the nearest day of that month', async () => {
  const [id, days] = [await newAccount(), startDays()]
  days.clock.nowMs = Date.parse('2026-12-01T00:00:00Z')
  days.count(id, 'key_1', november, 200)
  days.count(id, 'key_1', november + 1, 200)
  days.count(id, 'key_1', november + 2, 200)
  await days.flush()
  const stored = await rowsOf(id)
  expect(stored.map(({ day, ok }) => `${day} ${ok}`)).toEqual(['2026-11-30 1', '2026-12-01 1', '2027-01-01 1'])
})

test('a batch whose commit response was lost is not added twice, and later requests are added', async () => {
  const id = await newAccount()
  let isAnswerLost = true
  const days = startDays({
    async add(batch) {
      await dayStore.add(batch)
      if (isAnswerLost) throw new Error('connection lost after the commit')
    },
  })
  days.count(id, 'key_1', november, 200)
  await expect(days.flush()).rejects.toThrow('after the commit')
  days.count(id, 'key_1', november, 200)
  await expect(days.flush()).rejects.toThrow('after the commit')
  isAnswerLost = false
  await days.flush()
  await days.flush()
  expect(await rowsOf(id)).toMatchObject([{ ok: 2 }])
})

test('a batch that still runs in Postgres is not added twice', async () => {
  const id = await newAccount()
  const rows = [{ accountId: id, keyId: 'key_1', day: '2026-11-23', ...none, ok: 3 }]
  const batch: Batch<DayCounts> = { runId: crypto.randomUUID(), batch: 1, rows }
  await Promise.all(Array.from({ length: 4 }, () => dayStore.add(batch)))
  expect(await rowsOf(id)).toMatchObject([{ ok: 3 }])
  await dayStore.add({ ...batch, batch: 2 })
  expect(await rowsOf(id)).toMatchObject([{ ok: 6 }])
})

test('a failed batch is stored later, and two gateways add up', async () => {
  const id = await newAccount()
  let isAway = true
  const one = startDays({
    async add(batch) {
      if (isAway) throw new Error('connection refused')
      await dayStore.add(batch)
    },
  })
  const other = startDays()
  for (const days of [one, other]) days.count(id, 'key_1', november, 200)
  await expect(one.flush()).rejects.toThrow('refused')
  one.count(id, 'key_1', november, 200)
  isAway = false
  await Promise.all([one.flush(), other.flush()])
  await one.flush()
  expect(await rowsOf(id)).toMatchObject([{ ok: 3 }])
})

test('a stopping program stores what it has counted', async () => {
  const [id, days] = [await newAccount(), startDays()]
  const turns = createFlushTurns([days])
  turns.start()
  days.count(id, 'key_1', november, 200)
  const running = days.flush()
  days.count(id, 'key_1', november, 200)
  await turns.stop()
  await running
  expect(await rowsOf(id)).toMatchObject([{ ok: 2 }])
})

test('keys beyond the bound are counted together per account, accounts beyond it are dropped, and a metric counts both', async () => {
  const [one, other] = [await newAccount(), await newAccount()]
  const days = startDays({ bounds: { maxKeys: 2, maxOthers: 1 } })
  for (const keyId of ['key_1', 'key_2', 'key_3', 'key_4', 'key_1']) days.count(one, keyId, november, 200)
  days.count(other, 'key_5', november, 200)
  await days.flush()
  expect((await rowsOf(one)).map(({ keyId, ok }) => `${keyId} ${ok}`)).toEqual([' 2', 'key_1 2', 'key_2 1'])
  expect(await rowsOf(other)).toEqual([])
  const text = await days.metrics.text()
  expect(text).toContain('gateway_usage_day_unplaced_requests_total{place="other",program="gateway"} 3\n')
  expect(text).toContain('gateway_usage_day_unplaced_requests_total{place="dropped",program="gateway"} 1\n')
  days.count(other, 'key_5', november, 200)
  await days.flush()
  expect(await rowsOf(other)).toMatchObject([{ keyId: 'key_5', ok: 1 }])
})

test('days are kept for 400 days and batch numbers for 40', async () => {
  const id = await newAccount()
  await sql`
    insert into usage_days select ${id}, current_date - age, 'key_1', 1, 0, 0, 0, 0 from generate_series(395, 405) age`
  await sql`
    insert into usage_day_batches
    values ('old', 1, now() - interval '41 days'), ('young', 1, now() - interval '39 days')`
  await dayStore.purge()
  const [{ count }] = await sql<[{ count: number }]>`select count(*)::int from usage_days where account_id = ${id}`
  expect(count).toBe(6)
  const left = await sql`select run_id from usage_day_batches where run_id in ('old', 'young')`
  expect(left).toMatchObject([{ runId: 'young' }])
})

test('a deleted account is skipped and delays no other account', async () => {
  const [id, days] = [await newAccount(), startDays()]
  days.count('acc_gone', 'key_0', november, 200)
  days.count(id, 'key_1', november, 200)
  await days.flush()
  expect(await rowsOf(id)).toMatchObject([{ ok: 1 }])
})
