import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import * as v from 'valibot'
import { shownLimits } from '../gateway/testing/shown-limits.ts'
import { type ElectricityMapsFixture, startElectricityMaps } from './testing/electricity-maps-fixture.ts'

let fixture: ElectricityMapsFixture
let key: string
let freeKey: string
let demoKey: string
beforeAll(async () => {
  fixture = await startElectricityMaps()
  ;({ key, freeKey, demoKey } = fixture)
})
afterAll(() => fixture.system.stop())

const ask = (path: string, headers?: Record<string, string>, method?: string) => fixture.ask(path, headers, method)
const codeOf = async (path: string, headers: Record<string, string>) => {
  const response = await ask(path, headers)
  return response.status === 200 ? 200 : (await problemOf(response)).code
}
const basic = (password: string): string => `Basic ${btoa(`hexawatt:${password}`)}`

/** The record of the Carbon Aware SDK. */
const ZonesOfSdk = v.record(v.string(), v.object({ zoneName: v.string(), access: v.array(v.string()) }))

describe('zones', () => {
  test('zones lists what the key may ask for; the demo key reaches no past and is refused there', async () => {
    const access = async (token: string, version: string) =>
      v.parse(ZonesOfSdk, await (await ask(`${version}zones`, { 'auth-token': token })).json())['FR']?.access
    const current = ['carbon-intensity/latest', 'carbon-intensity/forecast', 'carbon-intensity-level/latest']
    const past = ['carbon-intensity/history', 'carbon-intensity/past', 'carbon-intensity/past-range']
    const mixes = { '': ['power-breakdown/latest', 'home-assistant'], 'v4/': ['electricity-mix/latest'] }
    for (const [version, mix] of Object.entries(mixes)) {
      const live = [...current, ...mix]
      expect((await access(key, version))?.toSorted()).toEqual([...live, ...past].toSorted())
      expect((await access(demoKey, version))?.toSorted()).toEqual(live.toSorted())
      for (const [paths, answer] of [
        [live, 200],
        [past, 'plan_capability_required'],
      ] as const) {
        for (const path of paths.map((each) => `${version}${each}`)) {
          expect([path, await codeOf(path, { 'auth-token': demoKey })]).toEqual([path, answer])
        }
      }
    }
  })

  test('another zone, a place outside of France and other factors are refused with a text that evcc shows; a place in France is accepted', async () => {
    for (const query of [
      'zone=DE',
      'lat=52.52&lon=13.40',
      'lat=48.86&lon=13.40',
      'zone=FR&emissionFactorType=direct',
      'countryCode=DE',
      'dataCenterRegion=us-east1',
      'zone=FR&temporalGranularity=daily',
    ]) {
      const response = await ask(`carbon-intensity/forecast?${query}`)
      const problem = v.parse(v.object({ error: v.string(), detail: v.string() }), await response.json())
      expect([query, response.status, problem.error]).toEqual([query, 400, 'invalid_parameter'])
    }
    for (const query of [
      '',
      '?zone=fr',
      '?lat=48.8566&lon=2.3522',
      '?countryCode=fr',
      '?dataCenterRegion=eu-west-3',
      '?zone=FR&disableEstimations=true&temporalGranularity=15_minutes&nonsense',
    ]) {
      expect((await ask(`carbon-intensity/forecast${query}`)).status).toBe(200)
    }
  })
})

test('a refusal counts against the minute and not against the month', async () => {
  const left = async () =>
    shownLimits((await ask('carbon-intensity/latest?zone=DE', { 'auth-token': freeKey })).headers)
  const [first, second] = [await left(), await left()]
  expect(second.minute.remaining).toBe(first.minute.remaining - 1)
  expect(second.month?.remaining).toBe(first.month?.remaining ?? -1)
})

