import { expect, test } from 'bun:test'
import { defaultPlanTable, type PlanId } from '@hexawatt/shared/contract/plans'
import { readTestMonths, storeTestAccount } from '@hexawatt/shared/testing/key-fixture'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { type MonthCount, noOverage } from '@hexawatt/shared/usage/month-count'
import { createUsageMonthStore } from '@hexawatt/shared/usage/usage-month-store'
import { createUsageReader, type UsageMonth } from '@hexawatt/shared/usage/usage-reader'
import { createUsageStore } from './usage-store.ts'

const { sql } = await useTestDatabase(10)
const { plans } = defaultPlanTable
const store = createUsageStore(sql, plans)
/** What is stored, without the counts of Redis. */
const reader = createUsageReader({ store: createUsageMonthStore(sql), counts: null, plans, onStale: () => undefined })
/** Requests that are stored of an account's month. */
const requestsOf = async (id: string, month: string) => (await store.restoreMonth(id, month)).requests

/** What Postgres holds for the months that run and are over: it decides by its own clock. */
const { running, last } = await readTestMonths({ sql })

const newAccount = (plan: PlanId) => storeTestAccount({ sql }, plan)

const changePlan = (id: string, plan: PlanId) => sql`update accounts set plan = ${plan} where id = ${id}`
const flushOne = (accountId: string, month: string, requests: number) =>
  store.flush([{ accountId, month, requests, overage: noOverage }])

async function listed(month: string): Promise<UsageMonth[]> {
  return (await Array.fromAsync(reader.list(month))).flat()
}

async function stored(id: string, month: string): Promise<UsageMonth | undefined> {
  return (await listed(month)).find(({ accountId }) => accountId === id)
}

test('flushed requests are read back, and no stored count is 0', async () => {
  const id = await newAccount('pro')
  expect(await requestsOf(id, running)).toBe(0)
  await flushOne(id, running, 4_000_000_000)
  expect(await requestsOf(id, running)).toBe(4_000_000_000)
  expect(await requestsOf(id, last)).toBe(0)
})

test('a stored count is never lowered, and an equal count changes nothing', async () => {
  const id = await newAccount('pro')
  for (const requests of [10, 7, 10]) await flushOne(id, running, requests)
  expect(await requestsOf(id, running)).toBe(10)
  const flushedAt = async () => await sql`select flushed_at from usage_months where account_id = ${id}`
  const before = await flushedAt()
  await flushOne(id, running, 10)
  expect(await flushedAt()).toEqual(before)
})

test('a page that lists an account twice stores the larger count', async () => {
  const id = await newAccount('pro')
  const counts: MonthCount[] = [3, 9, 5].map((requests) => ({
    accountId: id,
    month: running,
    requests,
    overage: noOverage,
  }))
  await store.flush(counts)
  expect(await requestsOf(id, running)).toBe(9)
})

test('a deleted account is skipped, and the other accounts of its page are stored', async () => {
  const id = await newAccount('pro')
  const other = { accountId: 'acc_gone', month: running, requests: 5, overage: noOverage }
  await store.flush([other, { accountId: id, month: running, requests: 6, overage: { pro: 1 } }])
  expect(await requestsOf(id, running)).toBe(6)
  expect(await requestsOf('acc_gone', running)).toBe(0)
})

test('a plan change prices the running month, never a past one', async () => {
  const id = await newAccount('pro')
  await flushOne(id, last, 100)
  await flushOne(id, running, 10)
  await changePlan(id, 'scale')
  await flushOne(id, last, 120)
  await flushOne(id, running, 10)
  expect(await stored(id, last)).toMatchObject({ plan: 'pro', requests: 120 })
  expect(await stored(id, running)).toMatchObject({ plan: 'scale', requests: 10 })
})

test('a flush that only brings another plan does not lower the count', async () => {
  const id = await newAccount('pro')
  await flushOne(id, running, 10)
  await changePlan(id, 'scale')
  await flushOne(id, running, 4)
  expect(await stored(id, running)).toMatchObject({ plan: 'scale', requests: 10 })
})

test('a row from before overage was counted keeps its price until newer counts arrive', async () => {
  const id = await newAccount('pro')
  await sql`insert into usage_months (account_id, month, requests, plan, overage_counted)
    values (${id}, (${last} || '-01')::date, 150_012, 'scale', false), (${id}, (${running} || '-01')::date, 30_005, 'pro', false)`
  expect(await stored(id, last)).toMatchObject({ plan: 'scale', overage: { scale: 12 } })
  expect(await store.restoreMonth(id, running)).toEqual({ requests: 30_005, overage: new Map([[2, 5]]) })
  await store.flush([{ accountId: id, month: running, requests: 30_004, overage: { pro: 9 } }])
  expect(await stored(id, running)).toMatchObject({ requests: 30_005, overage: { pro: 5 } })
  await store.flush([{ accountId: id, month: running, requests: 30_006, overage: { pro: 6 } }])
  expect(await stored(id, running)).toMatchObject({ plan: 'pro', requests: 30_006, overage: { pro: 6 } })
})

test('opening a month lists every account with its plan, keeps counts, and leaves past months alone', async () => {
  const [idle, busy] = [await newAccount('pro'), await newAccount('decouverte')]
  await flushOne(busy, running, 12)
  await flushOne(busy, last, 13)
  await changePlan(busy, 'scale')
  await store.openMonth()
  expect(await stored(idle, running)).toMatchObject({ plan: 'pro', requests: 0, account: `account ${idle}` })
  expect(await stored(idle, last)).toBeUndefined()
  expect(await stored(busy, running)).toMatchObject({ plan: 'scale', requests: 12 })
  expect(await stored(busy, last)).toMatchObject({ plan: 'decouverte', requests: 13 })
})

test('concurrent flushes of the same accounts neither deadlock nor lose a count', async () => {
  const ids = await Promise.all(Array.from({ length: 50 }, () => newAccount('pro')))
  const page = ids.map((accountId, index) => ({
    accountId,
    month: running,
    requests: index + 1,
    overage: { scale: index + 1 },
  }))
  const flushes = Array.from({ length: 8 }, (_, turn) =>
    Promise.all([store.flush(turn % 2 === 0 ? page : page.toReversed()), store.openMonth()]),
  )
  await Promise.all(flushes)
  const found = await Promise.all(ids.map((id) => requestsOf(id, running)))
  expect(found).toEqual(page.map(({ requests }) => requests))
})

test('a list over several pages has every account once, in the order of the names', async () => {
  const accounts = 2_345
  await sql`
    insert into accounts (id, name, plan)
    select 'acc_many_' || number, 'many ' || number, 'pro' from generate_series(1, ${accounts}::int) as number`
  await store.openMonth()
  const pages = await Array.fromAsync(reader.list(running))
  const many = pages.flat().filter(({ accountId }) => accountId.startsWith('acc_many_'))
  expect(new Set(many.map(({ accountId }) => accountId)).size).toBe(accounts)
  expect(many).toHaveLength(accounts)
  expect(pages.length).toBeGreaterThan(2)
})
