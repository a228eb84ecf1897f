import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores'
import { problemOf } from '../testing/problem-of.ts'
import { startStandInService } from '../testing/stand-in-service.ts'
import { startTestGateway, storeTestKey } from '../testing/test-gateway.ts'

const database = await createTestDatabase()
const service = startStandInService()
const gateway = await startTestGateway({
  databaseUrl: database.url,
  redisUrl: await createTestRedisUrl(),
  serviceUrl: service.url,
  serviceTimeoutMs: 300,
})
const { key } = await storeTestKey(gateway)

afterEach(() => service.answerWith(() => Response.json({ from: 'service' })))

afterAll(async () => {
  await Promise.all([gateway.stop(), service.stop()])
  await database.drop()
})

const history = '/v1/score/history'

function ask(headers: Record<string, string> = {}, path = history, method = 'GET'): Promise<Response> {
  return fetch(`${gateway.url}${path}`, { method, headers: { 'x-api-key': key, ...headers } })
}

/** A service whose body is made as it is taken: how much was made, and whether it was told to stop. */
function streamingAnswer(chunks: number, chunkBytes = 64 * 1024) {
  const seen = { made: 0, isCancelled: false }
  service.answerWith(
    () =>
      new Response(
        new ReadableStream(
          {
            pull(controller) {
              if (seen.made === chunks) return controller.close()
              seen.made += 1
              controller.enqueue(new Uint8Array(chunkBytes).fill(0x61))
            },
            cancel() {
              seen.isCancelled = true
            },
          },
          { highWaterMark: 0 },
        ),
        { headers: { 'content-type': 'application/json', 'x-data-mode': 'demo' } },
      ),
  )
  return seen
}

/** Waits for what another process does in its own time. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await Bun.sleep(5)
}

describe('the type of a history', () => {
  test.each([
    ['text/csv', 'text/csv', 'text/csv; charset=utf-8'],
    ['application/x-ndjson', 'application/x-ndjson', 'application/x-ndjson'],
    ['text/csv;q=0.5, application/x-ndjson', 'application/x-ndjson', 'application/x-ndjson'],
    ['text/csv, application/json;q=0.9', 'text/csv', 'text/csv; charset=utf-8'],
    ['text/*', 'application/json', 'text/json; charset=utf-8'],
    ['text/plain', 'application/json', 'text/plain; charset=utf-8'],
    ['*/*', 'application/json', 'application/json'],
    ['application/json, text/csv', 'application/json', 'application/json'],
  ])('Accept %p asks the service for %p and answers %p', async (accept, asked, answered) => {
    const response = await ask({ accept })
    expect(await response.json()).toEqual({ from: 'service' })
    expect(service.requests.at(-1)?.headers.get('accept')).toBe(asked)
    expect([response.headers.get('content-type'), response.headers.get('vary')]).toEqual([answered, 'Accept'])
  })

  test('no other operation is offered as CSV or NDJSON', async () => {
    for (const path of ['/v1/score', '/v1/score/analytics', '/v1/carbon/intensity']) {
      for (const accept of ['text/csv', 'application/x-ndjson']) expect((await ask({ accept }, path)).status).toBe(406)
    }
    expect((await problemOf(await ask({ accept: 'image/png' }))).detail).toContain('application/x-ndjson')
  })
})

describe('a body that is passed on as it comes', () => {
  test('is not bounded, and keeps its headers', async () => {
    streamingAnswer(160)
    const response = await ask()
    expect([response.status, response.headers.get('x-data-mode')]).toEqual([200, 'demo'])
    expect((await response.arrayBuffer()).byteLength).toBe(160 * 64 * 1024)
  })

  test('a client that does not read holds up the service', async () => {
    const seen = streamingAnswer(2_000)
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    socket.write(`GET ${history} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\n\r\n`)
    const { promise, resolve } = Promise.withResolvers<void>()
    socket.once('data', () => {
      socket.pause()
      resolve()
    })
    await promise
    // What stays the same for ten looks is held up: on a loopback connection 64 KiB take far less than one of them.
    for (let [made, looks] = [-1, 0]; looks < 10; looks++) {
      if (seen.made !== made) looks = 0
      made = seen.made
      await Bun.sleep(20)
    }
    expect(seen.made).toBeLessThan(1_000)
    socket.destroy()
    await until(() => seen.isCancelled)
  })

  test('a client that goes away ends it at the service', async () => {
    const seen = streamingAnswer(100_000)
    const leaving = new AbortController()
    const response = await fetch(`${gateway.url}${history}`, { headers: { 'x-api-key': key }, signal: leaving.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    leaving.abort()
    await until(() => seen.isCancelled)
    expect(seen.made).toBeLessThan(100_000)
  })

  test('HEAD has the headers and no body, and the service is told to stop', async () => {
    const seen = streamingAnswer(100_000)
    const response = await ask({}, history, 'HEAD')
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'application/json',
      '',
    ])
    await until(() => seen.isCancelled)
  })

  const opening = (controller: ReadableStreamDefaultController) => controller.enqueue('{"points":[')

  test.each([
    ['falls silent', opening],
    [
      'breaks off',
      async (controller: ReadableStreamDefaultController) => {
        opening(controller)
        await Bun.sleep(20)
        controller.error(new Error('expected by the test'))
      },
    ],
  ] as const)('a service that %s in the middle breaks the answer off: it never looks whole', async (_name, start) => {
    service.answerWith(
      () => new Response(new ReadableStream({ start }), { headers: { 'content-type': 'application/json' } }),
    )
    const response = await ask()
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })
})

describe('before the first byte', () => {
  test('a service that is late is 503', async () => {
    service.answerWith(async () => {
      await Bun.sleep(1_500)
      return Response.json({})
    })
    const response = await ask()
    expect([response.status, (await problemOf(response)).code]).toEqual([503, 'service_unavailable'])
  })

  test('a problem of the service passes', async () => {
    service.answerWith(() =>
      Response.json(
        { status: 403, code: 'history_depth_exceeded' },
        { status: 403, headers: { 'content-type': 'application/problem+json' } },
      ),
    )
    const response = await ask({ accept: 'text/csv' })
    expect([response.status, response.headers.get('content-type')]).toEqual([403, 'application/problem+json'])
  })
})

test('coverage needs no key, and the service is told that nobody in particular asks', async () => {
  const response = await fetch(`${gateway.url}/api/coverage`)
  expect(response.status).toBe(200)
  expect(JSON.parse(service.requests.at(-1)?.headers.get('x-hexawatt-principal') ?? '')).toMatchObject({
    accountId: 'public',
    plan: 'decouverte',
    entitlements: { analytics: false, customWeights: false },
  })
})
