import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLimiters } from '@hexawatt/gateway/src/limits/limiters.ts'
import { createUsageStore } from '@hexawatt/gateway/src/usage/usage-store.ts'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { noOverage } from '@hexawatt/shared/usage/month-count'

const usageScript = Bun.fileURLToPath(import.meta.resolve('@hexawatt/svc-web/src/cli/usage-main.ts'))
const database = await createTestDatabase()
closeAtEnd(() => database.drop())
const redisUrl = await createTestRedisUrl()
const sql = createSql(database.url, 'usage cli test', 2)
closeAtEnd(() => sql.end({ timeout: 5 }))
const store = createUsageStore(sql, defaultPlanTable.plans)
const header = 'account,account_id,plan,month,requests,included,beyond,beyond_by_plan,base_eur,overage_eur,eur\r\n'
const [months] = await sql<{ running: string; last: string; next: string }[]>`
  select to_char(now(), 'YYYY-MM') as running, to_char(now() - interval '1 month', 'YYYY-MM') as last,
    to_char(now() + interval '1 month', 'YYYY-MM') as next`
const { running, last, next } = months ?? { running: '', last: '', next: '' }

await sql`
  insert into accounts (id, name, plan)
  values ('acc_1', 'Ma Maison', 'pro'), ('acc_2', '=1+1', 'scale'), ('acc_3', 'idle', 'decouverte')`
await store.flush([
  { accountId: 'acc_1', month: last, requests: 30_145, overage: { pro: 145 } },
  { accountId: 'acc_2', month: running, requests: 12, overage: noOverage },
])

type Result = { exitCode: number; out: string; err: string }

/** Runs the command line as the operator does. */
async function usage(args: string[], env: Record<string, string> = {}): Promise<Result> {
  const child = Bun.spawn([process.execPath, usageScript, ...args], {
    env: { DATABASE_URL: database.url, REDIS_URL: redisUrl, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { exitCode: await child.exited, out, err }
}

/** A failure: exit 1, nothing on standard output, one line on standard error. */
async function refusal(args: string[], env?: Record<string, string>): Promise<string> {
  const { exitCode, out, err } = await usage(args, env)
  expect({ exitCode, out, lines: err.trimEnd().split('\n').length }).toEqual({ exitCode: 1, out: '', lines: 1 })
  return err
}

test('a past month lists every account with a row of it, at the prices of its plan', async () => {
  await sql`update accounts set plan = 'scale' where id = 'acc_1'`
  // A flush meets the account on this plan.
  await store.openMonth()
  const out = `${header}Ma Maison,acc_1,pro,${last},30145,30000,145,pro 145,99.00,0.15,99.15\r\n`
  expect(await usage(['--month', last])).toEqual({ exitCode: 0, out, err: '' })
})

test('the current month lists every account, also those without requests', async () => {
  await sql`update accounts set plan = 'pro' where id = 'acc_1'`
  const { exitCode, out, err } = await usage(['--month', running])
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' })
  expect(out.startsWith(header)).toBe(true)
  expect(out.slice(header.length).split('\r\n').toSorted()).toEqual([
    '',
    `'=1+1,acc_2,scale,${running},12,12,0,,499.00,0.00,499.00`,
    // It was on scale for a while: the base price is the price of the largest plan of the month.
    `Ma Maison,acc_1,scale,${running},0,0,0,,499.00,0.00,499.00`,
    `idle,acc_3,decouverte,${running},0,0,0,,0.00,0.00,0.00`,
  ])
})

test('requests counted only in Redis so far are in the bill', async () => {
  const limiter = createLimiters({
    limits: redisUrl,
    anonymous: redisUrl,
    restoreMonth: store.restoreMonth,
    monotonicMs: () => performance.now(),
    realTimeMs: () => Date.now(),
    metrics: createMetrics('gateway'),
    logger: createLogger('test', 'silent'),
  })
  await limiter.waitUntilReady()
  const month = { quota: 3_000, cap: 3_000 }
  for (let request = 0; request < 3; request += 1) {
    await limiter.take({ kind: 'account', id: 'acc_3', requestsPerMinute: 10, month })
  }
  limiter.close()
  expect((await usage(['--month', running])).out).toContain(
    `idle,acc_3,decouverte,${running},3,3,0,,0.00,0.00,0.00\r\n`,
  )
})

test('--json is an array with amounts as text and unchanged names', async () => {
  const { exitCode, out } = await usage(['--month', running, '--json'])
  expect(exitCode).toBe(0)
  expect(JSON.parse(out)).toContainEqual({
    account: '=1+1',
    accountId: 'acc_2',
    plan: 'scale',
    month: running,
    requests: 12,
    included: 12,
    beyond: 0,
    beyondByPlan: { decouverte: 0, pro: 0, scale: 0 },
    baseEur: '499.00',
    overageEur: '0.00',
    eur: '499.00',
  })
})

test('without Redis the bills are printed, and standard error says how old they may be', async () => {
  for (const REDIS_URL of ['', 'redis://127.0.0.1:1']) {
    const { exitCode, out, err } = await usage(['--month', last], { REDIS_URL })
    expect({ exitCode, lines: err.trimEnd().split('\n').length }).toEqual({ exitCode: 0, lines: 1 })
    expect(err).toContain('the figures are those of the last')
    expect(out).toContain('30145')
  }
})

test('the prices are those of PLANS_FILE', async () => {
  const file = join(tmpdir(), `plans-${crypto.randomUUID()}.json`)
  const { plans } = defaultPlanTable
  const pro = { ...plans.pro, priceEurPerMonth: 12.34, overageEurPerRequest: 0.00103 }
  writeFileSync(file, JSON.stringify({ ...defaultPlanTable, plans: { ...plans, pro } }))
  const { out } = await usage(['--month', last], { PLANS_FILE: file })
  expect(out).toBe(`${header}Ma Maison,acc_1,pro,${last},30145,30000,145,pro 145,12.34,0.15,12.49\r\n`)
  await Bun.file(file).delete()
  expect(await refusal(['--month', last], { PLANS_FILE: file })).toContain('cannot be read')
})

test('an impossible request is answered by one sentence', async () => {
  expect(await refusal([])).toContain("'--month' not specified")
  expect(await refusal(['--month', '11/2026'])).toContain('not "11/2026"')
  expect(await refusal(['--month', next])).toContain('has not begun yet')
  expect(await refusal(['--month', last], { DATABASE_URL: '' })).toContain('DATABASE_URL is not set')
  const secret = 'not-to-be-shown'
  const away = await refusal(['--month', last], { DATABASE_URL: `postgres://u:${secret}@127.0.0.1:1/x` })
  expect(away).toContain('ECONNREFUSED')
  expect(away).not.toContain(secret)
})

test('--help explains the columns', async () => {
  const { exitCode, out } = await usage(['--help'], { DATABASE_URL: '' })
  expect(exitCode).toBe(0)
  for (const column of header.trimEnd().split(',').slice(4)) expect(out).toContain(column)
})
