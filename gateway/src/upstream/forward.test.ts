import { beforeEach, describe, expect, test } from 'bun:test'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startStandInService } from '../testing/stand-in-service.ts'
import { maxCalls } from './guarded-service.ts'
import { serviceClientNames } from './service-client.ts'
import type { ServiceResponse } from './service-request.ts'
import {
  createChunkedResponse,
  createServiceRequest,
  startForwardFixture,
  testToken,
} from './testing/forward-fixture.ts'

const service = stopAtEnd(startStandInService())
let fixture = startForwardFixture(service.url)

const ask = (changes = {}) => fixture.forward(createServiceRequest('getCarbonIntensity', changes))

/** The body as a client would read it. */
const json = ({ body }: ServiceResponse): Promise<unknown> => new Response(body).json()

async function expectUnavailable(answer: Promise<ServiceResponse>, retryAfterSeconds = 5): Promise<void> {
  const error = await answer.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ code: 'service_unavailable', options: { retryAfterSeconds } })
}

const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ status, code }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })

describe.each(serviceClientNames)('with the service client %s', (serviceClient) => {
  beforeEach(() => {
    service.answerWith(() => Response.json({ from: 'service' }))
    fixture = startForwardFixture(service.url, { serviceClient })
  })

  describe('a forwarded request', () => {
    test('has the path, the query and only the headers of the gateway', async () => {
      await ask({ query: 'a=1&b=%20', conditions: { ifNoneMatch: 'W/"7"', ifModifiedSince: undefined } })
      const seen = service.requests.at(-1)
      expect(new URL(seen?.url ?? '').pathname + new URL(seen?.url ?? '').search).toBe('/v1/carbon/intensity?a=1&b=%20')
      const addedByFetch = { connection: 'keep-alive', 'user-agent': expect.stringContaining('Bun') }
      expect(Object.fromEntries(seen?.headers ?? [])).toEqual({
        ...(serviceClient === 'fetch' ? addedByFetch : {}),
        accept: 'application/json',
        'accept-encoding': 'identity',
        host: new URL(service.url).host,
        'if-none-match': 'W/"7"',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        'x-hexawatt-principal': createServiceRequest('getCarbonIntensity').principalJson,
        'x-internal-token': testToken,
        'x-request-id': 'request-of-a-test',
      })
    })

    test('has no condition that no validator of the product can meet', async () => {
      await ask({ conditions: { ifNoneMatch: '"é"', ifModifiedSince: 'Thu, 01 Jan 2026 00:00:00 GMT' } })
      const headers = service.requests.at(-1)?.headers
      expect([headers?.get('if-none-match'), headers?.get('if-modified-since')]).toEqual([
        null,
        'Thu, 01 Jan 2026 00:00:00 GMT',
      ])
    })

    test('asks for JSON whatever media type the client wants', async () => {
      await ask({ accept: 'text/plain' })
      expect(service.requests.at(-1)?.headers.get('accept')).toBe('application/json')
    })
  })

  describe('a forwarded response', () => {
    test('has the body and only headers that customers may see', async () => {
      const shown = {
        'content-type': 'application/json',
        etag: 'W/"1"',
        'cache-control': 'private, max-age=60',
        'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
        vary: 'accept',
        'x-data-mode': 'demo',
        'x-service-confidence': 'degraded',
      }
      const hidden = { 'set-cookie': 'a=b', server: 'secret/1.0', 'x-internal-token': 'leak', 'x-request-id': 'other' }
      service.answerWith(() => new Response('{"a":1}', { headers: { ...shown, ...hidden } }))
      const answer = await ask()
      expect([answer.status, answer.headers, await json(answer)]).toEqual([200, shown, { a: 1 }])
    })

    test('may be a 304 without a body', async () => {
      service.answerWith(() => new Response(null, { status: 304, headers: { etag: 'W/"1"' } }))
      expect(await ask()).toEqual({ status: 304, headers: { etag: 'W/"1"' }, body: null })
    })

    test('may be a problem for customers with its Retry-After', async () => {
      service.answerWith(() => problem(503, 'insufficient_data', { 'retry-after': '300' }))
      const answer = await ask()
      expect([answer.status, answer.headers]).toEqual([
        503,
        { 'content-type': 'application/problem+json', 'retry-after': '300' },
      ])
      expect(await json(answer)).toEqual({ status: 503, code: 'insufficient_data' })
    })

    test('is complete, also when it comes in chunks', async () => {
      service.answerWith(() => createChunkedResponse())
      for (let count = 0; count < 2; count++) expect(await json(await ask())).toEqual({ a: 1 })
    })
  })

  describe('a response that customers may not see becomes 503', () => {
    beforeEach(() => {
      fixture = startForwardFixture(service.url, { serviceClient, timeoutMs: 200 })
    })

    test.each([401, 404, 405])('a problem %d of the service, which is an internal error', async (status) => {
      service.answerWith(() => problem(status, 'not_found'))
      await expectUnavailable(ask())
    })

    test.each([
      ['a bare 500', () => new Response('stack trace', { status: 500 })],
      ['a bare 400', () => new Response('bad', { status: 400 })],
      ['a redirect', () => new Response(null, { status: 302, headers: { location: 'http://internal/' } })],
      ['an empty 204', () => new Response(null, { status: 204 })],
      ['a body above the cap', () => new Response(new Uint8Array(5 * 1024 * 1024))],
      ['a body above the cap, undeclared', () => new Response(new Blob([new Uint8Array(5 * 1024 * 1024)]).stream())],
      [
        'a compressed body that was not asked for',
        () => new Response('x', { headers: { 'content-encoding': 'gzip' } }),
      ],
      [
        'half a body',
        () => new Response(new ReadableStream({ start: (controller) => controller.enqueue('{"from":') })),
      ],
    ] as const)('%s', async (_name, answer) => {
      service.answerWith(answer)
      await expectUnavailable(ask())
    })

    test('a late service, which is called once', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      service.answerWith(async () => {
        await promise
        return Response.json({})
      })
      const before = service.requests.length
      await expectUnavailable(ask())
      expect(service.requests.length - before).toBe(1)
      resolve()
    })
  })

  describe('a service that refuses connections', () => {
    test('is retried once, because it may be restarting', async () => {
      const gone = startStandInService()
      const port = Number(new URL(gone.url).port)
      await gone.stop()
      const answer = startForwardFixture(gone.url, { serviceClient }).forward(
        createServiceRequest('getCarbonIntensity'),
      )
      const replaced = Bun.serve({ port, hostname: '127.0.0.1', fetch: () => Response.json({ is: 'back' }) })
      expect(await json(await answer)).toEqual({ is: 'back' })
      await replaced.stop(true)
    })

    test('is 503 while it stays away', async () => {
      const gone = startStandInService()
      await gone.stop()
      await expectUnavailable(
        startForwardFixture(gone.url, { serviceClient }).forward(createServiceRequest('getCarbonIntensity')),
      )
    })
  })

  describe('a failing service', () => {
    const failing = () => new Response('broken', { status: 500 })

    async function openCircuit(): Promise<void> {
      service.answerWith(failing)
      for (let count = 0; count < 3; count++) await expectUnavailable(ask())
      expect(await fixture.metric('gateway_circuit_state', 'svc-carbon')).toBe(2)
    }

    test('is not called for a while, and the refusal states until when', async () => {
      await openCircuit()
      const before = service.requests.length
      fixture.advanceClock(3_500)
      await expectUnavailable(ask(), 2)
      expect(service.requests.length).toBe(before)
      expect(await fixture.metric('gateway_circuit_openings_total', 'svc-carbon')).toBe(1)
      expect(await fixture.metric('gateway_service_failures_total', 'svc-carbon', 'circuit_open')).toBe(1)
    })

    test('does not affect other services', async () => {
      await openCircuit()
      service.answerWith(() => Response.json({}))
      expect((await fixture.forward(createServiceRequest('getScore'))).status).toBe(200)
      expect(await fixture.metric('gateway_circuit_state', 'svc-score')).toBe(0)
    })

    test('is called again later, and serves after it has recovered', async () => {
      await openCircuit()
      fixture.advanceClock(5_000)
      service.answerWith(() => Response.json({ is: 'back' }))
      expect(await json(await ask())).toEqual({ is: 'back' })
      expect(await fixture.metric('gateway_circuit_state', 'svc-carbon')).toBe(0)
    })

    test.each([
      ['refusals for want of data', () => problem(503, 'insufficient_data')],
      ['refusals of what was asked', () => problem(400, 'invalid_parameter')],
      ['bare refusals', () => new Response('no', { status: 404 })],
    ])('is not suspected because of %s, however many there are', async (_name, answer) => {
      service.answerWith(answer)
      for (let count = 0; count < 30; count++) await ask().catch(() => undefined)
      expect(await fixture.metric('gateway_circuit_state', 'svc-carbon')).toBe(0)
    })

    test('is not suspected because clients disconnect', async () => {
      service.answerWith(() => new Promise<Response>(() => undefined))
      for (let count = 0; count < 20; count++) {
        const leaving = new AbortController()
        const answer = ask({ signal: leaving.signal })
        leaving.abort()
        await expect(answer).rejects.toMatchObject({ reason: 'client_gone' })
      }
      expect(await fixture.metric('gateway_circuit_state', 'svc-carbon')).toBe(0)
      expect(await fixture.metric('gateway_service_failures_total')).toBeNull()
    })
  })

  test('the number of concurrent calls is bounded; the next one is refused at once until one has ended', async () => {
    const patient = startForwardFixture(service.url, { serviceClient, timeoutMs: 10_000 })
    const { promise, resolve } = Promise.withResolvers<void>()
    service.answerWith(async () => {
      await promise
      return Response.json({})
    })
    const request = createServiceRequest('getScore')
    const running = Array.from({ length: maxCalls }, () => patient.forward(request))
    await expectUnavailable(patient.forward(request), 1)
    resolve()
    for (const answer of await Promise.all(running)) expect(answer.status).toBe(200)
    expect((await patient.forward(request)).status).toBe(200)
  })
})
