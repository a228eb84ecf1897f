import { expect, test } from 'bun:test'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUsageStore } from '@hexawatt/gateway/src/usage/usage-store.ts'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createSql, type TransactionSql } from '@hexawatt/shared/postgres/client'
import { migrate } from '@hexawatt/shared/postgres/migrate'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createDatabaseWithoutSchema } from '@hexawatt/shared/testing/stores-fixture'
import { noOverage, type PlanCounts } from '@hexawatt/shared/usage/month-count'
import { createUsageMonthStore } from '@hexawatt/shared/usage/usage-month-store'
import { createUsageReader } from '@hexawatt/shared/usage/usage-reader'
import { noteMonthPlan } from '@hexawatt/svc-web/src/accounts/account-store.ts'

// Programs of the release before run next to this release on one database. The statements below are unchanged copies.

const migration = '0028_plan_rows.sql'
const migrations = join(import.meta.dir, '../../shared/src/postgres/migrations')
const database = await createDatabaseWithoutSchema()
closeAtEnd(() => database.drop())
const sql = createSql(database.url, 'overage-columns test', 8)
closeAtEnd(() => sql.end({ timeout: 5 }))
const { plans } = defaultPlanTable
const store = createUsageStore(sql, plans)
const reader = createUsageReader({ store: createUsageMonthStore(sql), counts: null, plans, onStale: () => undefined })

/** Brings the schema back to the release before. */
async function migrateToReleaseBefore(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql') && name < migration)
  await Promise.all(names.map((name) => copyFile(join(migrations, name), join(folder, name))))
  await migrate(sql, { folder })
  await rm(folder, { recursive: true })
}

await migrateToReleaseBefore()
const [months] = await sql<[{ running: string; last: string }]>`
  select to_char(now(), 'YYYY-MM') as running, to_char(now() - interval '1 month', 'YYYY-MM') as last`
const { running, last } = months

async function newAccount(plan: string): Promise<string> {
  const id = `acc_${crypto.randomUUID()}`
  await sql`insert into accounts (id, name, plan) values (${id}, ${id}, ${plan})`
  return id
}

type OldCounts = { decouverte: number; pro: number; scale: number }
const oldCounts = (counts: Partial<OldCounts>): OldCounts => ({ decouverte: 0, pro: 0, scale: 0, ...counts })

/** The flush of the release before. */
async function oldFlush(accountId: string, month: string, requests: number, counted: Partial<OldCounts> = {}) {
  const overage = oldCounts(counted)
  const isWhole = sql`(stored.overage_pro is not null or stored.requests <= excluded.requests)`
  await sql`
    insert into usage_months as stored
      (account_id, month, requests, plan, highest_plan, overage_decouverte, overage_pro, overage_scale)
    select a.id, (sent.month || '-01')::date, max(sent.requests), a.plan, a.plan,
      max(sent.decouverte), max(sent.pro), max(sent.scale)
    from unnest(
      ${[accountId]}::text[], ${[month]}::text[], ${[requests]}::bigint[],
      ${[overage.decouverte]}::bigint[], ${[overage.pro]}::bigint[], ${[overage.scale]}::bigint[]
    ) as sent (account_id, month, requests, decouverte, pro, scale)
    join accounts a on a.id = sent.account_id
    group by a.id, sent.month order by a.id, sent.month
    on conflict (account_id, month) do update set
      requests = greatest(stored.requests, excluded.requests),
      plan = case when stored.month < date_trunc('month', now()) then stored.plan else excluded.plan end,
      highest_plan = case when stored.month < date_trunc('month', now()) then stored.highest_plan
        else higher_plan(coalesce(stored.highest_plan, stored.plan), excluded.highest_plan) end,
      overage_decouverte = greatest(stored.overage_decouverte, case when ${isWhole} then excluded.overage_decouverte end),
      overage_pro = greatest(stored.overage_pro, case when ${isWhole} then excluded.overage_pro end),
      overage_scale = greatest(stored.overage_scale, case when ${isWhole} then excluded.overage_scale end),
      flushed_at = now()
    where stored.requests < excluded.requests or (stored.overage_pro is null and stored.requests = excluded.requests)
      or stored.overage_decouverte < excluded.overage_decouverte
      or stored.overage_pro < excluded.overage_pro or stored.overage_scale < excluded.overage_scale
      or (stored.month >= date_trunc('month', now()) and stored.plan <> excluded.plan)`
}

