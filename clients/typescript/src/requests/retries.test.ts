import { expect, test } from 'bun:test'
import { getEventListeners } from 'node:events'
import { HexawattConnectionError, HexawattProblem, isProblem } from '../errors/hexawatt-errors.ts'
import { catchError, createProblem, createSuccess, startScriptedApi } from '../testing/scripted-api.ts'
import { realTimers } from './settings.ts'

const html = (status: number) => () =>
  new Response('<html>proxy</html>', { status, headers: { 'content-type': 'text/html' } })

test.each([
  ['rate_limited', createProblem(429, 'rate_limited', { 'retry-after': '7' }), [7_000]],
  ['rate_limited for a moment', createProblem(429, 'rate_limited', { 'retry-after': '0' }), [0]],
  ['too_many_streams', createProblem(429, 'too_many_streams', { 'retry-after': '5' }), [5_000]],
  ['insufficient_data', createProblem(503, 'insufficient_data', { 'retry-after': '30' }), [30_000]],
  ['service_unavailable without a wait', createProblem(503, 'service_unavailable'), [250]],
  ['a Retry-After that says nothing', createProblem(503, 'service_unavailable', { 'retry-after': 'soon' }), [250]],
  ['a 503 of a proxy', html(503), [250]],
] as const)('%s is retried after its wait, and the next response is returned', async (_, refusal, waits) => {
  await using api = startScriptedApi(refusal, createSuccess({ globalScore: 70 }))
  const { data } = await api.client().score()
  expect(data).toMatchObject({ globalScore: 70 })
  expect(api.waitsMs).toEqual([...waits])
  expect(api.requests).toHaveLength(2)
})

test('a date in Retry-After is a wait until that date', async () => {
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT'
  const until = { 'retry-after': 'Sat, 21 Nov 2026 10:00:12 GMT', date }
  await using api = startScriptedApi(createProblem(429, 'rate_limited', until), createSuccess())
  await api.client().score()
  expect(api.waitsMs).toEqual([12_000])
})

test.each([
  [400, 'invalid_parameter'],
  [401, 'invalid_api_key'],
  [403, 'plan_capability_required'],
  [404, 'not_found'],
  [406, 'not_acceptable'],
  [429, 'upgrade_required'],
  [429, 'demo_limit_exceeded'],
  [429, 'overage_cap_exceeded'],
  [500, 'internal_error'],
])('%d %s is thrown at once, whatever Retry-After says', async (status, code) => {
  await using api = startScriptedApi(createProblem(status, code, { 'retry-after': '1' }))
  expect(await catchError(api.client().score())).toMatchObject({ name: 'HexawattProblem', status, code })
  expect([api.requests.length, api.waitsMs]).toEqual([1, []])
})

test('a wait beyond the maximum is thrown at once with its seconds', async () => {
  await using api = startScriptedApi(createProblem(503, 'insufficient_data', { 'retry-after': '31' }))
  const error = await catchError(api.client().score())
  expect(isProblem(error, 'insufficient_data') && error.retryAfterSeconds).toBe(31)
  expect([api.requests.length, api.waitsMs]).toEqual([1, []])
})

test('waits without Retry-After double up to the maximum, and retries are bounded', async () => {
  await using api = startScriptedApi(createProblem(503, 'service_unavailable'))
  const error = await catchError(api.client({ maxRetries: 5, maxWaitMs: 3_000 }).score())
  expect(isProblem(error, 'service_unavailable')).toBe(true)
  expect(api.waitsMs).toEqual([250, 500, 1_000, 1_500, 1_500])
  expect(api.requests).toHaveLength(6)
})

test('there are two retries by default, and none if configured', async () => {
  await using api = startScriptedApi(createProblem(429, 'rate_limited', { 'retry-after': '1' }))
  await catchError(api.client().score())
  expect(api.requests).toHaveLength(3)
  await catchError(api.client({ maxRetries: 0 }).score())
  expect(api.requests).toHaveLength(4)
})

test('an unreachable server is retried and then a network error', async () => {
  const api = startScriptedApi(createSuccess())
  await api.stop()
  const error = await catchError(api.client().score())
  expect(error).toBeInstanceOf(HexawattConnectionError)
  expect(error).toMatchObject({ kind: 'network', status: null })
  expect(api.waitsMs).toEqual([250, 500])
})

