import { describe, expect, test } from 'bun:test'
import { startTestGateway, testInternalToken } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { type Operation, operations } from '@hexawatt/shared/contract/operations'
import { mountOperations } from '@hexawatt/shared/http/mount'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { answerMoonPhase, getMoonPhase } from './testing/moon-phase.ts'

const service = mountOperations(
  { owner: 'svc-carbon', acceptedTokens: [testInternalToken], operations: [getMoonPhase] },
  { getMoonPhase: answerMoonPhase },
)
// The types of the gateway know the product's operations only.
const listed = [...operations, getMoonPhase as unknown as Operation]

let cacheTimeMs = 0
const database = await createTestDatabase()
closeAtEnd(database.drop)
service.listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
const gateway = stopAtEnd(
  await startTestGateway({
    databaseUrl: database.url,
    redisUrl: await createTestRedisUrl(),
    serviceUrl: `http://127.0.0.1:${service.server?.port}`,
    operations: listed,
    cacheTimeMs: () => cacheTimeMs,
    clock: { now: () => Temporal.Instant.from('2026-02-03T18:20:00Z') },
  }),
)
const key = (await storeTestKey(gateway)).key

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${gateway.url}${path}`, { method, headers: { 'x-api-key': key, ...headers } })
const refusalOf = async (response: Promise<Response>) => {
  const { status, code, detail } = await problemOf(await response)
  return { status, code, detail }
}

describe('the gateway serves an operation of one contract entry and one handler', () => {
  test('the gateway serves the operation’s body under every usual type, and 304 to its entity tag', async () => {
    const answer = await ask('/v1/moon/phase?hours=2')
    expect([answer.status, await answer.json()]).toEqual([200, { litShare: 0.5 }])
    expect(answer.headers.get('x-ratelimit-limit-month')).not.toBeNull()
    const etag = answer.headers.get('etag') ?? ''
    expect((await ask('/v1/moon/phase?hours=2', { 'if-none-match': etag })).status).toBe(304)
    expect((await ask('/v1/moon/phase', { accept: 'text/plain' })).headers.get('content-type')).toStartWith(
      'text/plain',
    )
  })

  test('the gateway refuses key, method, type, parameter names and values by the operation’s facts', async () => {
    expect(await refusalOf(fetch(`${gateway.url}/v1/moon/phase`))).toMatchObject({ code: 'missing_api_key' })
    expect(await refusalOf(ask('/v1/moon/phase', {}, 'DELETE'))).toMatchObject({ code: 'method_not_allowed' })
    expect(await refusalOf(ask('/v1/moon/phase', { accept: 'image/png' }))).toMatchObject({ code: 'not_acceptable' })
    expect(await refusalOf(ask('/v1/moon/phase?phase=full'))).toMatchObject({
      code: 'unknown_parameter',
      detail: 'Query parameter "phase" (received "full") is unknown; accepted are: hours.',
    })
    expect(await refusalOf(ask('/v1/moon/phase?hours=49'))).toMatchObject({
      code: 'invalid_parameter',
      detail: expect.stringContaining('"hours" (received "49")'),
    })
    expect(await refusalOf(ask('/v1/moon/phas'))).toMatchObject({
      code: 'not_found',
      detail: expect.stringContaining('/v1/moon/phase'),
    })
  })

  test('the gateway documents the operation', async () => {
    const document = await (await ask('/openapi.json')).json()
    expect(document).toMatchObject({ paths: { '/v1/moon/phase': { get: { operationId: 'getMoonPhase' } } } })
    expect(await (await ask('/llms.txt')).text()).toContain('[GET /v1/moon/phase]')
  })

  // The last one: it ends the service.
  test('the gateway serves the operation’s last response by its stale rule once the service is down', async () => {
    expect((await ask('/v1/moon/phase')).status).toBe(200)
    await service.stop(true)
    cacheTimeMs += 3_600_000
    const answer = await ask('/v1/moon/phase')
    expect([answer.status, answer.headers.get('x-service-confidence')]).toEqual([200, 'degraded'])
    expect(await refusalOf(ask('/v1/moon/phase?hours=4'))).toMatchObject({ code: 'service_unavailable' })
  })
})
