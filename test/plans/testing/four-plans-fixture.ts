import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { startStandInService } from '@hexawatt/gateway/src/testing/stand-in-service.ts'
import { flushUsage } from '@hexawatt/gateway/src/usage/usage-flush.ts'
import { createUsageStore } from '@hexawatt/gateway/src/usage/usage-store.ts'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { findPlan } from '@hexawatt/shared/contract/plans/plan-rows'
import { readPlanTable } from '@hexawatt/shared/errors/plan-table'
import { buildLimitStateKey } from '@hexawatt/shared/redis/keys'
import { readStateMonths } from '@hexawatt/shared/redis/limit-state'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createMonthCounts } from '@hexawatt/shared/usage/month-counts'
import { setPlan } from '@hexawatt/svc-web/src/accounts/plan-changes.ts'
import { billingSettings } from '@hexawatt/svc-web/src/billing/testing/stand-in-stripe.ts'
import { testActor } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import { createTestMailbox } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { startTestSite } from '../../testing/site-fixture.ts'

const root = join(import.meta.dir, '../../..')

/** The row of a new plan that docs/operate/billing.md shows. */
async function documentedRow() {
  const page = await Bun.file(join(root, 'docs/operate/billing.md')).text()
  const [, row = ''] = page.match(/```json\n"famille": (\{[\s\S]*?\})\n```/) ?? []
  return JSON.parse(row)
}

/** The three plans of the product and a new one between two of them, with small limits, as an operator writes them into a file. */
async function writePlansFile(): Promise<string> {
  const path = join(await makeTemporaryFolder(), 'plans.json')
  const { decouverte, pro, scale } = defaultPlanTable.plans
  const plans = {
    decouverte: { ...decouverte, monthlyQuota: 3 },
    famille: { ...(await documentedRow()), requestsPerMinute: 30, monthlyQuota: 4, overageEurPerRequest: 0.25 },
    pro: { ...pro, monthlyQuota: 10, overageEurPerRequest: 0.5 },
    scale,
  }
  await Bun.write(path, JSON.stringify({ ...defaultPlanTable, plans }))
  return path
}

/** A gateway and svc-web with a table of four plans. */
export async function startFourPlans() {
  const [plansFile, database, mailbox, redisUrl] = await Promise.all([
    writePlansFile(),
    createTestDatabase(),
    createTestMailbox(),
    createTestRedisUrl(),
  ])
  const service = startStandInService()
  const planTable = readPlanTable(plansFile)
  const { plans } = planTable
  const site = await startTestSite({
    databaseUrl: database.url,
    redisUrl,
    serviceUrl: service.url,
    planTable,
    settings: {
      ...billingSettings,
      PLANS_FILE: plansFile,
      MAILBOX_DIR: mailbox.folder,
      TRUSTED_PROXIES: '127.0.0.1',
      BILLING_PRICES: 'price_famille:famille,price_pro:pro',
      BILLING_CHECKOUT_URLS: 'famille=https://buy.example.org/famille',
    },
  })
  const month = new Date().toISOString().slice(0, 7)

  const ask = (key: string, path = '/v1/carbon/intensity') =>
    fetch(`${site.url}${path}`, { headers: { 'x-api-key': key } })

  /** The limits of a key, by a request that counts against the minute only. */
  async function limits(key: string) {
    const { headers } = await ask(key, '/v1/carbon/intensity?nothing=1')
    return { minute: headers.get('x-ratelimit-limit-minute'), month: headers.get('x-ratelimit-limit-month') }
  }

  return {
    site,
    service,
    mailbox,
    plans,
    month,
    ask,
    limits,
    async statuses(key: string, times: number): Promise<number[]> {
      const found: number[] = []
      for (let asked = 0; asked < times; asked += 1) found.push((await ask(key)).status)
      return found
    },
    /** Puts an account on a plan as svc-web does, and waits until its key has the limits of the plan. */
    async changePlan({ key, accountId }: { key: string; accountId: string }, plan: string): Promise<void> {
      await setPlan({ ...site.web.deps.accounts, actor: testActor }, { account: { accountId }, plan })
      const limit = findPlan(plans, plan)?.requestsPerMinute
      for (let tries = 0; tries < 20 && (await limits(key)).minute !== `${limit}`; tries += 1) await Bun.sleep(100)
    },
    /** The account's month in Redis. */
    async stateOf(accountId: string) {
      const state = await site.redis.getBuffer(buildLimitStateKey({ kind: 'account', id: accountId }))
      return state === null ? null : readStateMonths(state)
    },
    /** Redis loses the account's month. */
    loseState: (accountId: string) => site.redis.del(buildLimitStateKey({ kind: 'account', id: accountId })),
    billOf: async (accountId: string) => (await site.usageOf(month)).find((bill) => bill.accountId === accountId),
    /** Does the work of the hourly flush of a gateway. */
    flush: () => flushUsage({ counts: createMonthCounts(site.redis, plans), store: createUsageStore(site.sql, plans) }),
    /** Runs a command of the operator. */
    async command(name: 'keys' | 'usage', args: string[]) {
      const script = join(root, `svc-web/src/cli/${name}-main.ts`)
      const child = Bun.spawn([process.execPath, script, ...args], {
        env: { DATABASE_URL: database.urlOf('svc-web'), REDIS_URL: redisUrl, PLANS_FILE: plansFile },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
      return { exitCode: await child.exited, out, err }
    },
    async stop(): Promise<void> {
      await Promise.all([site.stop(), service.stop()])
      await Promise.all([database.drop(), mailbox.remove()])
    },
  }
}
export type FourPlans = Awaited<ReturnType<typeof startFourPlans>>
