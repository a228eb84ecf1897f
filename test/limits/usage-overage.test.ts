import { expect, test } from 'bun:test'
import { createKeyStore } from '@hexawatt/gateway/src/auth/key-store.ts'
import { changeRequest } from '@hexawatt/gateway/src/limits/exact/limit-request.ts'
import { getMonthAt, type LimitSubject } from '@hexawatt/gateway/src/limits/quota/quota.ts'
import { useLimitScript } from '@hexawatt/gateway/src/limits/testing/limit-script-fixture.ts'
import { startTestLimiter } from '@hexawatt/gateway/src/limits/testing/limiter-fixture.ts'
import { flushUsage } from '@hexawatt/gateway/src/usage/usage-flush.ts'
import { createUsageStore } from '@hexawatt/gateway/src/usage/usage-store.ts'
import { computeMonthlyCap, defaultPlanTable, type PlanId, type PlanTable } from '@hexawatt/shared/contract/plans'
import { hashApiKey } from '@hexawatt/shared/keys/api-key'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createLeapingTime } from '@hexawatt/shared/testing/leaping-time'
import { type ProductPlan, productPlans } from '@hexawatt/shared/testing/plan-fixture'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { createMonthCounts } from '@hexawatt/shared/usage/month-counts'
import { createBill } from '@hexawatt/shared/usage/usage-bill'
import { createUsageMonthStore } from '@hexawatt/shared/usage/usage-month-store'
import { createUsageReader } from '@hexawatt/shared/usage/usage-reader'
import { setPlan } from '@hexawatt/svc-web/src/accounts/plan-changes.ts'
import { createSilentAccounts, createTestKey } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import fc from 'fast-check'

const logger = createLogger('test', 'silent')
const database = await createTestDatabase()
closeAtEnd(() => database.drop())
const redisUrl = await createTestRedisUrl()
const sql = createSql(database.url, 'usage-overage test', 5)
closeAtEnd(() => sql.end({ timeout: 5 }))
const redis = createRedis(redisUrl, logger)
closeAtEnd(() => redis.disconnect())
await whenRedisReady(redis)
const script = await useLimitScript(redisUrl)
const counts = createMonthCounts(redis, defaultPlanTable.plans)
const nowSeconds = Math.floor(Date.now() / 1_000)
const month = new Date(nowSeconds * 1_000).toISOString().slice(0, 7)

const limiter = await startTestLimiter(redisUrl, {
  restoreMonth: createUsageStore(sql, defaultPlanTable.plans).restoreMonth,
  monotonicMs: createLeapingTime(),
})
closeAtEnd(() => limiter.close())

/** Redis is never away here. */
function fail(error: unknown): never {
  throw error
}

/** An account on real stores whose customer asks, changes the plan, and is billed. */
async function startCustomer(table: PlanTable, plan: PlanId) {
  const keys = createKeyStore(sql, table)
  const store = createUsageStore(sql, table.plans)
  const accounts = createSilentAccounts({ sql, planTable: table })
  const { key, accountId } = await createTestKey({ accounts }, plan)
  const flush = () => flushUsage({ counts, store })
  const rows = { store: createUsageMonthStore(sql), plans: table.plans, onStale: fail }
  const reader = createUsageReader({ ...rows, counts })
  const storedOnly = createUsageReader({ ...rows, counts: null })
  async function subject(): Promise<LimitSubject> {
    const record = await keys.find(hashApiKey(key))
    if (record === null) throw new Error('the key is gone')
    return { ...record.subject, requestsPerMinute: 60_000 }
  }
  return {
    changePlan: (to: PlanId) => setPlan(accounts, { account: { accountId }, plan: to }),
    subject,
    /** Asks so often, one after the other; how many of them were served. */
    async ask(times: number): Promise<number> {
      let served = 0
      for (let asked = 0; asked < times; asked += 1) {
        if ((await limiter.take(await subject())).refusedBy === null) served += 1
      }
      return served
    },
    /** Sends this many requests that are not answered with 200. */
    async askInVain(times: number): Promise<void> {
      for (let asked = 0; asked < times; asked += 1) {
        const asking = await subject()
        const quota = await limiter.take(asking)
        if (quota.refusedBy !== null) return
        const counted = (quota.month?.limit ?? 0) - (quota.month?.remaining ?? 0)
        limiter.giveBackMonth(asking, quota)
        await until('the request given back', async () => (await requestsOf(accountId)) === counted - 1)
      }
    },
    /** Counts many requests that were served, as is done after an outage. */
    async serveMany(requests: number): Promise<void> {
      await limiter.take(await subject())
      const { index } = getMonthAt(nowSeconds)
      await script.run(nowSeconds, [changeRequest(await subject(), index, requests - 1)])
    },
    flush,
    async loseRedis(): Promise<void> {
      await flush()
      await redis.flushdb()
    },
    /** The bill as it is shown; the next flush must store the same bill. */
    async bill() {
      const shown = await reader.monthOf(accountId, month)
      await flush()
      const stored = await storedOnly.monthOf(accountId, month)
      if (shown === null || stored === null) throw new Error('the account has no bill')
      expect(shown).toEqual(stored)
      return createBill(shown, table.plans)
    },
  }
}

/** Requests of the month in Redis. */
async function requestsOf(accountId: string): Promise<number> {
  const pages = await Array.fromAsync(counts.scan())
  return pages.flat().find((count) => count.accountId === accountId && count.month === month)?.requests ?? 0
}