describe('the key', () => {
  test('a key in the address is ignored and not repeated', async () => {
    for (const query of [`auth-token=${key}`, `token=${key}`, `${key}=1`]) {
      const alone = await ask(`carbon-intensity/latest?${query}`, {})
      expect([query.slice(0, 5), alone.status, await alone.text()]).toEqual([
        query.slice(0, 5),
        401,
        expect.not.stringContaining(key.slice(4)),
      ])
      const beside = await ask(`carbon-intensity/latest?${query}`)
      expect([beside.status, await beside.text()]).toEqual([200, expect.not.stringContaining(key.slice(4))])
    }
  })

  test('auth-token, X-Api-Key and the password of HTTP Basic are accepted as key; two different ones are answered 401', async () => {
    const good: Record<string, string>[] = [
      { 'auth-token': key },
      { 'x-api-key': key },
      { authorization: basic(key) },
      { 'auth-token': key, 'x-api-key': key, authorization: basic(key) },
      { authorization: `Bearer ${key}` },
      { 'auth-token': key, authorization: `Bearer ${key}` },
    ]
    for (const headers of good) {
      const response = await ask('carbon-intensity/latest', headers)
      expect([response.status, response.headers.get('vary')]).toEqual([
        200,
        'Accept, Accept-Encoding, X-Api-Key, Authorization, Auth-Token',
      ])
    }
    const bad: [headers: Record<string, string>, code: string][] = [
      [{ 'auth-token': key, 'x-api-key': freeKey }, 'invalid_api_key'],
      [{ 'auth-token': key, authorization: basic(freeKey) }, 'invalid_api_key'],
      [{ 'auth-token': key, authorization: `Bearer ${freeKey}` }, 'invalid_api_key'],
      [{ 'auth-token': createApiKey() }, 'invalid_api_key'],
      [{ 'auth-token': '' }, 'missing_api_key'],
      [{}, 'missing_api_key'],
    ]
    for (const [headers, code] of bad) {
      const response = await ask('carbon-intensity/latest', headers)
      const problem = await problemOf(response)
      expect([response.status, problem.code, problem.error]).toEqual([401, code, code])
      expect(response.headers.get('www-authenticate')).toBe(
        'Basic realm="hexawatt", charset="UTF-8", Bearer realm="hexawatt"',
      )
    }
  })

  test('auth-token is ignored on every other path', async () => {
    const get = (path: string, headers: Record<string, string>) =>
      fetch(`${fixture.system.gatewayUrl}${path}`, { headers })
    for (const path of ['/v1/carbon/intensity', '/v1/export/evcc']) {
      expect([path, (await get(path, { 'auth-token': key })).status]).toEqual([path, 401])
      expect((await get(path, { 'auth-token': freeKey, 'x-api-key': key })).status).toBe(200)
    }
  })

  test('a key has the limits and the depth of its plan, and one response counts as one', async () => {
    const left = async (): Promise<number> => {
      const { headers } = await ask('carbon-intensity/history', { 'auth-token': freeKey })
      return shownLimits(headers).month?.remaining ?? Number.NaN
    }
    const first = await left()
    expect(await left()).toBe(first - 1)
    const deep = 'carbon-intensity/past-range?start=2026-01-10T00:00:00Z&end=2026-01-11T00:00:00Z'
    expect(await codeOf(deep, { 'auth-token': freeKey })).toBe('history_depth_exceeded')
    expect(await codeOf(deep, { 'auth-token': key })).toBe(200)
  })

  test.each([
    'carbon-intensity/latest',
    'carbon-intensity/forecast',
    'carbon-intensity/history',
    'carbon-intensity/past?datetime=2026-02-01T00:00:00Z',
    'carbon-intensity/past-range?start=2026-02-01T00:00:00Z&end=2026-02-02T00:00:00Z',
    'carbon-intensity-level/latest',
    'power-breakdown/latest',
    'home-assistant',
    'v4/electricity-mix/latest',
  ])('a client that has the response to %s gets 304, and HEAD gets no body', async (path) => {
    const first = await ask(path)
    const etag = first.headers.get('etag') ?? ''
    const again = await ask(path, { 'auth-token': key, 'if-none-match': etag })
    expect([again.status, await again.text(), first.headers.get('x-data-mode')]).toEqual([304, '', 'demo'])
    const head = await ask(path, { 'auth-token': key }, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})
