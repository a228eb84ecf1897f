import { describe, expect, test } from 'bun:test'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { maxStreamsPerAccount } from '@hexawatt/gateway/src/pipeline/operation-routes.ts'
import { generousPlanTable } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { ScoreForecast } from '@hexawatt/shared/contract/score'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import type { System } from '../testing/system-fixture.ts'
import { createCustomers } from './testing/customers.ts'
import { realAnswerTime, startServedSystem } from './testing/served-system-fixture.ts'

const callers = ['demo', 'decouverte', 'pro', 'scale'] as const
type CallerName = (typeof callers)[number]

const demoKey = createApiKey()
const demo = { requestsPerMinute: 60_000, requestsPerMonth: 1_000_000 }
// A short forecast and a long one: an operator's plan table may have them, although the shipped table has not.
const decouverte = { ...generousPlanTable.plans.decouverte, forecastHours: 6 }
const planTable = { ...generousPlanTable, plans: { ...generousPlanTable.plans, decouverte }, demo }
const seams = { ...realAnswerTime, planTable }

const system = stopAtEnd(await startServedSystem({ settings: { DEMO_API_KEY: demoKey }, seams }))
const keys = {
  demo: demoKey,
  decouverte: await system.createKey('decouverte'),
  pro: await system.createKey('pro'),
  scale: await system.createKey('scale'),
}

const get = (path: string, caller: CallerName) => system.get(path, { 'x-api-key': keys[caller] })

/** Part of an answer that depends on the plan: its code when it is refused, else its hours, its depth or its profile. */
async function seen(path: string, caller: CallerName): Promise<string | number | null> {
  const response = await get(path, caller)
  const body: unknown = await response.json()
  if (response.status !== 200) return v.parse(ProblemDetails, body).code
  const { servedHours, maxHistoryDays, profileApplied } = Object(body)
  return servedHours ?? maxHistoryDays ?? profileApplied ?? null
}

const noRight = 'plan_capability_required'
const tooDeep = 'history_depth_exceeded'
const quarters = ['wPrice=0.25', 'wCarbon=0.25', 'wGrid=0.25', 'wAdequacy=0.25']

/** Answer that each caller must get at an address, in the order of `callers`. */
const addresses: [path: string, seen: (string | number | null)[]][] = [
  ['/v1/score', [null, null, null, null]],
  ['/v1/score?profile=carbon', [noRight, noRight, 'carbon', 'carbon']],
  [`/v1/score?${quarters.join('&')}`, [noRight, noRight, 'custom', 'custom']],
  [`/v1/score?${quarters.toReversed().join('&')}`, [noRight, noRight, 'custom', 'custom']],
  ['/v1/score/forecast', [6, 6, 24, 24]],
  ['/v1/score/forecast?hours=48', [6, 6, 48, 48]],
  ['/v1/score/forecast?hours=7', [6, 6, 7, 7]],
  ['/v1/score/forecast?hours=48&profile=grid', [noRight, noRight, 48, 48]],
  ['/v1/score/history?from=2026-02-01T00:00:00Z', [noRight, 7, 31, 3_660]],
  ['/v1/score/history?from=2026-01-10T00:00:00Z', [noRight, tooDeep, 31, 3_660]],
  ['/v1/score/history?from=2025-12-10T00:00:00Z', [noRight, tooDeep, tooDeep, 3_660]],
  ['/v1/score/analytics?from=2026-02-01T00:00:00Z', [noRight, noRight, 31, 3_660]],
  ['/v1/score/analytics?from=2025-12-10T00:00:00Z', [noRight, noRight, tooDeep, 3_660]],
]

/** Every order of the callers. */
const orders = permutations(callers)

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}

/** The same address in other letters: no caller has asked for it before, so the order of asking begins anew. */
const unasked = (path: string, round: number): string =>
  `${path}${path.includes('?') ? '' : '?'}${'&'.repeat(round + 1)}`

/** How many requests of one account are under way at once: a history is a stream, of which an account may read so many. */
const atOnce = (path: string): number => (path.startsWith('/v1/score/history') ? maxStreamsPerAccount : orders.length)