/** The release before opened the month of every account. */
async function oldOpenMonth(): Promise<void> {
  await sql`
    insert into usage_months as stored (account_id, month, requests, plan, highest_plan)
    select a.id, date_trunc('month', now())::date, 0, a.plan, a.plan
    from accounts a
    left join usage_months u on u.account_id = a.id and u.month = date_trunc('month', now())::date
    where u.plan is distinct from a.plan
    order by a.id
    on conflict (account_id, month) do update set plan = excluded.plan, flushed_at = now(),
      highest_plan = higher_plan(coalesce(stored.highest_plan, stored.plan), excluded.highest_plan)
    where stored.plan <> excluded.plan`
}

/** Row that the release before recorded for a change of plan. */
async function oldNoteMonthPlan(tx: TransactionSql, before: { id: string; plan: string }, plan: string) {
  await tx`
    insert into usage_months as stored (account_id, month, requests, plan, highest_plan)
    values (${before.id}, date_trunc('month', now())::date, 0, ${plan}, higher_plan(${before.plan}, ${plan}))
    on conflict (account_id, month) do update set plan = excluded.plan, flushed_at = now(),
      highest_plan = higher_plan(coalesce(stored.highest_plan, stored.plan), excluded.highest_plan)`
}

/** The counts as the release before read them: `overage` null = a row of before they were counted. */
async function oldRead(accountId: string, month: string) {
  const [row] = await sql<
    [{ highestPlan: string; requests: number } & Record<`overage${'Decouverte' | 'Pro' | 'Scale'}`, number | null>]
  >`
    select coalesce(u.highest_plan, u.plan) as highest_plan, u.requests::double precision as requests, u.overage_decouverte::double precision as overage_decouverte,
      u.overage_pro::double precision as overage_pro, u.overage_scale::double precision as overage_scale
    from usage_months u where account_id = ${accountId} and month = (${month} || '-01')::date`
  const { highestPlan, requests, overageDecouverte: decouverte, overagePro: pro, overageScale: scale } = row
  return { highestPlan, requests, overage: decouverte === null && pro === null ? null : { decouverte, pro, scale } }
}

async function newRead(accountId: string, month: string) {
  const usage = await reader.monthOf(accountId, month)
  return usage && { highestPlan: usage.plan, requests: usage.requests, overage: usage.overage }
}

const newFlush = (accountId: string, month: string, requests: number, overage: PlanCounts = noOverage) =>
  store.flush([{ accountId, month, requests, overage }])

/** Accounts with the rows that the release before had stored when the migration ran. */
const counted = await newAccount('scale')
const opened = await newAccount('pro')
const uncounted = await newAccount('pro')
await oldFlush(counted, last, 40_000, { pro: 10_000 })
await oldFlush(counted, running, 155_007, { pro: 5_000, scale: 7 })
await oldOpenMonth()
await sql`insert into usage_months (account_id, month, requests, plan) values (${uncounted}, (${last} || '-01')::date, 30_012, 'pro')`
await migrate(sql)

test('rows of the previous release are read unchanged, and its months counted requests beyond a quota too', async () => {
  expect(await newRead(counted, last)).toEqual({ highestPlan: 'scale', requests: 40_000, overage: { pro: 10_000 } })
  expect(await newRead(counted, running)).toEqual({
    highestPlan: 'scale',
    requests: 155_007,
    overage: { pro: 5_000, scale: 7 },
  })
  expect(await newRead(opened, running)).toEqual({ highestPlan: 'pro', requests: 0, overage: {} })
  expect(await newRead(uncounted, last)).toEqual({ highestPlan: 'pro', requests: 30_012, overage: { pro: 12 } })
  expect(await oldRead(uncounted, last)).toEqual({ highestPlan: 'pro', requests: 30_012, overage: null })
})

test('later writes of the previous release go to rows, those of this release to columns', async () => {
  await oldFlush(opened, running, 30_003, { pro: 3 })
  expect((await newRead(opened, running))?.overage).toEqual({ pro: 3 })
  await newFlush(opened, running, 30_009, { pro: 9 })
  expect((await oldRead(opened, running)).overage).toEqual(oldCounts({ pro: 9 }))
  await oldFlush(opened, running, 30_007, { pro: 7 })
  await newFlush(opened, running, 30_005, { pro: 5 })
  const larger = { highestPlan: 'pro', requests: 30_009 }
  expect(await oldRead(opened, running)).toEqual({ ...larger, overage: oldCounts({ pro: 9 }) })
  expect(await newRead(opened, running)).toEqual({ ...larger, overage: { pro: 9 } })
})

