import { describe, expect, test } from 'bun:test'
import { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { maxRequestBodyBytes } from '@hexawatt/shared/http/web-request'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { describeFields } from '@hexawatt/shared/openapi/describe-fields'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { portOf, rawRequest, readRaw, sendRaw } from '../gateway/testing/raw-http.ts'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import { shownLimits } from '../gateway/testing/shown-limits.ts'
import { connectMcp } from './testing/mcp-client.ts'

const demoKey = createApiKey()

const system = stopAtEnd(await startServedSystem({ settings: { DEMO_API_KEY: demoKey } }))
const key = await system.createKey('scale')

const json = { 'content-type': 'application/json' }
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

const send = (body: string, headers: Record<string, string> = {}, query = '') =>
  fetch(`${system.gatewayUrl}/mcp${query}`, {
    method: 'POST',
    body,
    headers: { ...json, 'x-api-key': key, ...headers },
  })

async function refusalOf(response: Response): Promise<string> {
  return `${response.status} ${(await problemOf(response)).code}`
}

describe('access', () => {
  test('a message without a valid key is answered 401, as on every other path', async () => {
    expect(await refusalOf(await send(ping, { 'x-api-key': '' }))).toBe('401 missing_api_key')
    expect(await refusalOf(await send(ping, { 'x-api-key': createApiKey() }))).toBe('401 invalid_api_key')
    // HTTP Basic is for exports only.
    const basic = { 'x-api-key': '', authorization: `Basic ${btoa(`hexawatt:${key}`)}` }
    expect(await refusalOf(await send(ping, basic))).toBe('401 missing_api_key')
    expect(await refusalOf(await send(ping, {}, `?x-api-key=${key}`))).toBe('400 unknown_parameter')
    const bearer = { authorization: `Bearer ${key}` }
    expect((await send(ping, { ...bearer, 'x-api-key': '' })).status).toBe(200)
    expect(await refusalOf(await send(ping, { ...bearer, 'x-api-key': demoKey }))).toBe('401 invalid_api_key')
    await expect(connectMcp(system, null)).rejects.toThrow('missing_api_key')
  })

  test('the demo key is answered 403, with the missing right and where to get a key', async () => {
    const response = await send(ping, { 'x-api-key': demoKey })
    expect(response.status).toBe(403)
    expect(await problemOf(response)).toMatchObject({
      code: 'plan_capability_required',
      upgradeUrl: 'http://localhost:8080/plans?plan=decouverte',
      responseFields: describeFields(ScoreAnalyticsResponse),
    })
    await expect(connectMcp(system, demoKey)).rejects.toThrow('plan_capability_required')
  })

  test('a page of another origin is refused, also if its name was rebound to this address', async () => {
    for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null', 'nonsense', '']) {
      const response = await send(ping, { origin })
      expect([origin, await refusalOf(response)]).toEqual([origin, '403 origin_not_allowed'])
    }
    for (const origin of ['http://localhost:8080', 'http://localhost:6274', 'http://127.0.0.1:3000']) {
      expect([origin, (await send(ping, { origin })).status]).toEqual([origin, 200])
    }
  })
})

describe('counting', () => {
  test('each POST counts once, however many endpoints its tool calls; a notification counts only in the minute', async () => {
    const own = await system.createKey('pro')
    const { month: before } = shownLimits((await send(ping, { 'x-api-key': own })).headers)
    await using mcp = await connectMcp(system, own)
    await mcp.client.listTools()
    await mcp.callTool('current_grid')
    await mcp.callTool('plan_load', { durationMinutes: 0 })
    const left = (used: number): string => String((before?.remaining ?? 0) - used)
    expect(mcp.answers.filter(({ method }) => method === 'POST')).toEqual([
      { method: 'POST', status: 200, monthLeft: left(1) },
      { method: 'POST', status: 202, monthLeft: left(1) },
      { method: 'POST', status: 200, monthLeft: left(2) },
      { method: 'POST', status: 200, monthLeft: left(3) },
      // A refusal of the tool is an answer all the same.
      { method: 'POST', status: 200, monthLeft: left(4) },
    ])
    const last = shownLimits((await send(ping, { 'x-api-key': own })).headers)
    expect(last.minute.limit - last.minute.remaining).toBe(7)
  })

  test('refusals count against the minute and not the month, and the metric names the operation', async () => {
    const own = await system.createKey('pro')
    const first = shownLimits((await send('[]', { 'x-api-key': own })).headers)
    const second = shownLimits((await send(ping, { 'x-api-key': own, 'content-type': 'text/plain' })).headers)
    expect([first.month?.remaining, second.month?.remaining]).toEqual([first.month?.limit, first.month?.limit])
    expect(first.minute.remaining - second.minute.remaining).toBe(1)
    const gateway = await system.startGateway()
    await fetch(`${gateway.url}/mcp`, { method: 'POST', body: ping, headers: { ...json, 'x-api-key': own } })
    expect(await gateway.deps.metrics.text()).toMatch(
      /gateway_requests_total\{operation="callMcp",status="200".*\} 1\n/,
    )
    await gateway.stop()
  })
})