test('450 000 requests on Scale and a downgrade on the last day are billed 649 EUR', async () => {
  const customer = await startCustomer(defaultPlanTable, 'scale')
  await customer.serveMany(450_000)
  await customer.changePlan('decouverte')
  const bill = { plan: 'scale', requests: 450_000, included: 150_000, beyond: 300_000 }
  expect(await customer.bill()).toMatchObject({ ...bill, baseEur: '499.00', overageEur: '150.00', eur: '649.00' })
  // The cap of Scale is reached.
  expect(await customer.ask(1)).toBe(0)
})

test('a plan held in the month without a request is billed, and its quota and cap hold until the end of the month', async () => {
  const customer = await startCustomer(defaultPlanTable, 'pro')
  await customer.changePlan('scale')
  await customer.changePlan('pro')
  await customer.serveMany(150_002)
  expect((await customer.subject()).month?.raised).toMatchObject({ quota: 150_000, cap: 450_000, overagePlanIndex: 2 })
  expect(await customer.bill()).toMatchObject({
    plan: 'scale',
    beyond: 2,
    beyondByPlan: { pro: 2, scale: 0 },
    eur: '499.00',
  })
})

test('after an upgrade requests beyond the old quota keep their price, and the new quota includes the rest', async () => {
  const customer = await startCustomer(defaultPlanTable, 'decouverte')
  await customer.serveMany(3_000)
  expect(await customer.ask(1)).toBe(0)
  await customer.changePlan('pro')
  await customer.serveMany(37_000)
  expect(await customer.bill()).toMatchObject({ plan: 'pro', beyond: 10_000, eur: '109.00' })
  await customer.changePlan('scale')
  await customer.serveMany(20_000)
  expect(await customer.bill()).toMatchObject({ requests: 60_000, beyond: 10_000, overageEur: '10.00', eur: '509.00' })
})

/** Small quotas, so that a few requests cross them. */
function smallPlan(
  plan: ProductPlan,
  monthlyQuota: number,
  priceEurPerMonth: number,
  overageEurPerRequest: number | null,
) {
  const overageCapMultiple = overageEurPerRequest === null ? null : 3
  return {
    ...defaultPlanTable.plans[plan],
    monthlyQuota,
    priceEurPerMonth,
    overageEurPerRequest,
    overageCapMultiple,
    apiKeys: 9,
  }
}
const smallTable = {
  ...defaultPlanTable,
  plans: {
    decouverte: smallPlan('decouverte', 3, 0, null),
    pro: smallPlan('pro', 6, 10, 0.25),
    scale: smallPlan('scale', 12, 50, 0.11),
  },
} satisfies PlanTable

/** The rule in plain words: requests that are served, and the bill in cents. */
function plainReckoning(first: ProductPlan) {
  const { plans } = smallTable
  const had = new Set<ProductPlan>([first])
  let [inForce, served, overageCents] = [first, 0, 0]
  const highest = () => productPlans.findLast((plan) => had.has(plan)) ?? first
  return {
    changePlan(to: ProductPlan): void {
      inForce = to
      had.add(to)
    },
    ask(times: number): number {
      const servedBefore = served
      for (
        let asked = 0;
        asked < times && served < Math.max(...[...had].map((id) => computeMonthlyCap(plans[id])));
        asked += 1
      ) {
        served += 1
        if (served <= Math.max(...[...had].map((id) => plans[id].monthlyQuota))) continue
        const eur = plans[inForce].overageEurPerRequest ?? plans[highest()].overageEurPerRequest ?? 0
        overageCents += Math.round(eur * 100)
      }
      return served - servedBefore
    },
    bill: () => ({ plan: highest(), cents: plans[highest()].priceEurPerMonth * 100 + overageCents }),
  }
}

const plan = fc.constantFrom(...productPlans)
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ ask: fc.integer({ min: 1, max: 8 }) }) },
    { weight: 3, arbitrary: fc.record({ to: plan }) },
    { weight: 1, arbitrary: fc.record({ inVain: fc.integer({ min: 1, max: 2 }) }) },
    { weight: 1, arbitrary: fc.constant({ loseRedis: true }) },
    { weight: 1, arbitrary: fc.constant({ flush: true }) },
  ),
  { minLength: 3, maxLength: 14 },
)

test('with any requests, changes of plan and losses of Redis, serving and billing follow the rule, and no bill ever falls', async () => {
  await fc.assert(
    fc.asyncProperty(plan, steps, async (first, sequence) => {
      const customer = await startCustomer(smallTable, first)
      const plain = plainReckoning(first)
      let lastCents = 0
      for (const step of sequence) {
        if ('ask' in step) expect(await customer.ask(step.ask)).toBe(plain.ask(step.ask))
        else if ('inVain' in step) await customer.askInVain(step.inVain)
        else if ('loseRedis' in step) await customer.loseRedis()
        else if ('flush' in step) await customer.flush()
        else {
          await customer.changePlan(step.to)
          plain.changePlan(step.to)
        }
        const { plan: billed, eur } = await customer.bill()
        const cents = Math.round(Number(eur) * 100)
        expect({ plan: billed, cents }).toEqual(plain.bill())
        expect(cents).toBeGreaterThanOrEqual(lastCents)
        lastCents = cents
      }
    }),
    { numRuns: 25 },
  )
}, 120_000)
