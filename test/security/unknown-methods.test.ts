import { expect, test } from 'bun:test'
import { useTestGateway } from '@hexawatt/gateway/src/testing/use-gateway.ts'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import * as v from 'valibot'
import { portOf, rawRequest, readRaw, sendRaw } from '../gateway/testing/raw-http.ts'

const { gateway } = await useTestGateway()

/** Methods of the IANA registry, and others, that Bun's HTTP parser hands on. */
const knownMethods = [
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY', 'PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK'],
  ...['UNLOCK', 'SEARCH', 'REPORT', 'ACL', 'MERGE', 'LINK', 'UNLINK', 'PURGE', 'NOTIFY', 'SUBSCRIBE', 'M-SEARCH'],
]

/** Words that the parser does not know: unregistered, and names of methods in lower case, which HTTP tells apart. */
const unknownWords = ['FOO', 'BREW', 'get', 'Get', 'GETS', 'X']

test('a registered method that the path does not have is answered 405 with a problem body and the path’s methods', async () => {
  const { key } = await storeTestKey(gateway, 'pro')
  for (const method of knownMethods) {
    for (const path of ['/v1/score', '/api/plans', '/docs', '/mcp']) {
      if (method === 'POST' && path === '/mcp') continue
      const answer = await sendRaw(portOf(gateway.url), rawRequest(`${method} ${path} HTTP/1.1`, [`x-api-key: ${key}`]))
      const { status, headers, body } = readRaw(answer)
      expect([method, path, status]).toEqual([method, path, 405])
      expect(v.parse(ProblemDetails, JSON.parse(body))).toMatchObject({ code: 'method_not_allowed', instance: path })
      expect(headers.get('allow')).toBe(path === '/mcp' ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS')
    }
  }
})

test('Bun itself closes the connection at a word that its parser does not know as a method, so that no program on it can answer', async () => {
  let asked = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch() {
      asked += 1
      return new Response('answer')
    },
    error: () => new Response('error'),
  })
  for (const word of unknownWords) {
    expect([word, await sendRaw(server.port ?? 0, rawRequest(`${word} / HTTP/1.1`))]).toEqual([word, ''])
  }
  expect(asked).toBe(0)
  await server.stop(true)
})

test('an unknown word as method ends only its own connection, is not counted, and the next request is answered', async () => {
  const { key } = await storeTestKey(gateway, 'pro')
  for (const word of unknownWords) {
    const answer = await sendRaw(portOf(gateway.url), rawRequest(`${word} /v1/score HTTP/1.1`, [`x-api-key: ${key}`]))
    expect([word, answer]).toEqual([word, ''])
  }
  const { status, headers } = await fetch(`${gateway.url}/v1/grid/status`, { headers: { 'x-api-key': key } })
  const [limit, left] = ['limit', 'remaining'].map((part) => Number(headers.get(`x-ratelimit-${part}-minute`)))
  expect([status, left]).toEqual([200, (limit ?? 0) - 1])
})
