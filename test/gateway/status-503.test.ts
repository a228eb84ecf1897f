import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { type ServiceClientName, serviceClientNames } from '@hexawatt/gateway/src/upstream/service-client.ts'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import type { OperationId } from '@hexawatt/shared/contract/operations'
import { createChangePublisher } from '@hexawatt/shared/snapshot/data-changes'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { startRelay } from '@hexawatt/svc-score/src/testing/relay.ts'
import * as v from 'valibot'
import { type System, startSystem } from '../testing/system-fixture.ts'
import { callWith, everyOperation, goodCall, operationsWith } from './testing/operation-calls.ts'
import { asOf, realAnswerTime, startServedSystem } from './testing/served-system-fixture.ts'
import { shownLimits } from './testing/shown-limits.ts'

const system = stopAtEnd(await startServedSystem())

const forwarded = everyOperation.filter(([, { owner }]) => owner !== 'gateway')
const live = forwarded.filter(([, operation]) => operation.isLive)
const passed = forwarded.filter(([, operation]) => !operation.isLive)

/** Dependencies of a gateway that a test can take away. */
const standsOn = ['SVC_CARBON_URL', 'SVC_SCORE_URL', 'SVC_HISTORY_URL', 'REDIS_URL', 'DATABASE_URL'] as const
type Support = (typeof standsOn)[number]

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  system.clock.moveTo(asOf)
})

/** A gateway that reaches these through relays of its own, and a key that it does not know yet. */
async function startRelayed(cuttable: readonly Support[], client: ServiceClientName = 'fast') {
  const relays = cuttable.map((name) => {
    const url = new URL(system.gatewaySettings[name])
    const relay = startRelay(url.hostname, Number(url.port))
    url.port = String(relay.port)
    return { relay, setting: [name, url.href] as const }
  })
  const settings = { SERVICE_CLIENT: client, ...Object.fromEntries(relays.map(({ setting }) => setting)) }
  const gateway = await system.startGateway({ settings, seams: realAnswerTime })
  const key = await system.createKey('scale')
  const cut = (): void => {
    for (const { relay } of relays) relay.stop()
  }
  closers.push(async () => {
    cut()
    await gateway.stop()
  })
  return {
    cut,
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(`${gateway.url}${path}`, { headers: { 'x-api-key': key, ...headers } }),
    metric: async (name: string) =>
      (await gateway.deps.metrics.text()).match(new RegExp(`^${name}\\S* (\\d+)$`, 'm'))?.[1],
  }
}
type Relayed = Awaited<ReturnType<typeof startRelayed>>

const services = ['SVC_CARBON_URL', 'SVC_SCORE_URL', 'SVC_HISTORY_URL'] as const

/** An answer cached for a second is requested again when the data change. */
const publishChange = (): Promise<number> => createChangePublisher(system.ingest)('carbon')

/** Asks until the answer is no longer the answer cached for a second. */
async function untilDegraded({ get }: Relayed, path: string): Promise<Response> {
  let response = await get(path)
  const isDegraded = async () => {
    response = await get(path)
    return response.headers.get('x-service-confidence') === 'degraded'
  }
  await publishChange()
  expect([path, await pollUntil(isDegraded, { intervalMs: 5, timeoutMs: 10_000 })]).toEqual([path, true])
  return response
}

describe('too little data', () => {
  let empty: System
  beforeAll(async () => {
    empty = await startSystem({ asOf })
  })
  afterAll(() => empty.stop())

  test.each(operationsWith('insufficient_data'))(
    '%s: without enough data it is refused, with what is present and when to come back',
    async (_, operation) => {
      const response = await empty.get(callWith(operation))
      const problem = await problemOf(response)
      expect([response.status, problem.code, response.headers.get('retry-after')]).toEqual([
        503,
        'insufficient_data',
        '300',
      ])
      expect(problem).toMatchObject({ confidence: expect.any(Number), sourceAvailability: expect.any(Object) })
      expect(response.headers.get('cache-control')).toBe('no-store')
      const { month } = shownLimits(response.headers)
      expect(month?.remaining).toBe(month?.limit ?? -1)
    },
  )

  test('an operation for which an empty list is a valid response is not refused', async () => {
    const bodyOf = async (path: string): Promise<unknown> => {
      const response = await empty.get(path)
      return { status: response.status, body: await response.json() }
    }
    expect(await bodyOf('/v1/score/forecast')).toMatchObject({ status: 200, body: { hours: [], bestHour: null } })
    expect(await bodyOf('/v1/score/history')).toMatchObject({ status: 200, body: { points: [], sampleCount: 0 } })
    expect(await bodyOf('/v1/score/analytics')).toMatchObject({ status: 200, body: { avgGlobalScore: null } })
    expect(await bodyOf('/v1/tariff/today')).toMatchObject({ status: 200, body: { color: null } })
    expect(await bodyOf('/api/coverage')).toMatchObject({ status: 200, body: { seriesStart: null, pointCount: 0 } })
  })
})

