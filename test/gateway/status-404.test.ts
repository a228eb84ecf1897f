import { expect, test } from 'bun:test'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import * as v from 'valibot'
import { startSystem } from '../testing/system-fixture.ts'
import { everyOperation } from './testing/operation-calls.ts'
import { portOf, rawRequest, readRaw, sendRaw } from './testing/raw-http.ts'
import { asOf } from './testing/served-system-fixture.ts'

const system = stopAtEnd(await startSystem({ asOf }))
const key = await system.createKey('scale')

/** Asks over a raw connection: a proper client tidies a path up before it sends it. */
async function askRaw(path: string, method = 'GET') {
  const request = rawRequest(`${method} ${path} HTTP/1.1`, [`x-api-key: ${key}`])
  return readRaw(await sendRaw(portOf(system.gatewayUrl), request))
}

/** Ways of writing a path that are not the path. */
const misspelt = (path: string): string[] => [
  `/${path}`,
  `${path.replaceAll('/', '//')}`,
  path.toUpperCase(),
  `${path}.json`,
  `/api${path}`,
  `/v2${path.slice(path.indexOf('/', 1))}`,
  path.replace(/[a-z]$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  `${path}%00`,
  `${path};jsessionid=1`,
]

test.each(everyOperation)('%s: only its exact path is served', async (_, { path }) => {
  for (const wrong of misspelt(path)) {
    const { status, headers, body } = await askRaw(wrong)
    const problem = v.parse(ProblemDetails, JSON.parse(body))
    expect([wrong, status, problem.code]).toEqual([wrong, 404, 'not_found'])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(problem.type).toBe('http://localhost:8080/problems/not_found')
  }
})

test.each(everyOperation)(
  '%s: a trailing slash redirects to the path without it, with the query',
  async (_, { path }) => {
    for (const [sent, location] of [
      [`${path}/`, path],
      [`${path}///`, path],
      [`${path}/?a=1&b=%20//evil.example`, `${path}?a=1&b=%20//evil.example`],
    ] as const) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await askRaw(sent, method)
        expect([sent, status, headers.get('location')]).toEqual([sent, 308, location])
      }
    }
    expect((await askRaw(`${path}/`, 'OPTIONS')).status).toBe(204)
    expect((await askRaw(`${path}/`, 'DELETE')).status).toBe(405)
  },
)

test('a redirect leads only to a path of the product, and never repeats a key', async () => {
  const elsewhere = [
    '//evil.example/',
    '//evil.example//',
    '///evil.example/v1/score/',
    '/\\evil.example/',
    '//v1/score/',
    '/v1/score/..//',
    '//',
  ]
  for (const path of elsewhere) {
    const { status, headers } = await askRaw(path)
    expect([path, status, headers.get('location')]).toEqual([path, 404, null])
  }
  for (const query of [`api_key=${key}`, `key=${key.slice(4)}`, `hours=${key.replace('_', '%5F')}`]) {
    const { status, headers, body } = await askRaw(`/v1/score/?${query}`)
    expect([query, status, headers.get('location')]).toEqual([query, 404, null])
    expect(body).not.toContain(key.slice(4))
    expect(body).toContain('A key in the address is not accepted')
  }
  const [mcp, page] = [await askRaw('/mcp/', 'POST'), await askRaw('/plans/?lang=en')]
  expect([mcp.status, mcp.headers.get('location')]).toEqual([308, '/mcp'])
  expect([page.status, page.headers.get('location')]).toEqual([308, '/plans?lang=en'])
})

test('internal paths are 404 from outside', async () => {
  const inside = [
    '/healthz',
    '/readyz',
    '/metrics',
    '/keys',
    '/accounts',
    '/usage',
    '/.env',
    '/v1',
    '/api',
    '/v1/../metrics',
  ]
  for (const path of inside) expect([path, (await askRaw(path)).status]).toEqual([path, 404])
})

test('an unknown path is 404 for every method, and needs no key', async () => {
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']) {
    expect((await fetch(`${system.gatewayUrl}/v1/nothing`, { method })).status).toBe(404)
  }
})

test('the detail of a 404 names a similar known path', async () => {
  for (const near of ['/v1/carbon/intensty', '/v1/Carbon/Intensity', '/carbon/intensity', '/v1/intensity']) {
    const { status, body } = await askRaw(near)
    expect([near, status, JSON.parse(body).detail]).toEqual([
      near,
      404,
      'Nothing is served at this path. Did you mean /v1/carbon/intensity?',
    ])
  }
  expect(JSON.parse((await askRaw('/nowhere')).body).detail).toBe('Nothing is served at this path.')
})

test('a key pasted into the path appears nowhere in the answer', async () => {
  const response = await fetch(`${system.gatewayUrl}/v1/score/${key}`)
  const shown = JSON.stringify([...response.headers]) + (await response.clone().text())
  const { instance, detail } = await problemOf(response)
  expect(instance).toBe('/v1/score/hxw_[hidden]')
  expect(detail).toContain('A key in the address is not accepted')
  expect(shown).not.toContain(key.slice(4))
})
