import { describe, expect, test } from 'bun:test'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { startSystem } from '../testing/system-fixture.ts'
import { createCustomers } from './testing/customers.ts'
import { documentedCodes, goodCall, keyedOperations, publicOperations } from './testing/operation-calls.ts'
import { asOf } from './testing/served-system-fixture.ts'
import { shownLimits } from './testing/shown-limits.ts'

const demoKey = createApiKey()

const system = stopAtEnd(await startSystem({ asOf, gateway: { settings: { DEMO_API_KEY: demoKey } } }))
const customers = createCustomers(system)
const good = await customers.add('scale')
const revoked = await customers.addRevoked()
const expired = await customers.addExpired()

const ask = (path: string, headers: Record<string, string>) => fetch(`${system.gatewayUrl}${path}`, { headers })

/** Sent headers, and the code of the refusal. */
function refusals(): [sent: Record<string, string>, code: string][] {
  const { key } = good
  return [
    [{}, 'missing_api_key'],
    [{ 'x-api-key': '' }, 'missing_api_key'],
    [{ authorization: 'Bearer' }, 'missing_api_key'],
    [{ authorization: `Token ${key}` }, 'missing_api_key'],
    [{ 'api-key': key, 'x-apikey': key, 'x-api-token': key, cookie: `x-api-key=${key}` }, 'missing_api_key'],
    [{ 'x-api-key': createApiKey() }, 'invalid_api_key'],
    [{ 'x-api-key': key.toUpperCase() }, 'invalid_api_key'],
    [{ 'x-api-key': key.slice(0, -1) }, 'invalid_api_key'],
    [{ 'x-api-key': `${key}0` }, 'invalid_api_key'],
    [{ 'x-api-key': `${key}, ${key}` }, 'invalid_api_key'],
    [{ 'x-api-key': "' or '1'='1" }, 'invalid_api_key'],
    [{ 'x-api-key': revoked.key }, 'revoked_api_key'],
    [{ 'x-api-key': expired.key }, 'expired_api_key'],
    [{ authorization: `Bearer ${createApiKey()}` }, 'invalid_api_key'],
    [{ authorization: `Bearer ${key} ${key}` }, 'invalid_api_key'],
    [{ authorization: `Bearer ${revoked.key}` }, 'revoked_api_key'],
    [{ authorization: `Bearer ${expired.key}` }, 'expired_api_key'],
    // Two different credentials, of which one is good.
    [{ 'x-api-key': key, authorization: `Bearer ${demoKey}` }, 'invalid_api_key'],
    [{ 'x-api-key': demoKey, authorization: `Bearer ${key}` }, 'invalid_api_key'],
  ]
}

describe.each(keyedOperations)('%s', (_, operation) => {
  test('a request without a valid key in X-Api-Key is refused, with every documented code', async () => {
    const { key } = good
    const met = new Set<string>()
    for (const [sent, code] of refusals()) {
      const response = await ask(goodCall(operation), sent)
      const problem = await problemOf(response)
      expect([response.status, problem.code]).toEqual([401, code])
      const challenge = response.headers.get('www-authenticate')
      expect(challenge).toContain('Bearer realm="hexawatt"')
      expect(challenge?.startsWith('Basic ')).toBe(operation.exportedAs !== null)
      // How to send a key, where to get one, and the key for trials.
      if (code !== 'revoked_api_key' && code !== 'expired_api_key') expect(problem.detail).toContain('X-Api-Key')
      expect(problem.detail).toContain('http://localhost:8080/plans')
      expect(problem.detail).toContain(demoKey)
      expect(problem.detail.includes('does not open this path')).toBe(operation.isClosedToDemo)
      expect(JSON.stringify(problem)).not.toContain(key.slice(4))
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      // Counted against the address: an account is not known.
      expect(shownLimits(response.headers).month).toBeNull()
      for (const leaking of ['etag', 'last-modified', 'x-data-mode']) expect(response.headers.get(leaking)).toBeNull()
      met.add(problem.code)
    }
    expect([...met].toSorted()).toEqual(documentedCodes(operation, 401))
  })

  test('a key in the query is refused with the reason, and no part of the answer contains it', async () => {
    for (const name of ['x-api-key', 'X-Api-Key', 'api_key', 'apikey', 'key', 'token', 'access_token', 'hours']) {
      const response = await ask(`${operation.path}?${name}=${good.key}`, {})
      const shown = `${JSON.stringify([...response.headers])} ${await response.clone().text()}`
      const { code, detail, instance } = await problemOf(response)
      expect([response.status, code, instance]).toEqual([401, 'missing_api_key', operation.path])
      expect(detail).toContain('A key in the address is not accepted')
      expect(shown).not.toContain(good.key.slice(4))
    }
  })

  test('a parameter named like a key is refused next to a valid key too, and its value is not repeated', async () => {
    // Clients of the façade may send unknown parameters.
    if (operation.isFacade) return
    const secret = good.key.slice(4)
    for (const sent of [
      `api_key=${good.key}`,
      `key=${secret}`,
      `token=${secret}`,
      `${good.key}=1`,
      `api%5Fkey=${secret}`,
      `api%255Fkey=${secret}`,
      `api.key=${secret}`,
      `apiKey[]=${secret}`,
      `subscription-key=${secret}`,
      `hexawatt_key=${secret}`,
      `client_secret=${secret}`,
      `X-Auth-Token=${secret}`,
    ]) {
      const response = await ask(`${operation.path}?${sent}`, { 'x-api-key': good.key })
      const problem = await problemOf(response)
      expect([sent, response.status, problem.code]).toEqual([sent, 400, 'unknown_parameter'])
      expect(problem.detail).toContain('A key in the address is not accepted')
      expect(JSON.stringify(problem)).not.toContain(secret)
    }
  })

  test('the same key as a Bearer token gets the same response as in X-Api-Key', async () => {
    const bearer = { authorization: `Bearer ${good.key}` }
    const header = { 'x-api-key': good.key }
    const statuses: number[] = []
    for (const sent of [header, bearer, { ...header, ...bearer }]) {
      const response = await ask(goodCall(operation), sent)
      statuses.push(response.status)
      // The month belongs to the account of the key.
      expect(shownLimits(response.headers).month?.limit).toBeGreaterThan(1_000)
      await response.text()
    }
    expect(statuses).toEqual(Array(3).fill(statuses[0]))
    expect(statuses[0]).not.toBe(401)
  })
})

test.each(publicOperations)('%s: needs no key, and ignores one', async (_, { path }) => {
  const bearer = { authorization: 'Bearer nonsense', 'x-api-key': revoked.key }
  for (const sent of [
    {},
    bearer,
    { 'x-api-key': 'nonsense' },
    { 'x-api-key': revoked.key },
    { 'x-api-key': expired.key },
  ]) {
    expect((await ask(path, sent)).status).not.toBe(401)
  }
})
