import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { defaultPlanTable, type PlanTable } from '@hexawatt/shared/contract/plans'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { type System, startSystem } from '../testing/system-fixture.ts'
import { createCustomers } from './testing/customers.ts'
import { asOf, startServedSystem } from './testing/served-system-fixture.ts'

/** Faults of a request, in the order of their refusals (docs/develop/decisions.md#order-of-refusals); in one rank it may be either. */
const faults = [
  'uri_too_long',
  'not_found',
  'method_not_allowed',
  'revoked_api_key',
  'rate_limited',
  'unknown_parameter',
  'plan_capability_required',
  'invalid_parameter',
  'window_too_large',
  'history_depth_exceeded',
] as const
type Fault = (typeof faults)[number]

const pairs = faults.flatMap((first, rank) => faults.slice(rank + 1).map((second): [Fault, Fault] => [first, second]))

const { plans } = defaultPlanTable
/** One request a minute on the largest plan: a key is used up by its first. */
const planTable: PlanTable = {
  ...defaultPlanTable,
  plans: { ...plans, decouverte: { ...plans.decouverte, requestsPerMinute: 60_000 } },
}

const system = stopAtEnd(await startServedSystem({ seams: { planTable } }))
const once = { ...plans.decouverte, requestsPerMinute: 1 }
/** Where every account may ask once a minute. */
const strict = stopAtEnd(
  await system.startGateway({ seams: { planTable: { ...planTable, plans: { ...plans, decouverte: once } } } }),
)

/** Parameters that make each fault; of a history, whose window is begun by one of them only. */
function queryOf(wrong: ReadonlySet<Fault>): string {
  const window = wrong.has('window_too_large') ? 'from=2024-01-01T00:00:00Z' : 'from=2026-01-02T00:00:00Z'
  const hasWindow = wrong.has('window_too_large') || wrong.has('history_depth_exceeded')
  return [
    ...(hasWindow ? [window] : []),
    ...(wrong.has('invalid_parameter') ? ['granularity=daily'] : []),
    ...(wrong.has('plan_capability_required') ? ['profile=carbon'] : []),
    ...(wrong.has('unknown_parameter') ? ['hour=1'] : []),
    ...(wrong.has('uri_too_long') ? [`timezone=${'x'.repeat(9_000)}`] : []),
  ].join('&')
}

/** A request of the smallest plan with these faults. */
async function ask(wrong: ReadonlySet<Fault>): Promise<Response> {
  const customers = createCustomers(system)
  const customer = await customers.add('decouverte')
  const gatewayUrl = wrong.has('rate_limited') ? strict.url : system.gatewayUrl
  const headers = { 'x-api-key': customer.key }
  if (wrong.has('rate_limited')) await fetch(`${gatewayUrl}/v1/tariff/today`, { headers })
  const key = wrong.has('revoked_api_key') ? (await customers.addRevoked()).key : customer.key
  const path = `/v1/score/${wrong.has('not_found') ? 'past' : 'history'}?${queryOf(wrong)}`
  const method = wrong.has('method_not_allowed') ? 'DELETE' : 'GET'
  return fetch(`${gatewayUrl}${path}`, { method, headers: { 'x-api-key': key } })
}

test.each(faults)('%s is the answer to a request with this fault alone', async (fault) => {
  expect((await problemOf(await ask(new Set([fault])))).code).toBe(fault)
})

test.each(pairs)('%s is answered before %s', async (first, second) => {
  expect((await problemOf(await ask(new Set([first, second])))).code).toBe(first)
})

test('a request with every fault gets its refusals in the same order as the faults are corrected one by one', async () => {
  for (const [rank, fault] of faults.entries()) {
    expect((await problemOf(await ask(new Set(faults.slice(rank))))).code).toBe(fault)
  }
})

describe('without any data', () => {
  let empty: System
  let demo: string
  beforeAll(async () => {
    demo = createApiKey()
    empty = await startSystem({ asOf, gateway: { settings: { DEMO_API_KEY: demo } } })
  })
  afterAll(() => empty.stop())

  test('every fault of a request is refused before the data are looked for', async () => {
    const decouverte = await empty.createKey('decouverte')
    const codeOf = async (path: string, headers: Record<string, string> = {}) =>
      (await problemOf(await empty.get(path, headers))).code
    expect(await codeOf('/v1/score')).toBe('insufficient_data')
    expect(await codeOf('/v1/score?profile=green')).toBe('unknown_profile')
    expect(await codeOf('/v1/score?profile=green', { 'x-api-key': decouverte })).toBe('plan_capability_required')
    expect(await codeOf('/v1/score?profile=carbon', { 'x-api-key': demo })).toBe('plan_capability_required')
    expect(await codeOf('/v1/score?hour=1')).toBe('unknown_parameter')
    expect(await codeOf('/v1/score', { accept: 'application/xml' })).toBe('not_acceptable')
    expect(await codeOf('/v1/score', { 'x-api-key': createApiKey() })).toBe('invalid_api_key')
    expect(await codeOf('/v1/score/history?from=2024-01-01T00:00:00Z')).toBe('window_too_large')
  })

  test('a demo key that may not call the endpoint is refused for its parameters first', async () => {
    const codeOf = async (path: string) =>
      (await problemOf(await empty.get(path, { 'x-api-key': demo, 'x-forwarded-for': '198.51.100.1' }))).code
    expect(await codeOf('/v1/score/history?hour=1')).toBe('unknown_parameter')
    expect(await codeOf('/v1/score/history?granularity=daily')).toBe('plan_capability_required')
  })
})
