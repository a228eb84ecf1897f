import { describe, expect, test } from 'bun:test'
import { askJson } from '../testing/open-fixture.ts'
import { openSamples } from '../testing/sample-calls.ts'
import { paths, useUpstreams } from '../testing/upstream-fixture.ts'
import type { FaultInput } from './fault.ts'

const upstreamAt = useUpstreams()
const upstream = await upstreamAt('2026-07-16T12:10:00Z', { allowFaultControl: true })

const put = (body: unknown) => fetch(`${upstream.address}/demo/faults`, { method: 'PUT', body: JSON.stringify(body) })
const call = (publisher: string) => {
  const { path = '', query = {} } = openSamples.find(({ subject }) => subject === publisher) ?? {}
  return upstream.get(path, query)
}

describe('switching', () => {
  test.each([
    ['physical_flows', paths.flows, paths.mix],
    ['rte-services', '/open/rte-services/cms/open_data/v1/tempoLight', '/open/couleur-tempo/api/jourTempo/today'],
  ])('faults of %s are set and cleared over HTTP, and concern no other subject', async (subject, path, other) => {
    expect((await put([{ kind: 'error_500', subject }])).status).toBe(200)
    expect([(await upstream.get(path)).status, (await upstream.get(other)).status]).toEqual([500, 200])
    expect((await fetch(`${upstream.address}/demo/faults`, { method: 'DELETE' })).status).toBe(204)
    expect((await upstream.get(path)).status).toBe(200)
  })

  test.each([
    ['not a list', { kind: 'error_500', subject: 'all' }],
    ['an unknown kind', [{ kind: 'meteor', subject: 'all' }]],
    ['a delay beyond all bounds', [{ kind: 'slow', subject: 'all', delayMs: 1e9 }]],
    ['a part of a day', [{ kind: 'too_large_413', subject: 'all', longerThanDays: 0.5 }]],
    ['a fault that cannot affect its subject', [{ kind: 'nuclear_zero', subject: 'physical_flows' }]],
    ['a fault that another publisher has', [{ kind: 'quota_exhausted', subject: 'energy-charts' }]],
    ['a fault of open data at a feed of the operator', [{ kind: 'html_200', subject: 'consumption' }]],
    ['a path of the operator', [{ kind: 'error_500', subject: 'consumption', pathContains: '/v1' }]],
    ['no JSON', undefined],
  ])('%s is refused', async (_, body) => {
    expect((await put(body)).status).toBe(400)
    expect(() => upstream.faults.set(body as unknown as FaultInput[])).toThrow()
  })

  test('a fault with `times` expires; the subject `all` affects every subject', async () => {
    upstream.faults.set([{ kind: 'error_500', subject: 'all', times: 3 }])
    const statuses: number[] = []
    for (const path of [paths.byType, paths.lines, paths.intensities, paths.byType]) {
      statuses.push((await upstream.get(path)).status)
    }
    expect(statuses).toEqual([500, 500, 500, 200])
    expect(upstream.faults.list()).toEqual([])
  })

  test('a fault that refuses is answered before an invalid parameter, and after a missing token', async () => {
    const invalid = { start_date: 'yesterday', end_date: 'today' }
    upstream.faults.set([{ kind: 'error_500', subject: 'generation_by_type', times: 1 }])
    const statuses = [
      (await upstream.get(paths.byType, invalid, { authorization: '' })).status,
      (await upstream.get(paths.byType, invalid)).status,
      (await upstream.get(paths.byType, invalid)).status,
    ]
    expect(statuses).toEqual([401, 500, 400])
  })

  test('a fault can concern some paths of a publisher only', async () => {
    upstream.faults.set([{ kind: 'not_found_404', subject: 'energy-charts', pathContains: '/cbpf', times: 1 }])
    expect((await call('energy-charts')).status).toBe(200)
    expect((await upstream.get('/open/energy-charts/cbpf', { country: 'fr' })).status).toBe(404)
  })

  test('neither faults nor the count of calls are served unless the program allows it', async () => {
    const closed = await upstreamAt('2026-07-16T12:10:00Z')
    const asked = [
      fetch(`${closed.address}/demo/faults`, { method: 'PUT', body: '[]' }),
      fetch(`${closed.address}/open/calls`),
    ]
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404])
  })
})

describe('refusals of one publisher', () => {
  test('error_500 of the operator has its only observed code', async () => {
    upstream.faults.set([{ kind: 'error_500', subject: 'generation_by_type' }])
    expect(await (await upstream.get(paths.byType)).json()).toMatchObject({ error: 'COMMON_ERROR_T03' })
  })

  test('token_without_access_token: 200 without the token', async () => {
    upstream.faults.set([{ kind: 'token_without_access_token', subject: 'token', times: 1 }])
    const [withheld, granted] = [await upstream.askToken(), await upstream.askToken()]
    expect([withheld.status, granted.status]).toEqual([200, 200])
    expect(await withheld.json()).not.toHaveProperty('access_token')
    expect(await granted.json()).toHaveProperty('access_token')
  })

  test('quota_exhausted names the instant of renewal; quota_low announces it in the headers', async () => {
    upstream.faults.set([{ kind: 'quota_exhausted', subject: 'odre', resetInSeconds: 600 }])
    const response = await call('odre')
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({ errorcode: 10_002, reset_time: '2026-07-16T12:20:00Z' })
    upstream.faults.set([{ kind: 'quota_low', subject: 'odre', remaining: 120 }])
    expect((await call('odre')).headers.get('x-ratelimit-remaining')).toBe('120')
  })

  test('token_bucket admits one call per period, and asks early ones to wait', async () => {
    upstream.faults.set([{ kind: 'token_bucket', subject: 'energy-charts', refillMs: 60_000 }])
    const answers = [await call('energy-charts'), await call('energy-charts'), await call('energy-charts')]
    expect(answers.map(({ status }) => status)).toEqual([200, 429, 429])
    expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual([null, '120', '240'])
  })
})

test('calls are counted per publisher and Paris day, refused ones too, until the count is deleted', async () => {
  type Report = { perDay: Record<string, Record<string, number>>; calls: { publisher: string; path: string }[] }
  await fetch(`${upstream.address}/open/calls`, { method: 'DELETE' })
  await call('energy-charts')
  upstream.faults.set([{ kind: 'error_500', subject: 'energy-charts' }])
  await call('energy-charts')
  await call('couleur-tempo')
  const { perDay, calls } = (await (await fetch(`${upstream.address}/open/calls`)).json()) as Report
  const counted = { 'energy-charts': { '2026-07-16': 2 }, 'couleur-tempo': { '2026-07-16': 1 }, odre: {} }
  expect(perDay).toMatchObject(counted)
  expect(calls.map(({ publisher }) => publisher)).toEqual(['energy-charts', 'energy-charts', 'couleur-tempo'])
  expect(calls[0]?.path).toBe('/open/energy-charts/price?bzn=FR')
})

test('new_neighbour: one more border, and the others as before', async () => {
  type Flows = { countries: { name: string; data: number[] }[] }
  const read = () => askJson<Flows>(upstream, 'energy-charts', '/cbpf', { country: 'fr' })
  const before = (await read()).countries
  upstream.faults.set([{ kind: 'new_neighbour', subject: 'energy-charts' }])
  const after = (await read()).countries
  expect(after.slice(0, -1)).toEqual(before)
  expect([after.at(-1)?.name, new Set(after.at(-1)?.data)]).toEqual(['Andorra', new Set([0.1])])
})
