import { describe, expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createPrincipal, internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { everyOperation, goodCall } from '../gateway/testing/operation-calls.ts'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'

const system = stopAtEnd(await startServedSystem())
const key = await system.createKey('scale')

const forwarded = everyOperation.filter(([, { owner }]) => owner !== 'gateway')

function serviceUrl(owner: string): string {
  const urls: Record<string, string> = {
    'svc-carbon': system.carbonUrl,
    'svc-score': system.scoreUrl,
    'svc-history': system.historyUrl,
  }
  return urls[owner] ?? ''
}

const principal = createPrincipal({ accountId: 'acc_1', keyId: 'key_1', plan: 'scale' }, defaultPlanTable)
const whole = JSON.stringify(principal)

/** Headers that the gateway does not set. */
function strangers(): Record<string, string>[] {
  const token = system.gatewaySettings.INTERNAL_TOKEN
  const tokens = ['', token.slice(0, -1), `${token}x`, token.toUpperCase(), `Bearer ${token}`, 'x'.repeat(token.length)]
  const principals = [
    '',
    '{}',
    'null',
    'nonsense',
    whole.slice(0, -1),
    JSON.stringify({ ...principal, v: 1 }),
    JSON.stringify({ ...principal, v: 3 }),
    JSON.stringify({ ...principal, plan: 'no plan' }),
    JSON.stringify({ ...principal, isAdministrator: true }),
    JSON.stringify({ ...principal, entitlements: { ...principal.entitlements, historyDays: '3660' } }),
    JSON.stringify([principal]),
  ]
  return [
    {},
    { 'x-api-key': key },
    { authorization: `Bearer ${token}`, [principalHeader]: whole },
    ...tokens.map((wrong) => ({ [internalTokenHeader]: wrong, [principalHeader]: whole })),
    ...principals.map((wrong) => ({ [internalTokenHeader]: token, [principalHeader]: wrong })),
  ]
}

describe.each(forwarded)('%s', (_, operation) => {
  test('its service answers only the gateway: any other client finds nothing', async () => {
    const url = `${serviceUrl(operation.owner)}${goodCall(operation)}`
    const gateway = { [internalTokenHeader]: system.gatewaySettings.INTERNAL_TOKEN, [principalHeader]: whole }
    expect((await fetch(url, { headers: gateway })).status).toBe(200)
    for (const headers of strangers()) {
      const response = await fetch(url, { headers })
      const names = [...response.headers.keys()]
      expect([headers, response.status, (await problemOf(response)).code]).toEqual([headers, 404, 'not_found'])
      expect(names.filter((name) => /etag|x-data-mode|last-modified/.test(name))).toEqual([])
    }
  })
})
