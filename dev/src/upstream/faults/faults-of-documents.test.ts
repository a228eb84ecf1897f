import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { startUpstream } from '../testing/upstream-fixture.ts'

const resources = [
  ['grid_signals', '/open_api/ecowatt/v5/signals'],
  ['tariff_calendar', '/open_api/tempo_like_supply_contract/v1/tempo_like_calendars'],
  ['generation_unavailabilities', '/open_api/unavailability_additional_information/v7/generation_unavailabilities'],
  ['installed_capacities', '/open_api/generation_installed_capacities/v1/capacities_per_production_type'],
  ['imbalance', '/open_api/balancing_energy/v5/imbalance_data'],
] as const

const upstream = await startUpstream('2026-01-14T16:20:00Z', { enforceQuota: false })
afterEach(() => upstream.faults.clear())
afterAll(() => upstream.stop())

describe.each(resources)('%s', (subject, path) => {
  test('needs a token', async () => {
    const response = await upstream.get(path, {}, { authorization: '' })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: 'COMMON_ERROR_T01' })
  })

  test.each([
    ['expired_token', 401],
    ['rate_limited', 429],
    ['error_500', 500],
    ['unavailable_503', 503],
  ] as const)('%s: %i once, then an answer', async (kind, status) => {
    upstream.faults.set([{ kind, subject, times: 1 }])
    expect((await upstream.get(path)).status).toBe(status)
    expect((await upstream.get(path)).status).toBe(200)
  })

  test('slow: the answer comes after one that was asked later', async () => {
    upstream.faults.set([{ kind: 'slow', subject, delayMs: 200, times: 1 }])
    const order: string[] = []
    const slow = upstream.get(path).then(() => order.push('slow'))
    const other = upstream.get('/healthz').then(() => order.push('other'))
    await Promise.all([slow, other])
    expect(order).toEqual(['other', 'slow'])
  })

  test('cut_off_json: a body that does not parse, or a connection that breaks', async () => {
    upstream.faults.set([{ kind: 'cut_off_json', subject, times: 1 }])
    const text = await (await upstream.get(path)).text()
    expect(text).toStartWith('{')
    expect(() => JSON.parse(text)).toThrow()
    upstream.faults.set([{ kind: 'cut_off_json', subject, cut: 'connection' }])
    await expect(upstream.get(path).then((response) => response.json())).rejects.toThrow()
  })

  test('wrong_shape: another root name', async () => {
    const before = Object.keys((await (await upstream.get(path)).json()) as object)
    upstream.faults.set([{ kind: 'wrong_shape', subject }])
    expect(Object.keys((await (await upstream.get(path)).json()) as object)).not.toEqual(before)
  })

  test('the same instant gives the same answer', async () => {
    const texts = [await (await upstream.get(path)).text(), await (await upstream.get(path)).text()]
    expect(texts[1]).toBe(texts[0] ?? '')
  })
})
