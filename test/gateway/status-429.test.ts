import { describe, expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { createCustomers } from './testing/customers.ts'
import { everyOperation, goodCall, keyedOperations, publicOperations } from './testing/operation-calls.ts'
import { nextMonthSeconds, type Timed, timedByRedis } from './testing/redis-clock.ts'
import { startServedSystem } from './testing/served-system-fixture.ts'
import { shownLimits } from './testing/shown-limits.ts'

const { plans, anonymous, demo } = defaultPlanTable

/** Months that a test can use up; minutes as sold, except for Scale, which no test reaches. */
const planTable = {
  ...defaultPlanTable,
  plans: {
    decouverte: { ...plans.decouverte, monthlyQuota: 4 },
    pro: { ...plans.pro, monthlyQuota: 3 },
    scale: { ...plans.scale, requestsPerMinute: 60_000 },
  },
}
const demoKey = createApiKey()
const upgradeUrl = 'https://example.org/free-account'
const settings = { DEMO_API_KEY: demoKey, UPGRADE_URL: upgradeUrl, TRUSTED_PROXIES: '127.0.0.1' }

const system = stopAtEnd(await startServedSystem({ settings, seams: { planTable } }))
const demoAtLeisure = { ...demo, requestsPerMinute: 60_000 }
/** Another gateway on the same stores, whose demo key has a minute that no test reaches. */
const patient = stopAtEnd(
  await system.startGateway({ settings, seams: { planTable: { ...planTable, demo: demoAtLeisure } } }),
)

let addresses = 0
/** Headers of a client whose address no other client has. */
function newClient(): Record<string, string> {
  addresses += 1
  return { 'x-forwarded-for': `198.51.${Math.floor(addresses / 250)}.${addresses % 250}` }
}

const ask = (path: string, headers: Record<string, string>, method = 'GET', gatewayUrl = system.gatewayUrl) =>
  fetch(`${gatewayUrl}${path}`, { headers, method })

/** Asks so many times one after the other; all must be answered with the status. */
async function use(times: number, status: number, path: string, headers: Record<string, string>, gatewayUrl?: string) {
  for (let asked = 0; asked < times; asked++) {
    expect((await ask(path, headers, 'GET', gatewayUrl)).status).toBe(status)
  }
}

/** Checks the members of every 429, and its wait. */
async function refusal(response: Response) {
  const problem = await problemOf(response)
  expect(response.status).toBe(429)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After')
  return {
    problem,
    code: problem.code,
    retryAfter: Number(response.headers.get('retry-after')),
    limits: shownLimits(response.headers),
  }
}

/** The oldest second gives way when it is 60 s old: exactly known when no second passed meanwhile. */
function expectWindowLeft(retryAfter: number, { beforeSeconds, afterSeconds }: Timed<unknown>): void {
  expect(retryAfter).toBeGreaterThanOrEqual(60 - (afterSeconds - beforeSeconds))
  expect(retryAfter).toBeLessThanOrEqual(60)
}

function expectMonthLeft(retryAfter: number, { beforeSeconds, afterSeconds }: Timed<unknown>): void {
  expect(retryAfter).toBeLessThanOrEqual(nextMonthSeconds(beforeSeconds) - beforeSeconds)
  expect(retryAfter).toBeGreaterThanOrEqual(nextMonthSeconds(afterSeconds) - afterSeconds)
}

describe('the minute', () => {
  test.each(keyedOperations)(
    '%s: the minute of the plan is refused at its limit until a place becomes free',
    async (_, operation) => {
      const headers = { 'x-api-key': await system.createKey('decouverte') }
      const timed = await timedByRedis(system, async () => {
        // A faulty request counts too, and does not change the month.
        const wrong = { ...headers, accept: 'application/xml' }
        await use(plans.decouverte.requestsPerMinute, 406, operation.path, wrong)
        return refusal(await ask(goodCall(operation), headers))
      })
      const { code, retryAfter, limits } = timed.value
      expect(code).toBe('rate_limited')
      expect(limits.minute).toEqual({ limit: 10, remaining: 0, resetSeconds: retryAfter })
      expect(limits.month).toMatchObject({ limit: 4, remaining: 4 })
      expectWindowLeft(retryAfter, timed)
    },
  )

  test('the minute counts all keys of an account together, and each account separately', async () => {
    const customers = createCustomers(system)
    const one = await customers.add('pro')
    const other = await customers.add('pro', one.account)
    await use(30, 400, '/v1/score?hour=1', { 'x-api-key': one.key })
    await use(30, 400, '/v1/score?hour=1', { 'x-api-key': other.key })
    for (const { key } of [one, other]) {
      expect((await refusal(await ask('/v1/score', { 'x-api-key': key }))).code).toBe('rate_limited')
    }
    await use(1, 200, '/v1/score', { 'x-api-key': await system.createKey('pro') })
  })

  test.each(publicOperations)('%s: requests without a key count for the client address', async (_, { path }) => {
    const headers = newClient()
    const timed = await timedByRedis(system, async () => {
      await use(anonymous.requestsPerMinute, 200, path, headers)
      return refusal(await ask(path, headers))
    })
    const { code, retryAfter, limits } = timed.value
    expect([code, limits]).toEqual([
      'rate_limited',
      { minute: { limit: 60, remaining: 0, resetSeconds: retryAfter }, month: null },
    ])
    expectWindowLeft(retryAfter, timed)
    await use(1, 200, path, newClient())
  })

  test('refused keys count for the client address, so that keys cannot be tried out; a valid key does not', async () => {
    const headers = newClient()
    const good = { ...headers, 'x-api-key': await system.createKey('scale') }
    const revoked = await createCustomers(system).addRevoked()
    const tries = [{}, { 'x-api-key': 'nonsense' }, { 'x-api-key': createApiKey() }, { 'x-api-key': revoked.key }]
    for (const sent of tries) await use(15, 401, '/v1/score', { ...headers, ...sent })
    for (const sent of tries) {
      const { code, limits } = await refusal(await ask('/v1/score', { ...headers, ...sent }))
      expect([code, limits.minute.remaining, limits.month]).toEqual(['rate_limited', 0, null])
    }
    expect((await refusal(await ask('/api/plans', headers))).code).toBe('rate_limited')
    await use(1, 200, '/v1/score', good)
  })

  test('HEAD without a service call, OPTIONS, pages and unknown paths are not counted', async () => {
    const headers = newClient()
    for (const [, { path, owner }] of publicOperations) {
      for (const method of owner === 'gateway' ? ['HEAD', 'OPTIONS'] : ['OPTIONS']) {
        expect((await ask(path, headers, method)).headers.get('x-ratelimit-limit-minute')).toBeNull()
      }
    }
    for (const [, { path }] of keyedOperations) await ask(path, headers, 'OPTIONS')
    for (const path of ['/openapi.json', '/problems/rate_limited', '/v1/nothing', `/${'x'.repeat(9_000)}`]) {
      await ask(path, headers)
    }
    await ask('/v1/score', headers, 'POST')
    const { minute } = shownLimits((await ask('/api/plans', headers)).headers)
    expect(minute.remaining).toBe(anonymous.requestsPerMinute - 1)
  })
})

describe('the month', () => {
  const wholly = [
    ['decouverte', 4, 'upgrade_required'],
    ['pro', 9, 'overage_cap_exceeded'],
  ] as const

  test.each(wholly)(
    'the month of the plan %s serves %i responses, then says %s until the first day of the next',
    async (plan, cap, code) => {
      const headers = { 'x-api-key': await system.createKey(plan) }
      const quota = planTable.plans[plan].monthlyQuota
      for (let served = 1; served <= cap; served++) {
        const response = await ask('/v1/tariff/today', headers)
        const { month } = shownLimits(response.headers)
        expect([response.status, month]).toMatchObject([200, { limit: quota, remaining: Math.max(0, quota - served) }])
      }
      for (const [, operation] of keyedOperations.slice(0, plan === 'pro' ? undefined : 3)) {
        const timed = await timedByRedis(system, async () => refusal(await ask(goodCall(operation), headers)))
        const { retryAfter, limits } = timed.value
        expect([timed.value.code, limits.month]).toEqual([
          code,
          { limit: quota, remaining: 0, resetSeconds: retryAfter },
        ])
        expectMonthLeft(retryAfter, timed)
      }
      // A request refused by the month counts against the minute.
      const asked = cap + keyedOperations.slice(0, plan === 'pro' ? undefined : 3).length + 1
      const { minute } = (await refusal(await ask('/v1/score', headers))).limits
      expect(minute.remaining).toBe(planTable.plans[plan].requestsPerMinute - asked)
    },
  )

  test('the month counts only 200, neither 304 nor any refusal', async () => {
    const headers = { 'x-api-key': await system.createKey('pro') }
    const first = await ask('/v1/score', headers)
    const { month } = shownLimits(first.headers)
    const uncounted: [path: string, sent: Record<string, string>, status: number][] = [
      ['/v1/score', { 'if-none-match': first.headers.get('etag') ?? '' }, 304],
      ['/v1/score/history', { 'if-none-match': '*' }, 304],
      ['/v1/score?hour=1', {}, 400],
      ['/v1/score/forecast?hours=49', {}, 400],
      ['/v1/score/history?from=2026-01-01T00:00:00Z', {}, 403],
      ['/v1/score', { accept: 'application/xml' }, 406],
    ]
    for (const [path, sent, status] of uncounted) {
      const response = await ask(path, { ...headers, ...sent })
      expect([path, response.status, shownLimits(response.headers).month]).toMatchObject([
        path,
        status,
        { remaining: month?.remaining },
      ])
    }
    const next = shownLimits((await ask('/v1/score', headers, 'HEAD')).headers)
    expect(next.month?.remaining).toBe((month?.remaining ?? 0) - 1)
    expect(next.minute.remaining).toBe(plans.pro.requestsPerMinute - 2 - uncounted.length)
  })
})

describe('the demo key', () => {
  test.each(keyedOperations)('%s: the demo key is limited to three a minute for each address', async (_, operation) => {
    const headers = { ...newClient(), 'x-api-key': demoKey }
    const timed = await timedByRedis(system, async () => {
      await use(demo.requestsPerMinute, 200, '/v1/tariff/today', headers)
      return refusal(await ask(goodCall(operation), headers))
    })
    const { problem, retryAfter, limits } = timed.value
    expect(problem).toMatchObject({ code: 'demo_limit_exceeded', upgradeUrl: `${upgradeUrl}?plan=decouverte` })
    expect(limits.minute).toEqual({ limit: 3, remaining: 0, resetSeconds: retryAfter })
    expect(limits.month).toMatchObject({ limit: 10, remaining: 7 })
    expectWindowLeft(retryAfter, timed)
    await use(1, 200, '/v1/tariff/today', { ...newClient(), 'x-api-key': demoKey })
  })

  test('the demo key is limited to ten a month for each address', async () => {
    const headers = { ...newClient(), 'x-api-key': demoKey }
    await use(demo.requestsPerMonth, 200, '/v1/tariff/today', headers, patient.url)
    await use(1, 200, '/v1/tariff/today', { ...newClient(), 'x-api-key': demoKey }, patient.url)
    const timed = await timedByRedis(system, async () =>
      refusal(await ask('/v1/tariff/today', headers, 'GET', patient.url)),
    )
    const { problem, retryAfter, limits } = timed.value
    expect(problem).toMatchObject({ code: 'demo_limit_exceeded', upgradeUrl: `${upgradeUrl}?plan=decouverte` })
    expect(limits.month).toEqual({ limit: 10, remaining: 0, resetSeconds: retryAfter })
    expectMonthLeft(retryAfter, timed)
    // Without the key the same address goes on.
    await use(1, 200, '/api/plans', headers)
  })
})

test('every operation is refused by a limit here', () => {
  expect([...keyedOperations, ...publicOperations]).toHaveLength(everyOperation.length)
})
