import { afterEach, describe, expect, test } from 'bun:test'
import { version } from '../../../package.json'
import { fetchUsable, parseJson, sendRequest } from './http-client.ts'
import { UpstreamError } from './upstream-error.ts'

const servers: Bun.Server<undefined>[] = []
afterEach(() => servers.splice(0).map((server) => server.stop(true)))

function serve(answer: (request: Request) => Response | Promise<Response>): URL {
  // Without its own limit, so that only the caller's is tried.
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 0, fetch: answer })
  servers.push(server)
  return new URL('/data?api_key=very-secret', server.url)
}

test('an upstream that does not answer in time is a transient failure', async () => {
  const url = serve(() => new Promise<Response>(() => undefined))
  await expect(fetchUsable({ url, timeoutMs: 50 })).rejects.toMatchObject({ kind: 'transient' })
})

test('a response larger than the cap is not read to its end', async () => {
  const chunk = new Uint8Array(1024 * 1024)
  let sent = 0
  const url = serve(() => {
    const body = new ReadableStream({
      pull(controller) {
        sent++
        controller.enqueue(chunk)
        if (sent === 200) controller.close()
      },
    })
    return new Response(body)
  })
  await expect(fetchUsable({ url, timeoutMs: 10_000 })).rejects.toMatchObject({ kind: 'too_large' })
  expect(sent).toBeLessThan(200)
})

test('a redirect is not followed, so the token reaches no other host', async () => {
  let asked = 0
  const elsewhere = serve(() => {
    asked++
    return Response.json({})
  })
  const url = serve(() => Response.redirect(elsewhere.href))
  await expect(fetchUsable({ url, timeoutMs: 1_000 })).rejects.toMatchObject({ kind: 'transient' })
  expect((await sendRequest({ url, timeoutMs: 1_000 })).status).toBe(302)
  expect(asked).toBe(0)
})

test('a request names the program and its version', async () => {
  const url = serve((request) => new Response(request.headers.get('user-agent')))
  const { body } = await fetchUsable({ url, timeoutMs: 1_000 })
  expect(new TextDecoder().decode(body)).toBe(`hexawatt/${version}`)
})

test('a stopped caller does not wait for the response', async () => {
  const url = serve(() => new Promise<Response>(() => undefined))
  const startedAtMs = performance.now()
  const call = fetchUsable({ url, timeoutMs: 20_000, signal: AbortSignal.timeout(20) })
  await expect(call).rejects.toMatchObject({ kind: 'transient' })
  expect(performance.now() - startedAtMs).toBeLessThan(10_000)
})

test('error messages name host and path, never the query', async () => {
  for (const status of [400, 401, 403, 404, 413, 429, 500]) {
    const url = serve(() => new Response('no', { status }))
    const error = await fetchUsable({ url, timeoutMs: 1_000 }).catch((caught: Error) => caught)
    expect(String(error)).toContain('/data')
    expect(String(error)).not.toContain('very-secret')
  }
})

test('every status has its kind of failure, and 429 its Retry-After', async () => {
  const kinds = {
    400: 'rejected',
    401: 'unauthorized',
    403: 'rejected',
    404: 'rejected',
    408: 'transient',
    413: 'too_large',
  }
  for (const [status, kind] of Object.entries({
    ...kinds,
    414: 'rejected',
    500: 'transient',
    503: 'transient',
    509: 'rate_limited',
  })) {
    const url = serve(() => new Response('', { status: Number(status) }))
    await expect(fetchUsable({ url, timeoutMs: 1_000 })).rejects.toMatchObject({ kind })
  }
  const url = serve(() => new Response('', { status: 429, headers: { 'retry-after': '900' } }))
  await expect(fetchUsable({ url, timeoutMs: 1_000 })).rejects.toMatchObject({
    kind: 'rate_limited',
    retryAfterMs: 900_000,
  })
})

describe('Retry-After', () => {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString()
  const refusal = async (status: number, retryAfter: string) => {
    const url = serve(() => new Response('', { status, headers: { 'retry-after': retryAfter } }))
    const error = await fetchUsable({ url, timeoutMs: 1_000 }).catch((caught: unknown) => caught)
    if (!(error instanceof UpstreamError)) throw new Error('the refusal is no UpstreamError')
    return error
  }

  test.each(['3601', '999999999', '9'.repeat(60), 'Fri, 31 Dec 2099 23:59:59 GMT'])(
    'of %p is cut to an hour, and the message says so',
    async (retryAfter) => {
      for (const status of [429, 503]) {
        const error = await refusal(status, retryAfter)
        expect(error.retryAfterMs).toBe(3_600_000)
        expect(error.message).toContain(`(Retry-After "${retryAfter.slice(0, 40)}" is cut to 3600 s)`)
      }
    },
  )

  test.each(['0', inSeconds(-600)])(
    'of %p means one second: the queue of a source cannot be paused for no time',
    async (text) => {
      expect((await refusal(429, text)).retryAfterMs).toBe(1_000)
    },
  )

  test.each(['-5', '-999999999', '1e9', '0x10', '3.5', 'soon', 'Never, but soon'])(
    'of %p is not understood: the usual pause applies, and the message says so',
    async (text) => {
      const error = await refusal(429, text)
      expect(error.retryAfterMs).toBeNull()
      expect(error.message).toContain('is not understood')
    },
  )

  test('of a date within the hour is the time until that date', async () => {
    const { retryAfterMs } = await refusal(429, inSeconds(1_200))
    expect(retryAfterMs).toBeGreaterThan(1_100_000)
    expect(retryAfterMs).toBeLessThanOrEqual(1_200_000)
  })
})

test('the error code of a body is kept; a body without one, or not JSON, is still the same failure', async () => {
  const codeOf = async (body: string) => {
    const url = serve(() => new Response(body, { status: 400 }))
    return fetchUsable({ url, timeoutMs: 1_000 }).catch((error: { kind: string; code: string | null }) => [
      error.kind,
      error.code,
    ])
  }
  expect(await codeOf('{"error":"TMPLIKSUPCON_TMPLIKCAL_F04","error_uri":""}')).toEqual([
    'rejected',
    'TMPLIKSUPCON_TMPLIKCAL_F04',
  ])
  for (const body of ['', '<html>', 'null', '{"error":{"code":4}}', `{"error":"${'x'.repeat(200)}"}`]) {
    expect(await codeOf(body)).toEqual(['rejected', null])
  }
})

test('a byte-order mark does not break JSON; truncated JSON may be retried', async () => {
  const url = serve(() => new Response('\uFEFF{"a":1}'))
  expect(parseJson(await fetchUsable({ url, timeoutMs: 1_000 }), url)).toEqual({ a: 1 })
  const half = serve(() => new Response('{"a":'))
  const answer = await fetchUsable({ url: half, timeoutMs: 1_000 })
  expect(() => parseJson(answer, half)).toThrow(expect.objectContaining({ kind: 'transient' }))
})