describe('messages', () => {
  test.each(['GET', 'DELETE', 'HEAD', 'PUT'])(
    '%s is answered 405 with the methods of the path, because there are no sessions and no streams',
    async (method) => {
      const response = await fetch(`${system.gatewayUrl}/mcp`, {
        method,
        headers: { 'x-api-key': key, accept: 'text/event-stream' },
      })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
      if (method !== 'HEAD') expect((await problemOf(response)).code).toBe('method_not_allowed')
    },
  )

  test('OPTIONS is the preflight of POST', async () => {
    const { status, headers } = await fetch(`${system.gatewayUrl}/mcp`, { method: 'OPTIONS' })
    expect([status, headers.get('allow'), headers.get('access-control-allow-methods')]).toEqual([
      204,
      'POST, OPTIONS',
      'POST, OPTIONS',
    ])
    expect(headers.get('access-control-allow-headers')).toMatch(/X-Api-Key, Authorization,.* Content-Type/)
  })

  test.each([
    'text/plain',
    'application/jsonp',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
  ])('a body of the type %s is answered 415', async (type) => {
    expect(await refusalOf(await send(ping, { 'content-type': type }))).toBe('415 unsupported_media_type')
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '{"jsonrpc":'],
    ['a batch', `[${ping}]`],
    ['an empty batch', '[]'],
    ['a number', '1'],
    ['null', 'null'],
    ['no message of JSON-RPC', '{"hello":"world"}'],
  ])('%s is answered 400 invalid_body', async (_, body) => {
    expect(await refusalOf(await send(body))).toBe('400 invalid_body')
  })

  test('a deeply nested value is refused like any other, and the gateway goes on', async () => {
    const depth = 4_000
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`
    const params = `{"name":"plan_load","arguments":{"durationMinutes":${nested}}}`
    const response = await send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`)
    const { result } = (await response.json()) as { result: { content: { text: string }[] } }
    expect([response.status, JSON.parse(result.content[0]?.text ?? '{}').code]).toEqual([200, 'invalid_parameter'])
  })

  test('an unknown protocol version is answered 400 with the supported versions', async () => {
    const response = await send(ping, { 'mcp-protocol-version': '1999-01-01' })
    expect(response.status).toBe(400)
    expect(await problemOf(response)).toMatchObject({
      code: 'invalid_body',
      detail: expect.stringContaining('1999-01-01'),
    })
  })

  test('an unknown protocol method is a protocol error that reveals nothing internal', async () => {
    const response = await send(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'resources/list' }))
    expect([response.status, await response.json()]).toEqual([
      200,
      { jsonrpc: '2.0', id: 7, error: { code: -32601, message: 'Method not found' } },
    ])
  })

  test.each([
    ['a list as arguments', { name: 'plan_load', arguments: [] }],
    ['a text as arguments', { name: 'plan_load', arguments: 'now' }],
    ['null as arguments', { name: 'plan_load', arguments: null }],
    ['a number as name', { name: 5 }],
    ['no name', {}],
  ])('%s is an error of the client, with its position', async (_, params) => {
    const response = await send(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }))
    const { error } = (await response.json()) as { error: { code: number; message: string } }
    expect([response.status, error.code]).toEqual([200, -32602])
    expect(error.message).toContain('arguments' in params ? 'arguments' : 'name')
  })

  test('a message above 16 KiB is refused', async () => {
    const response = await send(`{"a":"${'x'.repeat(16 * 1_024)}"}`)
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_body' }])
  })

  test('a body above the limit is answered 413, declared or in chunks, and the gateway goes on', async () => {
    const body = `{"a":"${'x'.repeat(maxRequestBodyBytes)}"}`
    expect((await send(body)).status).toBe(413)
    const chunked = `${rawRequest('POST /mcp HTTP/1.1', ['content-type: application/json', `x-api-key: ${key}`, 'transfer-encoding: chunked'])}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    expect([400, 413]).toContain(readRaw(await sendRaw(portOf(system.gatewayUrl), chunked)).status)
    expect((await send(ping)).status).toBe(200)
  })

  test('a response is never cached, and has the kind of its data', async () => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'plan_load', arguments: { durationMinutes: 60 } },
    }
    const { status, headers } = await send(JSON.stringify(call), { 'accept-encoding': 'gzip' })
    expect([status, headers.get('cache-control'), headers.get('x-data-mode'), headers.get('etag')]).toEqual([
      200,
      'no-store',
      'demo',
      null,
    ])
  })
})