test('a month that this release opens or counts is not priced anew by the previous release', async () => {
  const [idle, busy] = [await newAccount('pro'), await newAccount('pro')]
  await store.openMonth()
  await newFlush(busy, running, 29_000)
  expect((await oldRead(idle, running)).overage).toEqual(oldCounts({}))
  expect((await oldRead(busy, running)).overage).toEqual(oldCounts({}))
  await oldFlush(idle, running, 30_001, { pro: 1 })
  expect((await newRead(idle, running))?.overage).toEqual({ pro: 1 })
})

test('an older month takes over counts with the count they belong to, whichever release writes it', async () => {
  for (const flush of [newFlush, oldFlush]) {
    const id = await newAccount('pro')
    await sql`
      insert into usage_months (account_id, month, requests, plan, overage_counted)
      values (${id}, (${running} || '-01')::date, 30_012, 'pro', false)`
    await flush(id, running, 30_011, { pro: 99 })
    expect(await newRead(id, running)).toMatchObject({ requests: 30_012, overage: { pro: 12 } })
    expect((await oldRead(id, running)).overage).toBeNull()
    await flush(id, running, 30_014, { pro: 14 })
    expect(await newRead(id, running)).toMatchObject({ requests: 30_014, overage: { pro: 14 } })
    expect((await oldRead(id, running)).overage).toEqual(oldCounts({ pro: 14 }))
  }
})

test('a change of plan is stored by either release and read by the other', async () => {
  for (const note of [
    (tx: TransactionSql, account: { id: string; plan: string }, plan: string) =>
      noteMonthPlan(tx, account, plan, { plans }),
    oldNoteMonthPlan,
  ]) {
    const id = await newAccount('pro')
    await sql.begin((tx) => note(tx, { id, plan: 'pro' }, 'scale'))
    await sql.begin((tx) => note(tx, { id, plan: 'scale' }, 'decouverte'))
    await sql`update accounts set plan = 'decouverte' where id = ${id}`
    expect((await oldRead(id, running)).highestPlan).toBe('scale')
    expect((await newRead(id, running))?.highestPlan).toBe('scale')
    await store.openMonth()
    await oldOpenMonth()
    expect((await newRead(id, running))?.highestPlan).toBe('scale')
  }
})

test('simultaneous flushes of both releases neither deadlock nor lose a count', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => newAccount('scale')))
  const flushes = ids.flatMap((id, i) => [
    oldFlush(id, running, 100 + i, { pro: i, scale: 50 }),
    newFlush(id, running, 90 + i, { pro: 2 * i, scale: 40 }),
    store.openMonth(),
    oldOpenMonth(),
  ])
  await Promise.all(flushes)
  for (const [i, id] of ids.entries()) {
    const overage = { ...(i === 0 ? {} : { pro: 2 * i }), scale: 50 }
    expect(await newRead(id, running)).toEqual({ highestPlan: 'scale', requests: 100 + i, overage })
    expect((await oldRead(id, running)).overage).toEqual(oldCounts(overage))
  }
})

test('a plan unknown to the previous release is stored, and its programs go on with the counts they know', async () => {
  const id = await newAccount('famille')
  await newFlush(id, running, 9_000, { famille: 1_000, pro: 4 })
  expect(await newRead(id, running)).toMatchObject({ highestPlan: 'famille', overage: { famille: 1_000, pro: 4 } })
  expect(await oldRead(id, running)).toEqual({
    highestPlan: 'famille',
    requests: 9_000,
    overage: oldCounts({ pro: 4 }),
  })
  await oldFlush(id, running, 9_001, { pro: 5 })
  await oldOpenMonth()
  expect(await newRead(id, running)).toMatchObject({ requests: 9_001, overage: { famille: 1_000, pro: 5 } })
})

test('every table with a plan refuses an id that is not a lower-case word', async () => {
  const id = await newAccount('pro')
  for (const plan of ['Pro', '', 'pro ', '1', 'a'.repeat(33)]) {
    await expect(sql`update accounts set plan = ${plan} where id = ${id}`.execute()).rejects.toThrow('plan_shape')
    await expect(newFlush(id, running, 1, { [plan]: 1 })).rejects.toThrow('usage_overage')
  }
})
