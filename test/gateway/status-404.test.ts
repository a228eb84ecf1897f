import { afterAll, beforeAll, expect, test } from 'bun:test'
import { problemOf } from '@hexawatt/gateway/src/testing/problem-of.ts'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import * as v from 'valibot'
import { type System, startSystem } from '../testing/system-fixture.ts'
import { everyOperation } from './testing/operation-calls.ts'
import { portOf, rawRequest, readRaw, sendRaw } from './testing/raw-http.ts'
import { asOf } from './testing/served-system-fixture.ts'

let system: System
let key: string
beforeAll(async () => {
  system = await startSystem({ asOf })
  key = await system.createKey('scale')
})
afterAll(() => system.stop())

/** Asks over a raw connection: a proper client tidies a path up before it sends it. */
async function askRaw(path: string, method = 'GET') {
  const request = rawRequest(`${method} ${path} HTTP/1.1`, [`x-api-key: ${key}`])
  return readRaw(await sendRaw(portOf(system.gatewayUrl), request))
}

/** Ways of writing a path that are not the path. */
const misspelt = (path: string): string[] => [
  `${path}/`,
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

test.each(everyOperation)('%s: stands at its exact path only', async (_, { path }) => {
  for (const wrong of misspelt(path)) {
    const { status, headers, body } = await askRaw(wrong)
    const problem = v.parse(ProblemDetails, JSON.parse(body))
    expect([wrong, status, problem.code]).toEqual([wrong, 404, 'not_found'])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(problem.type).toBe('http://localhost:8080/problems/not_found')
  }
})

test('what belongs to the inside is not there from outside', async () => {
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

test('nothing is there for any method, and no key is asked for', async () => {
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']) {
    expect((await fetch(`${system.gatewayUrl}/v1/nothing`, { method })).status).toBe(404)
  }
})

test('a key that was pasted into the path is shown nowhere in the answer', async () => {
  const response = await fetch(`${system.gatewayUrl}/v1/score/${key}`)
  const shown = JSON.stringify([...response.headers]) + (await response.clone().text())
  expect((await problemOf(response)).instance).toBe('/v1/score/hxw_[hidden]')
  expect(shown).not.toContain(key.slice(4))
})
