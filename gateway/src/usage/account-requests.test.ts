import { expect, test } from 'bun:test'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { storeTestAccount } from '@hexawatt/shared/testing/key-fixture'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { createAccountRequestStore, maxAccountRequests } from '@hexawatt/shared/usage/account-request-store'
import { createAccountRequestBatchStore, type StoredRequest } from './account-request-batch-store.ts'
import { createAccountRequests } from './account-requests.ts'
import type { Batch } from './batched-flush.ts'

const { sql } = await useTestDatabase(5)
const batches = createAccountRequestBatchStore(sql)
const store = createAccountRequestStore(sql)
const newAccount = () => storeTestAccount({ sql })
const day = { hours: 24 }

const answered = (accountId: string, other: Partial<StoredRequest> = {}): StoredRequest => ({
  accountId,
  keyId: 'key_1',
  operation: 'getScore',
  status: 200,
  problem: null,
  receivedAtMs: Date.now(),
  durationMs: 4.5,
  requestId: 'request-1',
  ...other,
})

/** The list of one gateway process. */
function startRequests({ add = batches.add, bounds = { maxRows: 100, maxRowsOfAccount: 50 } } = {}) {
  const metrics = createMetrics('gateway')
  const logger = createLogger('test', 'silent')
  const requests = createAccountRequests({ add, metrics, logger, bounds })
  const record = (request: StoredRequest) => {
    if (requests.hasRoomFor(request.accountId)) requests.record(request)
  }
  return { ...requests, record, metrics }
}

/** A batch of requests, one after the other by a second up to an instant. */
function makeBatch(accountId: string, requests: number, last = Temporal.Now.instant()): Batch<StoredRequest> {
  const rows = Array.from({ length: requests }, (_, index) => ({
    ...answered(accountId, { requestId: `request-${index}` }),
    receivedAtMs: last.epochMilliseconds - (requests - 1 - index) * 1_000,
  }))
  return { runId: crypto.randomUUID(), batch: 1, rows }
}

const listed = (accountId: string, limit = 100) =>
  store.list({ accountId, statusClass: null, operation: null, before: null, limit })
const idsOf = async (accountId: string) => (await listed(accountId)).map(({ requestId }) => requestId)
const countOf = async (accountId: string) => {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from account_requests where account_id = ${accountId}`
  return row.count
}

test('a request is stored with time, operation, key, status, problem, duration and id, and nothing else', async () => {
  const [id, requests] = [await newAccount(), startRequests()]
  const before = Date.now()
  requests.record(answered(id))
  requests.record(answered(id, { status: 400, problem: 'invalid_parameter', requestId: 'request-2' }))
  await requests.flush()
  const rows = (await listed(id)).toSorted((one, other) => (one.requestId < other.requestId ? -1 : 1))
  expect(rows).toMatchObject([
    { operation: 'getScore', keyId: 'key_1', keyName: null, status: 200, problem: null, requestId: 'request-1' },
    { operation: 'getScore', keyId: 'key_1', status: 400, problem: 'invalid_parameter', requestId: 'request-2' },
  ])
  expect(rows[0]?.durationMs).toBe(4.5)
  const sinceMs = (rows[0]?.receivedAt.epochMilliseconds ?? 0) - before
  expect(Math.abs(sinceMs)).toBeLessThan(10_000)
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_name = 'account_requests'`
  expect(columns.map(({ name }) => name).sort()).toEqual(
    'account_id duration_ms key_id operation problem received_at request_id slot status'.split(' '),
  )
})

test('an account keeps its newest 10 000 requests, however many come', async () => {
  const id = await newAccount()
  for (let batch = 0; batch < 6; batch += 1) await batches.add(makeBatch(id, 1_999))
  await batches.add(makeBatch(id, 30, Temporal.Now.instant().add({ minutes: 1 })))
  expect(await countOf(id)).toBe(maxAccountRequests)
  expect((await idsOf(id)).slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, index) => `request-${29 - index}`))
})

