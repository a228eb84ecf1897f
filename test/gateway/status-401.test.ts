import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createApiKey } from '@hexawatt/gateway/src/auth/api-key.ts'
import { problemOf } from '@hexawatt/gateway/src/testing/problem-of.ts'
import { isExport } from '@hexawatt/shared/contract/operations'
import { type System, startSystem } from '../testing/system-fixture.ts'
import { type Customer, createCustomers } from './testing/customers.ts'
import { documentedCodes, goodCall, keyedOperations, publicOperations } from './testing/operation-calls.ts'
import { asOf } from './testing/served-system-fixture.ts'
import { shownLimits } from './testing/shown-limits.ts'

let system: System
let good: Customer
let revoked: Customer
let expired: Customer
beforeAll(async () => {
  system = await startSystem({ asOf })
  const customers = createCustomers(system)
  good = await customers.add('scale')
  revoked = await customers.addRevoked()
  expired = await customers.addExpired()
})
afterAll(() => system.stop())

const ask = (path: string, headers: Record<string, string>) => fetch(`${system.gatewayUrl}${path}`, { headers })

/** What is sent, and the code it is refused with. */
function refusals(): [sent: Record<string, string>, code: string][] {
  const { key } = good
  return [
    [{}, 'missing_api_key'],
    [{ 'x-api-key': '' }, 'missing_api_key'],
    [{ authorization: `Bearer ${key}` }, 'missing_api_key'],
    [{ 'api-key': key, 'x-apikey': key, 'x-api-token': key, cookie: `x-api-key=${key}` }, 'missing_api_key'],
    [{ 'x-api-key': createApiKey() }, 'invalid_api_key'],
    [{ 'x-api-key': key.toUpperCase() }, 'invalid_api_key'],
    [{ 'x-api-key': key.slice(0, -1) }, 'invalid_api_key'],
    [{ 'x-api-key': `${key}0` }, 'invalid_api_key'],
    [{ 'x-api-key': `${key}, ${key}` }, 'invalid_api_key'],
    [{ 'x-api-key': "' or '1'='1" }, 'invalid_api_key'],
    [{ 'x-api-key': revoked.key }, 'revoked_api_key'],
    [{ 'x-api-key': expired.key }, 'expired_api_key'],
  ]
}

describe.each(keyedOperations)('%s', (_, operation) => {
  test('is refused without a valid key in X-Api-Key, with every code there is', async () => {
    const met = new Set<string>()
    for (const [sent, code] of refusals()) {
      const response = await ask(goodCall(operation), sent)
      const problem = await problemOf(response)
      expect([response.status, problem.code]).toEqual([401, code])
      expect(response.headers.get('www-authenticate')).toStartWith(isExport(operation) ? 'Basic' : 'ApiKey')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      // Counted against the address: an account is not known.
      expect(shownLimits(response.headers).month).toBeNull()
      for (const leaking of ['etag', 'last-modified', 'x-data-mode']) expect(response.headers.get(leaking)).toBeNull()
      met.add(problem.code)
    }
    expect([...met].toSorted()).toEqual(documentedCodes(operation, 401))
  })

  test('a key in the query is no key, and is shown nowhere in the answer', async () => {
    for (const name of ['x-api-key', 'X-Api-Key', 'api_key', 'apikey', 'key', 'token', 'access_token']) {
      const response = await ask(`${operation.path}?${name}=${good.key}`, {})
      const shown = `${JSON.stringify([...response.headers])} ${await response.clone().text()}`
      expect([response.status, (await problemOf(response)).code]).toEqual([401, 'missing_api_key'])
      expect(shown).not.toContain(good.key.slice(4))
    }
  })
})

test.each(publicOperations)('%s: asks for no key, and does not look at one', async (_, { path }) => {
  for (const sent of [{}, { 'x-api-key': 'nonsense' }, { 'x-api-key': revoked.key }, { 'x-api-key': expired.key }]) {
    expect((await ask(path, sent)).status).not.toBe(401)
  }
})
