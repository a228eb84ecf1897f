import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { useTestGateway } from '@hexawatt/gateway/src/testing/use-gateway.ts'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { portOf, rawRequest, readToEnd } from '../gateway/testing/raw-http.ts'

const { gateway } = await useTestGateway()

/** Sends a request and shuts down the writing side at once, as `nc -N` does; reads until the server closes. */
function askHalfClosed(port: number, request: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.end(request))
  return readToEnd(socket, { isResetAnEnd: true })
}

/** Answers after the client's FIN has arrived: a call of Redis or of a service takes longer than that. */
const laterMs = 50

test('Bun itself closes a client’s half-closed connection before the answer, so that no program on it can answer', async () => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch({ url }) {
      if (url.endsWith('/later')) await Bun.sleep(laterMs)
      return new Response('answer')
    },
  })
  const port = server.port ?? 0
  expect(await askHalfClosed(port, rawRequest('GET /now HTTP/1.1'))).toEndWith('answer')
  expect(await askHalfClosed(port, rawRequest('GET /later HTTP/1.1'))).toBe('')
  await server.stop(true)
})

test('a half-closed client gets a whole answer or none, and an unanswered request is not charged', async () => {
  const { key } = await storeTestKey(gateway, 'pro')
  const port = portOf(gateway.url)
  expect(await askHalfClosed(port, rawRequest('GET /llms.txt HTTP/1.1'))).toStartWith('HTTP/1.1 200 ')
  expect(await askHalfClosed(port, rawRequest('GET /v1/score/history HTTP/1.1', [`x-api-key: ${key}`]))).toBe('')
  let served = 0
  await until('the request is given back', async () => {
    served += 1
    const { headers } = await fetch(`${gateway.url}/v1/grid/status`, { headers: { 'x-api-key': key } })
    const [limit, left] = ['limit', 'remaining'].map((part) => Number(headers.get(`x-ratelimit-${part}-month`)))
    return left === (limit ?? 0) - served
  })
  expect(await gateway.metrics.text()).toMatch(/gateway_requests_total\{.*"getScoreHistory",status="499"/)
})