test('a batch is stored once although it is sent again, and two gateways do not overwrite each other', async () => {
  const id = await newAccount()
  const batch = makeBatch(id, 3)
  await Promise.all([batch, batch, batch, makeBatch(id, 4)].map((sent) => batches.add(sent)))
  expect(await countOf(id)).toBe(7)
})

test('requests are removed after seven days, and are not shown before their removal', async () => {
  const [id, now] = [await newAccount(), Temporal.Now.instant()]
  await batches.add(makeBatch(id, 5, now.subtract({ hours: 7 * day.hours, minutes: 1 })))
  await batches.add(makeBatch(id, 2, now.subtract({ hours: 7 * day.hours - 1 })))
  expect(await listed(id)).toHaveLength(2)
  expect(await store.counts(id)).toEqual([{ operation: 'getScore', statusClass: '2xx', requests: 2 }])
  await batches.purge()
  expect(await countOf(id)).toBe(2)
})

test('deleting the member removes the requests of all keys, and what a gateway stores afterwards is left out', async () => {
  const [id, other] = [await newAccount(), await newAccount()]
  await sql`insert into members (id, address, account_id, address_verified) values (${`mem_${id}`}, ${`${id}@example.org`}, ${id}, true)`
  const requests = startRequests()
  requests.record(answered(id))
  requests.record(answered(id, { keyId: 'key_revoked' }))
  await requests.flush()
  requests.record(answered(id))
  requests.record(answered(other))
  await sql`delete from members where account_id = ${id}`
  expect(await countOf(id)).toBe(0)
  await requests.flush()
  expect([await countOf(id), await countOf(other)]).toEqual([0, 1])
})

test('a deletion of the member that waits for a running batch removes its rows', async () => {
  const id = await newAccount()
  await sql`insert into members (id, address, account_id, address_verified) values (${`mem_${id}`}, ${`${id}@example.org`}, ${id}, true)`
  await Promise.all([
    ...Array.from({ length: 5 }, () => batches.add(makeBatch(id, 500))),
    sql`delete from members where account_id = ${id}`,
    batches.add(makeBatch(id, 500)),
  ])
  expect(await countOf(id)).toBe(0)
})

test('an unknown account is left out and delays no other account', async () => {
  const [id, requests] = [await newAccount(), startRequests()]
  requests.record(answered('acc_gone'))
  requests.record(answered(id))
  await requests.flush()
  expect([await countOf('acc_gone'), await countOf(id)]).toEqual([0, 1])
})

test('a flood of one account leaves room for the others, memory is bounded, and a metric counts what is dropped', async () => {
  const [flooding, other] = [await newAccount(), await newAccount()]
  const requests = startRequests({ bounds: { maxRows: 6, maxRowsOfAccount: 4 } })
  for (let sent = 0; sent < 9; sent += 1) requests.record(answered(flooding))
  for (let sent = 0; sent < 3; sent += 1) requests.record(answered(other))
  await requests.tryFlush()
  expect([await countOf(flooding), await countOf(other)]).toEqual([4, 2])
  const text = await requests.metrics.text()
  expect(text).toContain('gateway_account_requests_dropped_total{bound="account",program="gateway"} 5\n')
  expect(text).toContain('gateway_account_requests_dropped_total{bound="process",program="gateway"} 1\n')
  requests.record(answered(other))
  await requests.flush()
  expect(await countOf(other)).toBe(3)
})

test('without Postgres requests are answered, memory stays bounded, and what is kept is stored later', async () => {
  const id = await newAccount()
  let isAway = true
  const requests = startRequests({
    add: (batch) => (isAway ? new Promise((_, reject) => reject(new Error('connection refused'))) : batches.add(batch)),
    bounds: { maxRows: 10, maxRowsOfAccount: 100 },
  })
  for (let turn = 0; turn < 4; turn += 1) {
    for (let sent = 0; sent < 4; sent += 1) requests.record(answered(id, { requestId: `request-${turn}-${sent}` }))
    await requests.tryFlush()
  }
  isAway = false
  await requests.flush()
  await requests.flush()
  expect(await countOf(id)).toBe(10)
  expect(await requests.metrics.text()).toContain(
    'gateway_account_request_flushes_total{outcome="failed",program="gateway"} 4\n',
  )
})
