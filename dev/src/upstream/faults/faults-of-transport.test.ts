import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { type OpenPublisher, openPublishers } from '../subjects/publishers.ts'
import { ask } from '../testing/open-fixture.ts'
import { paths, startUpstream, type Upstream } from '../testing/upstream-fixture.ts'

const upstream: Upstream = await startUpstream('2026-07-16T12:10:00Z', { allowFaultControl: true })
afterEach(() => upstream.faults.clear())
afterAll(() => upstream.stop())

/** A short answer of each publisher. */
const shortCalls: Readonly<Record<OpenPublisher, [path: string, query: Record<string, string>]>> = {
  odre: ['/parc-prod-par-filiere/exports/json', {}],
  'rte-zip': ['/eCO2mix_RTE_En-cours-TR.zip', {}],
  'energy-charts': ['/price', { bzn: 'FR' }],
  'rte-services': ['/tempoLight', {}],
  'couleur-tempo': ['/jourTempo/today', {}],
}
const call = (publisher: OpenPublisher) => ask(upstream, publisher, ...shortCalls[publisher])
const price = () => call('energy-charts')

describe.each([...openPublishers])('%s', (publisher) => {
  test('answers without a fault', async () => {
    expect((await call(publisher)).status).toBe(200)
  })

  test('can put an HTML page with status 200 before its data', async () => {
    upstream.faults.set([{ kind: 'html_200', subject: publisher }])
    const response = await call(publisher)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await response.text()).toStartWith('<!DOCTYPE html>')
  })

  test.each([
    ['error_500', 500],
    ['unavailable_503', 503],
    ['not_found_404', 404],
  ] as const)('can fail with %s', async (kind, status) => {
    upstream.faults.set([{ kind, subject: publisher, times: 1 }])
    expect((await call(publisher)).status).toBe(status)
    expect((await call(publisher)).status).toBe(200)
  })

  test('can refuse for too many calls with and without Retry-After', async () => {
    for (const [retryAfterSeconds, header] of [
      [90, '90'],
      [null, null],
    ] as const) {
      upstream.faults.set([{ kind: 'rate_limited', subject: publisher, retryAfterSeconds }])
      const response = await call(publisher)
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, header])
    }
  })

  test('can close the connection without an answer', async () => {
    upstream.faults.set([{ kind: 'no_answer', subject: publisher }])
    await expect(call(publisher)).rejects.toThrow()
  })

  test('can send half a body, or break the connection in its middle', async () => {
    const whole = (await (await call(publisher)).bytes()).length
    upstream.faults.set([{ kind: 'cut_off_json', subject: publisher }])
    expect((await (await call(publisher)).bytes()).length).toBe(Math.ceil(whole / 2))
    upstream.faults.set([{ kind: 'cut_off_json', subject: publisher, cut: 'connection' }])
    const broken = await call(publisher)
    await expect(broken.bytes()).rejects.toThrow()
  })

  test('can pause before and in the middle of its body, which stays whole', async () => {
    const whole = await (await call(publisher)).bytes()
    for (const kind of ['slow', 'slow_body'] as const) {
      upstream.faults.set([{ kind, subject: publisher, delayMs: 60 }])
      const startedMs = performance.now()
      const body = await (await call(publisher)).bytes()
      expect(performance.now() - startedMs).toBeGreaterThanOrEqual(55)
      expect(body).toEqual(whole)
    }
  })
})

test('a fault of the operator does not reach a publisher, and the other way round', async () => {
  upstream.faults.set([{ kind: 'error_500', subject: 'generation_mix_15min' }])
  expect((await price()).status).toBe(200)
  upstream.faults.set([{ kind: 'error_500', subject: 'energy-charts' }])
  expect((await upstream.get(paths.mix)).status).toBe(200)
})

test('a fault can concern some paths of a publisher only', async () => {
  upstream.faults.set([{ kind: 'not_found_404', subject: 'energy-charts', pathContains: '/cbpf', times: 1 }])
  expect((await price()).status).toBe(200)
  expect((await ask(upstream, 'energy-charts', '/cbpf', { country: 'fr' })).status).toBe(404)
})

test('a fault that no publisher can have, or a path of the operator, is refused', () => {
  expect(() => upstream.faults.set([{ kind: 'quota_exhausted', subject: 'energy-charts' }])).toThrow('cannot affect')
  expect(() => upstream.faults.set([{ kind: 'html_200', subject: 'consumption' }])).toThrow('cannot affect')
  expect(() => upstream.faults.set([{ kind: 'error_500', subject: 'consumption', pathContains: '/v1' }])).toThrow(
    'cannot affect',
  )
})

test('faults of publishers can be set over HTTP', async () => {
  const body = JSON.stringify([{ kind: 'not_found_404', subject: 'rte-services', times: 1 }])
  const set = await fetch(`${upstream.address}/demo/faults`, { method: 'PUT', body })
  expect(set.status).toBe(200)
  expect((await call('rte-services')).status).toBe(404)
})

test('the used-up quota of the portal names the instant of its renewal', async () => {
  upstream.faults.set([{ kind: 'quota_exhausted', subject: 'odre', resetInSeconds: 600 }])
  const response = await call('odre')
  expect(response.status).toBe(429)
  expect(await response.json()).toMatchObject({ errorcode: 10_002, reset_time: '2026-07-16T12:20:00Z' })
})

test('the headers of the portal can announce that its quota runs low', async () => {
  upstream.faults.set([{ kind: 'quota_low', subject: 'odre', remaining: 120 }])
  expect((await call('odre')).headers.get('x-ratelimit-remaining')).toBe('120')
})

test('Energy-Charts can admit one call per period, and asks early ones to wait', async () => {
  upstream.faults.set([{ kind: 'token_bucket', subject: 'energy-charts', refillMs: 60_000 }])
  const answers = [await price(), await price(), await price()]
  expect(answers.map(({ status }) => status)).toEqual([200, 429, 429])
  expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual([null, '120', '240'])
})

describe('the count of calls', () => {
  type Report = {
    perDay: Record<string, Record<string, number>>
    calls: { publisher: string; path: string; userAgent: string }[]
  }
  const report = async () => (await (await fetch(`${upstream.address}/open/calls`)).json()) as Report

  test('is per publisher and Paris day, refused calls included, and starts again when it is deleted', async () => {
    await fetch(`${upstream.address}/open/calls`, { method: 'DELETE' })
    await price()
    upstream.faults.set([{ kind: 'error_500', subject: 'energy-charts' }])
    await price()
    await call('couleur-tempo')
    const { perDay, calls } = await report()
    expect(perDay).toMatchObject({
      'energy-charts': { '2026-07-16': 2 },
      'couleur-tempo': { '2026-07-16': 1 },
      odre: {},
    })
    expect(calls.map(({ publisher }) => publisher)).toEqual(['energy-charts', 'energy-charts', 'couleur-tempo'])
    expect(calls[0]?.path).toBe('/open/energy-charts/price?bzn=FR')
  })

  test('is not served unless faults may be set', async () => {
    const closed = await startUpstream('2026-07-16T12:10:00Z')
    expect((await fetch(`${closed.address}/open/calls`)).status).toBe(404)
    await closed.stop()
  })
})
