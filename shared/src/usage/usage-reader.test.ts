import { expect, test } from 'bun:test'
import { defaultPlanTable, type PlanId } from '../contract/plans.ts'
import { createSql } from '../postgres/client.ts'
import { closeAtEnd } from '../testing/close-at-end.ts'
import { storeTestAccount } from '../testing/key-fixture.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { type MonthCount, noOverage } from './month-count.ts'
import { createUsageMonthStore } from './usage-month-store.ts'
import { createUsageReader } from './usage-reader.ts'

const { plans } = defaultPlanTable
const { sql: owner, urlOf } = await useTestDatabase(2)
/** svc-web may read usage, and not write it. */
const sql = createSql(urlOf('svc-web'), 'usage-reader test', 2)
closeAtEnd(() => sql.end({ timeout: 5 }))

const [months] = await owner<[{ running: string; last: string; older: string; next: string }]>`
  select to_char(now(), 'YYYY-MM') as running, to_char(date_trunc('month', now()) - interval '1 day', 'YYYY-MM') as last,
    to_char(date_trunc('month', now()) - interval '40 days', 'YYYY-MM') as older,
    to_char(date_trunc('month', now()) + interval '32 days', 'YYYY-MM') as next`
const { running, last, older, next } = months

/** What Redis counts; null = it cannot be asked. */
let counted: readonly Omit<MonthCount, 'accountId'>[] | null = []
let staleReadings = 0
const reader = createUsageReader({
  store: createUsageMonthStore(sql),
  counts: {
    async ofAccounts(accountIds) {
      const counts = counted
      if (counts === null) throw new Error('Redis is away')
      return accountIds.flatMap((accountId) => counts.map((count) => ({ ...count, accountId })))
    },
  },
  plans,
  onStale: () => {
    staleReadings += 1
  },
})

const newAccount = (plan: PlanId) => storeTestAccount({ sql: owner }, plan)

async function store(id: string, month: string, plan: string, requests: number, overage: Record<string, number> = {}) {
  await owner`
    insert into usage_months (account_id, month, requests, plan, highest_plan)
    values (${id}, (${month} || '-01')::date, ${requests}, ${plan}, ${plan})`
  for (const [counter, beyond] of Object.entries(overage)) {
    await owner`
      insert into usage_overage (account_id, month, plan, requests) values (${id}, (${month} || '-01')::date, ${counter}, ${beyond})`
  }
}

const listed = async (month: string) => (await Array.fromAsync(reader.list(month))).flat()

test('the larger of stored and counted requests is shown, for each plan too', async () => {
  const id = await newAccount('pro')
  await store(id, running, 'pro', 30_020, { pro: 20, scale: 3 })
  counted = [{ month: running, requests: 30_018, overage: { pro: 12, decouverte: 6 } }]
  expect(await reader.monthOf(id, running)).toMatchObject({
    requests: 30_020,
    overage: { pro: 20, scale: 3, decouverte: 6 },
  })
  counted = [{ month: running, requests: 30_030, overage: { pro: 27 } }]
  expect(await reader.monthOf(id, running)).toMatchObject({ requests: 30_030, overage: { pro: 27, scale: 3 } })
  counted = [{ month: last, requests: 99_999, overage: noOverage }]
  expect(await reader.monthOf(id, running)).toMatchObject({ requests: 30_020, overage: { pro: 20, scale: 3 } })
})

test('an account without a flush has the running month, and the month before only if Redis counts in it', async () => {
  const id = await newAccount('scale')
  counted = []
  const nothing = { plan: 'scale', lastPlan: 'scale', requests: 0, overage: {} }
  expect(await reader.monthOf(id, running)).toMatchObject(nothing)
  for (const month of [last, older, next]) {
    expect(await reader.monthOf(id, month)).toBeNull()
    expect((await listed(month)).filter(({ accountId }) => accountId === id)).toEqual([])
  }
  counted = [last, older, next].map((month) => ({ month, requests: 7, overage: noOverage }))
  expect(await reader.monthOf(id, last)).toMatchObject({ plan: 'scale', requests: 7 })
  expect(await reader.monthOf(id, next)).toBeNull()
  expect((await listed(last)).find(({ accountId }) => accountId === id)).toMatchObject({ requests: 7 })
})

test('a plan change since the last flush raises only the running month, and never lowers it', async () => {
  const id = await newAccount('pro')
  await store(id, running, 'pro', 1)
  await store(id, last, 'pro', 1)
  counted = []
  await owner`update accounts set plan = 'scale' where id = ${id}`
  expect(await reader.monthOf(id, running)).toMatchObject({ plan: 'scale', lastPlan: 'scale' })
  expect(await reader.monthOf(id, last)).toMatchObject({ plan: 'pro', lastPlan: 'pro' })
  await owner`update accounts set plan = 'decouverte' where id = ${id}`
  expect(await reader.monthOf(id, running)).toMatchObject({ plan: 'pro', lastPlan: 'decouverte' })
})

test('without Redis the stored figures are shown, and the outage is reported once per page', async () => {
  const id = await newAccount('pro')
  await store(id, running, 'pro', 12)
  counted = null
  staleReadings = 0
  expect(await reader.monthOf(id, running)).toMatchObject({ requests: 12 })
  expect(staleReadings).toBe(1)
})

test('a count in Redis for an unnamed plan makes the overage unknown, not smaller', async () => {
  const id = await newAccount('pro')
  counted = [{ month: running, requests: 9, overage: noOverage, hasUnknownPlan: true }]
  expect(await reader.monthOf(id, running)).toMatchObject({ requests: 9, overage: null })
  await store(id, running, 'pro', 8, { pro: 2 })
  expect(await reader.monthOf(id, running)).toMatchObject({ requests: 9, overage: null })
})