describe.each(serviceClientNames)('a service that is away, asked by the client %s', (client) => {
  test.each(live)(
    '%s: while its service is away its last good response is served, marked as degraded',
    async (_, operation) => {
      const gateway = await startRelayed(services, client)
      const call = goodCall(operation)
      // An answer to a request with parameters is cached from the second request on.
      await gateway.get(call)
      const good = await gateway.get(call)
      expect([good.status, good.headers.get('x-service-confidence')]).toEqual([200, null])
      gateway.cut()
      const response = await untilDegraded(gateway, call)
      expect([response.status, response.headers.get('etag'), response.headers.get('cache-control')]).toEqual([
        200,
        null,
        'no-store',
      ])
      expect(response.headers.get('warning')).toBeNull()
      const isText = operation.exportedAs?.startsWith('text/') === true
      v.parse(operation.response, isText ? await response.text() : await response.json())
      // A client that holds the good answer gets no 304.
      expect((await gateway.get(call, { 'if-none-match': good.headers.get('etag') ?? '' })).status).toBe(200)
    },
  )

  test('while its service is away an intensity shows its true age, until it is too old to be served', async () => {
    const gateway = await startRelayed(['SVC_CARBON_URL'], client)
    const path = '/v1/carbon/intensity'
    const read = async (response: Response) => v.parse(CarbonIntensityResponse, await response.json())
    const good = await read(await gateway.get(path))
    gateway.cut()
    system.clock.advance({ minutes: 7 })
    await publishChange()
    const last = await read(await untilDegraded(gateway, path))
    expect([last.dataAgeMinutes, last.timestamp]).toEqual([(good.dataAgeMinutes ?? 0) + 7, '2026-02-03T18:27:00Z'])
    expect({ ...last, timestamp: '', dataAgeMinutes: 0 }).toEqual({ ...good, timestamp: '', dataAgeMinutes: 0 })
    system.clock.advance({ hours: 6 })
    const isRefused = async () => (await gateway.get(path)).status === 503
    expect(await pollUntil(isRefused, { intervalMs: 20, timeoutMs: 10_000 })).toBe(true)
  })

  test.each(forwarded)(
    '%s: while its service is away it is refused without a good response, with when to come back',
    async (_, operation) => {
      const gateway = await startRelayed(services, client)
      gateway.cut()
      const response = await gateway.get(goodCall(operation))
      expect([response.status, (await problemOf(response)).code]).toEqual([503, 'service_unavailable'])
      const retryAfter = Number(response.headers.get('retry-after'))
      expect([1, 2, 3, 4, 5]).toContain(retryAfter)
      const { month } = shownLimits(response.headers)
      expect(month?.remaining).toBe(month?.limit)
    },
  )

  test.each(passed)('%s: while its service is away no past response is served', async (_, operation) => {
    const gateway = await startRelayed(services, client)
    expect((await gateway.get(goodCall(operation))).status).toBe(200)
    gateway.cut()
    const response = await gateway.get(goodCall(operation))
    expect([response.status, (await problemOf(response)).code]).toEqual([503, 'service_unavailable'])
  })

  test('a service that is away affects no operation of the others, except the façade’s forecast, which is made from an export', async () => {
    const shapedFromScore: readonly OperationId[] = ['getElectricityMapsForecast', 'getElectricityMapsV4Forecast']
    const gateway = await startRelayed(['SVC_SCORE_URL'], client)
    gateway.cut()
    for (const [, operation] of everyOperation) {
      const { status } = await gateway.get(goodCall(operation))
      const isOfScore = operation.owner === 'svc-score' || shapedFromScore.includes(operation.id)
      expect([operation.id, status]).toEqual([operation.id, isOfScore ? 503 : 200])
    }
  })
})

describe('without stores', () => {
  test('without Redis every operation is served under the gateway’s own limits, and a metric says so', async () => {
    const gateway = await startRelayed(['REDIS_URL'])
    expect((await gateway.get('/v1/score')).status).toBe(200)
    expect(await gateway.metric('gateway_limits_local')).toBe('0')
    gateway.cut()
    for (const [, operation] of everyOperation) {
      const response = await gateway.get(goodCall(operation))
      expect([operation.id, response.status]).toEqual([operation.id, 200])
      expect(shownLimits(response.headers).minute.remaining).toBeGreaterThan(0)
    }
    expect(await gateway.metric('gateway_limits_local')).toBe('1')
  })

  test('without Postgres and Redis known keys are served, others cannot be checked, and no key is refused as wrong', async () => {
    const gateway = await startRelayed(['REDIS_URL', 'DATABASE_URL'])
    expect((await gateway.get('/v1/score')).status).toBe(200)
    gateway.cut()
    // Made while the gateway hears of nothing.
    const unknown = { 'x-api-key': await system.createKey('pro') }
    // At once, because each request that needs Postgres waits for its next connection.
    await Promise.all(
      everyOperation.map(async ([id, operation]) => {
        const call = goodCall(operation)
        if (operation.owner !== 'gateway') expect([id, (await gateway.get(call)).status]).toEqual([id, 200])
        if (!operation.needsKey) return
        const response = await gateway.get(call, unknown)
        const { code } = await problemOf(response)
        expect([id, response.status, code]).toEqual([id, 503, 'service_unavailable'])
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      }),
    )
    expect((await gateway.get('/api/plans')).status).toBe(200)
    const status = await gateway.get('/api/status')
    expect([status.status, (await problemOf(status)).code]).toEqual([503, 'service_unavailable'])
  })
})
