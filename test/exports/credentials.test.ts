import { describe, expect, test } from 'bun:test'
import { generousPlanTable } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { operations } from '@hexawatt/shared/contract/operations'
import { getEvccExport } from '@hexawatt/shared/contract/operations/get-evcc-export'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { createCustomers } from '../gateway/testing/customers.ts'
import { asOf } from '../gateway/testing/served-system-fixture.ts'
import { shownLimits } from '../gateway/testing/shown-limits.ts'
import { startSystem } from '../testing/system-fixture.ts'

const demoKey = createApiKey()
const exports = operations.filter(({ exportedAs, isFacade }) => exportedAs !== null && !isFacade)
const { path: anyExport } = getEvccExport

// The demo key is limited by the address, and all tests have one.
const demo = { ...generousPlanTable.demo, requestsPerMinute: 1_000, requestsPerMonth: 1_000 }
const gateway = { settings: { DEMO_API_KEY: demoKey }, seams: { planTable: { ...generousPlanTable, demo } } }
const system = stopAtEnd(await startSystem({ asOf, gateway }))
const customers = createCustomers(system)
const good = await customers.add('scale')
const revoked = await customers.addRevoked()

const basic = (password: string, user = 'hexawatt'): string => `Basic ${btoa(`${user}:${password}`)}`

/** Without any key but those in the headers. */
const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetch(`${system.gatewayUrl}${path}`, { method, headers })

async function codeOf(path: string, headers: Record<string, string>): Promise<string | number> {
  const response = await ask(path, headers)
  return response.status === 200 ? 200 : (await problemOf(response)).code
}

describe.each(exports.map(({ path }) => [path] as const))('%s', (path) => {
  test('the export accepts the key as password of HTTP Basic, and counts it for the key’s account', async () => {
    for (const user of ['hexawatt', '', 'me@example.org']) {
      const response = await ask(path, { authorization: basic(good.key, user) })
      expect([response.status, response.headers.get('vary')]).toEqual([
        200,
        'Accept, Accept-Encoding, X-Api-Key, Authorization',
      ])
      expect(shownLimits(response.headers).month?.limit).toBeGreaterThan(0)
    }
    expect((await ask(path, { authorization: basic(good.key) }, 'HEAD')).status).toBe(200)
  })

  test('the export accepts the demo key in X-Api-Key and as password of HTTP Basic', async () => {
    expect(await codeOf(path, { 'x-api-key': demoKey })).toBe(200)
    expect(await codeOf(path, { authorization: basic(demoKey) })).toBe(200)
  })

  test('two different credentials are answered 401 even if each is valid; the same key twice is accepted', async () => {
    const both = { 'x-api-key': good.key, authorization: basic(demoKey) }
    const refused = await ask(path, both)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="hexawatt", charset="UTF-8", Bearer realm="hexawatt"',
    ])
    expect(await codeOf(path, { 'x-api-key': demoKey, authorization: basic(good.key) })).toBe('invalid_api_key')
    expect(await codeOf(path, { 'x-api-key': good.key, authorization: basic(good.key) })).toBe(200)
  })

  test('an invalid key is answered 401 with its own code and asks for HTTP Basic, and the answer repeats nothing that was sent', async () => {
    const sent: [authorization: string, code: string][] = [
      [basic(''), 'missing_api_key'],
      [basic(createApiKey()), 'invalid_api_key'],
      [basic(revoked.key), 'revoked_api_key'],
      [basic(`${good.key} `), 'invalid_api_key'],
      [`Basic ${good.key}`, 'invalid_api_key'],
      [`Basic ${btoa(good.key)}`, 'invalid_api_key'],
      ['Basic ====', 'invalid_api_key'],
      [basic(good.key, 'x'.repeat(2_000)), 'invalid_api_key'],
      [basic(good.key, 'x'.repeat(9_000)), 'invalid_api_key'],
      [`${basic(good.key)}, ${basic(good.key)}`, 'invalid_api_key'],
      ['Bearer', 'missing_api_key'],
      [`Bearer ${good.key}, ${basic(good.key)}`, 'invalid_api_key'],
    ]
    for (const [authorization, code] of sent) {
      const response = await ask(path, { authorization })
      const text = `${JSON.stringify([...response.headers])} ${await response.clone().text()}`
      expect([authorization.slice(0, 30), response.status, (await problemOf(response)).code]).toEqual([
        authorization.slice(0, 30),
        401,
        code,
      ])
      expect(response.headers.get('www-authenticate')).toStartWith('Basic ')
      expect(text).not.toContain(good.key.slice(4))
      expect(text).not.toContain(btoa(good.key).slice(4, 20))
    }
  })
})

test('HTTP Basic is not accepted as a key on any other path, and does not replace one', async () => {
  for (const operation of operations.filter((one) => one.needsKey && one.exportedAs === null)) {
    const response = await ask(operation.path, { authorization: basic(good.key) })
    expect([operation.path, response.status, response.headers.get('www-authenticate')]).toEqual([
      operation.path,
      401,
      'Bearer realm="hexawatt", ApiKey realm="hexawatt"',
    ])
  }
  expect(await codeOf('/v1/export/nothing', { authorization: basic(good.key) })).toBe('not_found')
  const other = { 'x-api-key': good.key, authorization: basic(demoKey) }
  expect((await ask('/v1/tariff/today', other)).status).toBe(200)
  const vary = (await ask('/v1/tariff/today', other)).headers.get('vary')
  expect(vary).toBe('Accept, Accept-Encoding, X-Api-Key, Authorization')
})

test('failed HTTP Basic counts against the client address, so that keys cannot be tried out', async () => {
  const from = { authorization: basic(createApiKey()) }
  const left = async (): Promise<number> => shownLimits((await ask(anyExport, from)).headers).minute.remaining
  const first = await left()
  expect(await left()).toBe(first - 1)
})
