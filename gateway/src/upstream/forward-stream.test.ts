import { beforeEach, describe, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { until } from '@hexawatt/shared/testing/until'
import { startStandInService } from '../testing/stand-in-service.ts'
import type { ServiceResponse } from './service-request.ts'
import { createServiceRequest, startForwardFixture } from './testing/forward-fixture.ts'

const service = stopAtEnd(startStandInService())
let fixture = startForwardFixture(service.url)

beforeEach(() => {
  service.answerWith(() => Response.json({ from: 'service' }))
  fixture = startForwardFixture(service.url, { timeoutMs: 300 })
})

const ask = (changes = {}) => fixture.forward(createServiceRequest('getScoreHistory', changes))

function streamOf({ body }: ServiceResponse): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (!(body instanceof ReadableStream)) throw new Error('not a stream')
  return body
}

/** A service whose body is made as it is taken, or a chunk at each pause: how much was made, and whether it was told to stop. */
function streamingAnswer(chunks: number, { chunkBytes = 64 * 1024, pauseMs = 0 } = {}) {
  const seen = { made: 0, isCancelled: false }
  const body = () =>
    new ReadableStream(
      {
        async pull(controller) {
          if (seen.made === chunks) return controller.close()
          seen.made += 1
          controller.enqueue(new Uint8Array(chunkBytes).fill(0x61))
          if (pauseMs > 0) await Bun.sleep(pauseMs)
        },
        cancel() {
          seen.isCancelled = true
        },
      },
      { highWaterMark: 0 },
    )
  service.answerWith(() => new Response(body(), { headers: { 'content-type': 'application/json', etag: 'W/"1"' } }))
  return seen
}

describe('a streamed body', () => {
  test.each(['text/csv', 'application/x-ndjson', 'application/json'] as const)('is requested as %s', async (accept) => {
    await streamOf(await ask({ accept })).cancel()
    expect(service.requests.at(-1)?.headers.get('accept')).toBe(accept)
  })

  test('is not bounded and keeps its headers', async () => {
    streamingAnswer(160)
    const answer = await ask()
    expect([answer.status, answer.headers]).toEqual([200, { 'content-type': 'application/json', etag: 'W/"1"' }])
    expect((await new Response(streamOf(answer)).arrayBuffer()).byteLength).toBe(160 * 64 * 1024)
  })

  test('that is not read holds up the service', async () => {
    const seen = streamingAnswer(2_000)
    const reader = streamOf(await ask()).getReader()
    await reader.read()
    // What stays the same for ten looks is held up: on a loopback connection 64 KiB take far less than one of them.
    for (let [made, looks] = [-1, 0]; looks < 10; looks++) {
      if (seen.made !== made) looks = 0
      made = seen.made
      await Bun.sleep(20)
    }
    expect(seen.made).toBeLessThan(1_000)
    await reader.cancel()
    await until('the end at the service', () => seen.isCancelled)
  })

  test('that is cancelled, read or not, ends at the service', async () => {
    const seen = streamingAnswer(100_000)
    await streamOf(await ask()).cancel()
    await until('the end at the service', () => seen.isCancelled)
  })

  test('whose client disconnects ends at the service, also if it is not read', async () => {
    const seen = streamingAnswer(100_000)
    const leaving = new AbortController()
    await ask({ signal: leaving.signal })
    leaving.abort()
    await until('the end at the service', () => seen.isCancelled)
  })

  const opening = (controller: ReadableStreamDefaultController) => controller.enqueue('{"points":[')

  test.each([
    ['falls silent', 'late', opening],
    [
      'breaks off',
      'broken_off',
      async (controller: ReadableStreamDefaultController) => {
        opening(controller)
        await Bun.sleep(20)
        controller.error(new Error('expected by the test'))
      },
    ],
  ] as const)('breaks off where the service %s, never looks complete, and is counted', async (_name, reason, start) => {
    service.answerWith(() => new Response(new ReadableStream({ start })))
    const answer = await ask()
    expect(answer.status).toBe(200)
    await expect(new Response(streamOf(answer)).text()).rejects.toThrow()
    expect(await fixture.metric('gateway_service_failures_total', 'svc-history', `"${reason}"`)).toBe(1)
  })
})

describe('a stream before its first byte', () => {
  test('is 503 if the service is late', async () => {
    service.answerWith(() => new Promise<Response>(() => undefined))
    await expect(ask()).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(await fixture.metric('gateway_service_failures_total', 'svc-history', '"late"')).toBe(1)
  })

  test('is no failure if the client disconnects', async () => {
    service.answerWith(() => new Promise<Response>(() => undefined))
    const leaving = new AbortController()
    const answer = ask({ signal: leaving.signal })
    leaving.abort()
    await expect(answer).rejects.toMatchObject({ reason: 'client_gone' })
    await expect(ask({ signal: leaving.signal })).rejects.toMatchObject({ reason: 'client_gone' })
    expect(await fixture.metric('gateway_service_failures_total')).toBeNull()
  })

  test('is a whole problem if the service refuses', async () => {
    const headers = { 'content-type': 'application/problem+json' }
    service.answerWith(() => Response.json({ code: 'history_depth_exceeded' }, { status: 403, headers }))
    const answer = await ask({ accept: 'text/csv' })
    expect([answer.status, answer.headers]).toEqual([403, headers])
    expect(answer.body).toBeInstanceOf(Uint8Array)
  })
})

test('the number of concurrent streams is bounded, and every ended stream makes room', async () => {
  // How long an answer may take is not under test: hundreds of them on a busy machine take their time.
  fixture = startForwardFixture(service.url)
  // Without pauses each body would fill the buffers of its connection, and all of them some hundreds of megabytes.
  streamingAnswer(1_000_000, { chunkBytes: 1, pauseMs: 50 })
  const leaving = new AbortController()
  const running: ServiceResponse[] = []
  for (let count = 0; count < 128; count++) running.push(await ask({ signal: leaving.signal }))
  await expect(ask()).rejects.toMatchObject({ options: { retryAfterSeconds: 1 } })
  await streamOf(running[0] ?? (await ask())).cancel()
  const room = await ask()
  await expect(ask()).rejects.toMatchObject({ options: { retryAfterSeconds: 1 } })
  leaving.abort()
  const again = await Promise.all(Array.from({ length: 127 }, () => ask()))
  for (const answer of [room, ...again]) await streamOf(answer).cancel()
})
