import { describe, expect, test } from 'bun:test'
import { listFurtherTypes } from '@hexawatt/shared/contract/operations'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import type { System } from '../testing/system-fixture.ts'
import { everyOperation, goodCall } from './testing/operation-calls.ts'
import { startServedSystem } from './testing/served-system-fixture.ts'

/** Gateways of one system that differ in the client of their services only. They ask the services for every request. */
type Gateway = Awaited<ReturnType<System['startGateway']>>
const system = stopAtEnd(await startServedSystem())
const fast = stopAtEnd(await system.startGateway())
const plain = stopAtEnd(await system.startGateway({ settings: { SERVICE_CLIENT: 'fetch' } }))
const key = await system.createKey('scale')

/** Headers that differ from request to request. */
const ownOfRequest = /^(x-request-id|traceparent|date|(x-)?ratelimit.*)$/

async function answerOf({ url }: Gateway, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, { headers: { 'x-api-key': key, 'accept-encoding': 'identity', ...headers } })
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !ownOfRequest.test(name))),
    body: await response.text(),
  }
}

type Answer = Awaited<ReturnType<typeof answerOf>>

/** An answer without the framing of its body: a short stream that has ended before its headers are sent gets a length, any other is chunked. */
function omitFraming({ headers, ...answer }: Answer): Answer {
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...others } = headers
  return { ...answer, headers: others }
}

/** As many streams as one account may read at once. */
const streamsOfAccount = 8

const forwarded = everyOperation.filter(([, { owner }]) => owner !== 'gateway')

test.each([
  ['fast', null],
  ['fetch', `Bun/${Bun.version}`],
])('SERVICE_CLIENT=%s chooses the client of the services', async (client, userAgent) => {
  const agents: (string | null)[] = []
  const service = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ headers }) {
      agents.push(headers.get('user-agent'))
      return Response.json({})
    },
  })
  const settings = { SERVICE_CLIENT: client, SVC_CARBON_URL: `http://127.0.0.1:${service.port}` }
  const gateway = await system.startGateway({ settings })
  await answerOf(gateway, '/v1/carbon/intensity')
  // `fetch` names itself.
  expect(agents).toEqual([userAgent])
  await gateway.stop()
  await service.stop()
})

describe.each(forwarded)('%s: a gateway with SERVICE_CLIENT=fetch', (_, operation) => {
  const call = goodCall(operation)
  const streamed = listFurtherTypes(operation) ?? []
  const toCompared = (answer: Answer) => (streamed.length > 0 ? omitFraming(answer) : answer)

  test('the fetch client gives the same response as the fast client, under every type', async () => {
    for (const accept of ['*/*', ...streamed]) {
      const [answer, other] = [await answerOf(fast, call, { accept }), await answerOf(plain, call, { accept })]
      expect([answer.status, answer.body.length > 0]).toEqual([200, true])
      expect(toCompared(other)).toEqual(toCompared(answer))
    }
  })

  test('the fetch client answers a condition with the same 304', async () => {
    const { headers } = await answerOf(plain, call)
    const condition = { 'if-none-match': headers['etag'] ?? '' }
    const answer = await answerOf(plain, call, condition)
    expect([answer.status, answer.body]).toEqual([304, ''])
    expect(await answerOf(fast, call, condition)).toEqual(answer)
  })

  test('the fetch client answers many concurrent requests alike', async () => {
    const answer = await answerOf(fast, call)
    const answers = await Promise.all(Array.from({ length: streamsOfAccount }, () => answerOf(plain, call)))
    for (const other of answers) expect(toCompared(other)).toEqual(toCompared(answer))
  })
})