test('a late response is retried', async () => {
  await using api = startScriptedApi(() => new Promise<Response>(() => undefined), createSuccess({ globalScore: 1 }))
  expect((await api.client().score({}, { timeoutMs: 1_000 })).data.globalScore).toBe(1)
  expect(api.waitsMs).toEqual([250])
})

test('a body that stops midway is a timeout', async () => {
  const endless = () => new Response(new ReadableStream({ start: (body) => body.enqueue('{"globalScore"') }))
  await using api = startScriptedApi(endless)
  const error = await catchError(api.client({ maxRetries: 0 }).score({}, { timeoutMs: 50 }))
  expect(error).toMatchObject({ name: 'HexawattConnectionError', kind: 'timeout' })
})

test('a response of a proxy is an unexpected answer, retried only for 503', async () => {
  for (const script of [html(502), html(429), html(200), () => new Response('[]'), () => new Response('{"cut')]) {
    await using api = startScriptedApi(script)
    const error = await catchError(api.client().score())
    expect(error).toMatchObject({ name: 'HexawattConnectionError', kind: 'unexpected_answer' })
    expect(api.requests).toHaveLength(1)
  }
})

test('a redirect is not followed, so that the key stays here', async () => {
  await using elsewhere = startScriptedApi(createSuccess())
  await using api = startScriptedApi(() => Response.redirect(elsewhere.url, 307))
  expect(await catchError(api.client().score())).toMatchObject({ kind: 'unexpected_answer', status: 307 })
  expect(elsewhere.requests).toEqual([])
})

test('an unrequested 304 is an unexpected answer', async () => {
  await using api = startScriptedApi(() => new Response(null, { status: 304 }))
  expect(await catchError(api.client().score())).toMatchObject({ kind: 'unexpected_answer', status: 304 })
  expect(await catchError(api.client().streamHistory().next())).toMatchObject({
    kind: 'unexpected_answer',
    status: 304,
  })
})

test('an abort ends the wait and rejects with its reason', async () => {
  await using api = startScriptedApi(createProblem(429, 'rate_limited', { 'retry-after': '30' }))
  const ended = new AbortController()
  const reason = new Error('enough')
  const call = api.client({ timers: undefined }).score({}, { signal: ended.signal })
  const outcome = catchError(call)
  while (api.requests.length === 0) await Bun.sleep(1)
  ended.abort(reason)
  expect(await outcome).toBe(reason)
  expect(api.requests).toHaveLength(1)
})

test('an abort ends a running request, and an aborted signal sends none', async () => {
  await using api = startScriptedApi(() => new Promise<Response>(() => undefined))
  const ended = new AbortController()
  const outcome = catchError(api.client().carbonIntensity({ signal: ended.signal }))
  while (api.requests.length === 0) await Bun.sleep(1)
  ended.abort()
  expect(await outcome).toMatchObject({ name: 'AbortError' })
  expect(await catchError(api.client().score({}, { signal: ended.signal }))).toMatchObject({ name: 'AbortError' })
  expect([api.requests.length, api.waitsMs]).toEqual([1, []])
})

test('a long-lived signal keeps no listener, whether calls succeed, fail or wait', async () => {
  const { signal } = new AbortController()
  await using api = startScriptedApi(
    createSuccess(),
    createProblem(400, 'invalid_parameter'),
    createProblem(503, 'service_unavailable'),
  )
  const client = api.client({ timers: { ...realTimers, random: () => 0 }, maxRetries: 1 })
  await client.score({}, { signal })
  await catchError(client.score({}, { signal }))
  await catchError(client.score({}, { signal }))
  expect([api.requests.length, getEventListeners(signal, 'abort').length]).toEqual([4, 0])
})

test('a problem has everything that the API said', async () => {
  const extras = { upgradeUrl: 'https://example.com/start', responseFields: [{ name: 'from' }] }
  await using api = startScriptedApi(createProblem(429, 'demo_limit_exceeded', { 'retry-after': '90' }, extras))
  const error = await catchError(api.client().score())
  expect(error).toBeInstanceOf(HexawattProblem)
  expect(error).toMatchObject({
    message: '429 demo_limit_exceeded: because of demo_limit_exceeded',
    title: 'T',
    detail: 'because of demo_limit_exceeded',
    traceId: 'trace-1',
    requestId: 'request-1',
    retryAfterSeconds: 90,
  })
  expect(isProblem(error, 'demo_limit_exceeded') && error.extras).toEqual(extras)
  expect([isProblem(error), isProblem(error, 'rate_limited'), isProblem(new Error('other'))]).toEqual([
    true,
    false,
    false,
  ])
})
