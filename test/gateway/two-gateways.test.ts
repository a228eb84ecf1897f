import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import * as v from 'valibot'
import type { System } from '../testing/system-fixture.ts'
import { burst } from './testing/burst.ts'
import { type Customers, createCustomers } from './testing/customers.ts'
import { type GatewayProcess, startGatewayProcess } from './testing/gateway-process-fixture.ts'
import type { RawAnswer } from './testing/raw-http.ts'
import { startServedSystem } from './testing/served-system-fixture.ts'
import { shownLimits } from './testing/shown-limits.ts'

const concurrentRequests = 500
/** Served in any minute to an account of Scale. */
const minuteLimit = 137
const { plans } = defaultPlanTable
/** Limits of the month that one burst reaches. */
const planTable = {
  ...defaultPlanTable,
  plans: {
    decouverte: { ...plans.decouverte, requestsPerMinute: 60_000, monthlyQuota: 111 },
    pro: { ...plans.pro, requestsPerMinute: 60_000, monthlyQuota: 41 },
    scale: { ...plans.scale, requestsPerMinute: minuteLimit },
  },
}

const folder = await makeTemporaryFolder()
let system: System
let customers: Customers
let gateways: GatewayProcess[]
beforeAll(async () => {
  const plansFile = join(folder, 'plans.json')
  await Bun.write(plansFile, JSON.stringify(planTable))
  system = await startServedSystem()
  customers = createCustomers(system)
  const env = { ...system.gatewaySettings, PLANS_FILE: plansFile }
  gateways = await Promise.all([startGatewayProcess(env), startGatewayProcess(env)])
})
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop()
  await system.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Sends requests to both gateways in turn, with the keys in turn, all at the same time. */
async function askAtOnce(path: string, keys: readonly string[]) {
  const answers = await burst(
    Array.from({ length: concurrentRequests }, (_, at) => ({
      port: gateways[at % gateways.length]?.port ?? 0,
      path,
      key: keys[Math.floor(at / gateways.length) % keys.length] ?? '',
    })),
  )
  expect(answers).toHaveLength(concurrentRequests)
  return {
    served: answers.filter(({ status }) => status === 200),
    refused: answers.filter(({ status }) => status === 429),
  }
}

const limitsOf = ({ headers }: RawAnswer) => shownLimits(headers)
const descending = (numbers: readonly number[]) => numbers.toSorted((one, other) => other - one)
/** From `count` − 1 down to 0. */
const countdown = (count: number) => Array.from({ length: count }, (_, at) => count - 1 - at)

/** Every refusal is a whole problem, says the code, and when to come back. */
function expectRefusals(refused: readonly RawAnswer[], count: number, code: string): void {
  expect(refused).toHaveLength(count)
  for (const { headers, body } of refused) {
    expect(v.parse(ProblemDetails, JSON.parse(body)).code).toBe(code)
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  }
}

const paths = ['/v1/tariff/today', '/v1/score?profile=carbon', '/v1/score/analytics']

describe('the minute', () => {
  test.each(paths)(
    '%s: of 500 concurrent requests over two gateways exactly the limit is served, and every header is right',
    async (path) => {
      const { key } = await customers.add('scale')
      const { served, refused } = await askAtOnce(path, [key])
      expect(served).toHaveLength(minuteLimit)
      const limits = served.map(limitsOf)
      expect(new Set(limits.map(({ minute }) => minute.limit))).toEqual(new Set([minuteLimit]))
      expect(descending(limits.map(({ minute }) => minute.remaining))).toEqual(countdown(minuteLimit))
      const quota = plans.scale.monthlyQuota
      expect(descending(limits.map(({ month }) => month?.remaining ?? -1))).toEqual(
        countdown(minuteLimit).map((left) => quota - minuteLimit + left),
      )
      expectRefusals(refused, concurrentRequests - minuteLimit, 'rate_limited')
      for (const answer of refused) {
        const { minute, month } = limitsOf(answer)
        expect(minute).toMatchObject({ limit: minuteLimit, remaining: 0 })
        expect(String(minute.resetSeconds)).toBe(answer.headers.get('retry-after') ?? '')
        expect(minute.resetSeconds).toBeLessThanOrEqual(60)
        // Nothing of the month was taken: refusals that come late see all that was.
        expect(month?.remaining).toBeGreaterThanOrEqual(quota - minuteLimit)
      }
    },
  )

  test('all keys of an account count together in the minute over two gateways', async () => {
    const first = await customers.add('scale')
    const others = await Promise.all(Array.from({ length: 4 }, () => customers.add('scale', first.account)))
    const keys = [first, ...others].map(({ key }) => key)
    expect(new Set(keys).size).toBe(plans.scale.apiKeys)
    const { served, refused } = await askAtOnce('/v1/tariff/today', keys)
    expect(served).toHaveLength(minuteLimit)
    expect(descending(served.map((answer) => limitsOf(answer).minute.remaining))).toEqual(countdown(minuteLimit))
    expectRefusals(refused, concurrentRequests - minuteLimit, 'rate_limited')
  })

  test('refused requests count in the minute over two gateways: a burst of wrong requests uses it up', async () => {
    const { key } = await customers.add('scale')
    const { served, refused } = await askAtOnce('/v1/score?hour=1', [key])
    expect(served).toEqual([])
    expectRefusals(refused, concurrentRequests - minuteLimit, 'rate_limited')
  })
})

describe('the month', () => {
  test('the month of the free plan is served to its last request, and not one more', async () => {
    const quota = planTable.plans.decouverte.monthlyQuota
    const { key } = await customers.add('decouverte')
    const { served, refused } = await askAtOnce('/v1/score', [key])
    expect(served).toHaveLength(quota)
    expect(descending(served.map((answer) => limitsOf(answer).month?.remaining ?? -1))).toEqual(countdown(quota))
    expectRefusals(refused, concurrentRequests - quota, 'upgrade_required')
  })

  test('the month of a paid plan is served up to three times its quota, over several keys', async () => {
    const quota = planTable.plans.pro.monthlyQuota
    const first = await customers.add('pro')
    const second = await customers.add('pro', first.account)
    const { served, refused } = await askAtOnce('/v1/score', [first.key, second.key])
    expect(served).toHaveLength(3 * quota)
    expect(descending(served.map((answer) => limitsOf(answer).month?.remaining ?? -1))).toEqual([
      ...countdown(quota),
      ...Array.from({ length: 2 * quota }, () => 0),
    ])
    expectRefusals(refused, concurrentRequests - 3 * quota, 'overage_cap_exceeded')
  })
})

/** Milliseconds until a key is refused by a gateway. */
async function refusedAfterMs({ url }: GatewayProcess, key: string, sinceMs: number): Promise<number> {
  for (;;) {
    const { status } = await fetch(`${url}/v1/tariff/today`, { headers: { 'x-api-key': key } })
    if (status === 401) return performance.now() - sinceMs
    expect(status).toBe(200)
    await Bun.sleep(10)
  }
}

test('a revocation takes effect on both gateways within a second, even without a message about it', async () => {
  const customer = await customers.add('decouverte')
  // Both have the key in their caches.
  for (const { url } of gateways) {
    expect((await fetch(`${url}/v1/tariff/today`, { headers: { 'x-api-key': customer.key } })).status).toBe(200)
  }
  await customers.revoke(customer)
  const revokedAtMs = performance.now()
  const waits = await Promise.all(gateways.map((gateway) => refusedAfterMs(gateway, customer.key, revokedAtMs)))
  expect(waits.filter((waitMs) => waitMs > 1_000)).toEqual([])
})