describe.each(addresses)('%s', (path, wanted) => {
  const expected = Object.fromEntries(callers.map((caller, at) => [caller, wanted[at]]))

  async function askInOrder(order: readonly CallerName[], round: number): Promise<void> {
    const fresh = unasked(path, round)
    for (const turn of [1, 2, 3]) {
      for (const caller of order) {
        expect({ turn, order, caller, seen: await seen(fresh, caller) }).toMatchObject({ seen: expected[caller] })
      }
    }
  }

  test('every key gets what its plan allows, whichever key asked before, from the service and from the cache', async () => {
    expect(orders).toHaveLength(24)
    for (let first = 0; first < orders.length; first += atOnce(path)) {
      const together = orders.slice(first, first + atOnce(path))
      await Promise.all(together.map((order, index) => askInOrder(order, first + index)))
    }
  })

  test('every key gets what its plan allows if all ask at the same time', async () => {
    const count = callers.length * Math.min(10, atOnce(path))
    const asked = Array.from({ length: count }, (_, at) => callers[at % callers.length] ?? 'demo')
    const fresh = unasked(path, orders.length)
    for (const turn of [1, 2]) {
      const all = await Promise.all(asked.map((caller) => seen(fresh, caller)))
      expect({ turn, all }).toEqual({ turn, all: asked.map((caller) => expected[caller] ?? null) })
    }
  })
})

test('a tag of one plan gives no 304 to another: the tag of a longer forecast does not match the shorter one', async () => {
  const path = '/v1/score/forecast?hours=48'
  const etag = (await get(path, 'scale')).headers.get('etag') ?? ''
  const response = await system.get(path, { 'x-api-key': keys.decouverte, 'if-none-match': etag })
  expect([response.status, v.parse(ScoreForecast, await response.json()).servedHours]).toEqual([200, 6])
})

/** How often live answers came from somewhere. */
async function answersFrom(gateway: Awaited<ReturnType<System['startGateway']>>, from: string): Promise<number> {
  const text = await gateway.deps.metrics.text()
  return Number(
    text.match(new RegExp(`^gateway_response_cache_lookups_total\\{.*from="${from}".*\\} (\\d+)$`, 'm'))?.[1] ?? 0,
  )
}

test('keys of the same plan get the same bytes for one request to the service', async () => {
  const gateway = await system.startGateway({ seams })
  const path = `/v1/score/forecast?hours=48&${quarters.join('&')}`
  const bytesFor = async (key: string) =>
    (await fetch(`${gateway.url}${path}`, { headers: { 'x-api-key': key } })).text()
  const proKeys = [keys.pro, await system.createKey('pro'), await system.createKey('pro')]
  // An answer to a request with parameters is cached from the second request on.
  const [first] = await Promise.all([bytesFor(keys.pro), bytesFor(keys.scale)])
  await bytesFor(keys.pro)
  const askedBefore = await answersFrom(gateway, 'service')
  for (const key of proKeys) expect(await bytesFor(key)).toBe(first ?? '')
  expect(await answersFrom(gateway, 'service')).toBe(askedBefore)
  await gateway.stop()
})

test('a change of plan changes what a key gets within a second, in both directions', async () => {
  const customers = createCustomers(system)
  const customer = await customers.add('pro')
  const path = '/v1/score/forecast?hours=48'
  const hoursServed = async () => {
    const response = await system.get(path, { 'x-api-key': customer.key })
    return v.parse(ScoreForecast, await response.json()).servedHours
  }
  expect(await hoursServed()).toBe(48)
  for (const [plan, hours] of [
    ['decouverte', 6],
    ['scale', 48],
  ] as const) {
    await customers.changePlan(customer, plan)
    const isChanged = async () => (await hoursServed()) === hours
    expect([plan, await pollUntil(isChanged, { intervalMs: 10, timeoutMs: 1_000 })]).toEqual([plan, true])
  }
})

test('object and table of a month are cached apart: each is answered from the cache in its own type', async () => {
  const path = '/api/hours?month=2026-02'
  const ask = async (accept: string) => {
    const response = await system.get(path, { accept })
    return [response.headers.get('content-type'), (await response.text()).slice(0, 9)]
  }
  for (const _turn of [1, 2, 3]) {
    expect(await ask('application/json')).toEqual(['application/json', '{"month":'])
    expect(await ask('text/csv')).toEqual(['text/csv; charset=utf-8', 'hours,pro'])
  }
})
