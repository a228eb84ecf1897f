import { expect, test } from 'bun:test'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { until } from '@hexawatt/shared/testing/until'
import { useTestGateway } from '../testing/use-gateway.ts'
import { maxMcpCallsPerAccount } from './mcp-endpoint.ts'

const { gateway, service } = await useTestGateway({
  serviceTimeoutMs: 200,
})

const call = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'tariff_outlook', arguments: {} },
})
const send = (key: string, init: RequestInit = {}) =>
  fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    body: call,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...init,
  })

test('an account has a bounded number of concurrent messages over all its keys; another account is served', async () => {
  const account = `account ${crypto.randomUUID()}`
  const [one, two] = [await storeTestKey(gateway, 'scale', account), await storeTestKey(gateway, 'scale', account)]
  const other = await storeTestKey(gateway)
  const answers = Promise.withResolvers<void>()
  service.answerWith(() => answers.promise.then(() => Response.json({ from: 'service' })))
  const held = Array.from({ length: maxMcpCallsPerAccount }, () => send(one.key))
  await until('all are with the service', async () => service.requests.length >= maxMcpCallsPerAccount)
  const refused = await send(two.key)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await problemOf(refused)).code).toBe('too_many_streams')
  const another = send(other.key)
  answers.resolve()
  expect((await another).status).toBe(200)
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 200))
  expect((await send(two.key)).status).toBe(200)
})

test('a late or invalid service response becomes a tool error without internal details', async () => {
  const { key } = await storeTestKey(gateway)
  const silence = Promise.withResolvers<Response>()
  const faults: [answer: () => Response | Promise<Response>, code: string][] = [
    [() => silence.promise, 'service_unavailable'],
    [() => new Response('select * from secrets', { status: 500 }), 'service_unavailable'],
    [() => new Response('{"half":', { headers: { 'content-type': 'application/json' } }), 'internal_error'],
  ]
  for (const [answer, code] of faults) {
    service.answerWith(answer)
    const response = await send(key)
    const text = await response.text()
    const { isError, content, structuredContent } = JSON.parse(text).result
    expect([response.status, isError, JSON.parse(content[0].text).code]).toEqual([200, true, code])
    expect(structuredContent).toBeUndefined()
    expect(text).not.toMatch(/secrets|JSON Parse|at \w+ \(/)
  }
  silence.resolve(Response.json({}))
})

test('a client that disconnects before its response is not charged', async () => {
  const { key } = await storeTestKey(gateway)
  const silence = Promise.withResolvers<void>()
  service.answerWith(() => silence.promise.then(() => Response.json({ from: 'service' })))
  const before = service.requests.length
  const leaving = new AbortController()
  const left = send(key, { signal: leaving.signal })
  await until('the service is asked', async () => service.requests.length > before)
  leaving.abort()
  await expect(left).rejects.toThrow()
  silence.resolve()
  await until('nothing is charged', async () => {
    // A batch is refused, and counts against the minute only.
    const { headers } = await send(key, { body: '[]' })
    return headers.get('x-ratelimit-remaining-month') === headers.get('x-ratelimit-limit-month')
  })
})
