import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shippedRecordingsDir } from '@hexawatt/shared/testing/reference-data'
import * as v from 'valibot'
import { startSystem } from '../testing/system-fixture.ts'

/** Two cells with different data: recorded ones of France, and invented ones of another hour that stand for another region. */
const asOf = { FR: '2026-02-03T18:20:00Z', 'IT-NO': '2026-02-04T11:20:00Z' }
const hosts = { FR: 'api.example.org', 'IT-NO': 'it-no.example.org', 'DK-DK1': 'dk-dk1.example.org' }
const sources = ['generation_by_type', 'physical_flows', 'power_exchanges', 'consumption'] as const

const [france, italy] = await Promise.all([
  startSystem({ asOf: asOf.FR, replayDir: shippedRecordingsDir }),
  startSystem({ asOf: asOf['IT-NO'], settings: { ZONE: 'IT-NO' } }),
])
for (const system of [france, italy]) expect(await system.poll(...sources)).toEqual(sources.map(() => null))

const folder = mkdtempSync(join(tmpdir(), 'hexawatt-zones-'))
const file = join(folder, 'zones.json')
const nobody = 'http://127.0.0.1:1'
await Bun.write(
  file,
  JSON.stringify({
    cells: [
      {
        zone: 'IT-NO',
        hosts: [hosts['IT-NO']],
        services: { 'svc-carbon': italy.carbonUrl, 'svc-score': italy.scoreUrl, 'svc-history': italy.historyUrl },
      },
      {
        zone: 'DK-DK1',
        hosts: [hosts['DK-DK1']],
        services: { 'svc-carbon': nobody, 'svc-score': nobody, 'svc-history': nobody },
      },
    ],
  }),
)
// Responses stay cached for as long as the data do not change.
const gateway = await france.startGateway({ settings: { ZONES_FILE: file }, seams: { cacheTimeMs: () => 0 } })
const key = await france.createKey('scale')

afterAll(async () => {
  await gateway.stop()
  await Promise.all([france.stop(), italy.stop()])
  rmSync(folder, { recursive: true })
})

const ask = (host: string, path: string) =>
  fetch(`${gateway.url}${path}`, { headers: { host, 'x-api-key': key, 'auth-token': '' } })

/** What a zone answers by its own gateway. */
const byOwnGateway = async (system: typeof france, path: string): Promise<unknown> => (await system.get(path)).json()

/** Value of a counter or gauge of the gateway, by its labels. */
async function metric(name: string, labels: Record<string, string>): Promise<number> {
  const lines = (await gateway.deps.metrics.text()).split('\n').filter((line) => line.startsWith(`${name}{`))
  const found = lines.find((line) =>
    Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
  )
  return Number(found?.split(' ').at(-1) ?? 0)
}

test.each(['/v1/carbon/intensity', '/v1/score/forecast', '/v1/outlook'])(
  '%s: each host gets the numbers of its own zone',
  async (path) => {
    const [own, foreign] = await Promise.all([ask(hosts['FR'], path), ask(hosts['IT-NO'], path)])
    expect([own.status, foreign.status]).toEqual([200, 200])
    expect([own.headers.get('x-data-mode'), foreign.headers.get('x-data-mode')]).toEqual(['replay', 'demo'])
    const bodies = [await own.json(), await foreign.json()]
    expect(bodies).toEqual([await byOwnGateway(france, path), await byOwnGateway(italy, path)])
    expect(bodies[0]).not.toEqual(bodies[1])
  },
)

test('a host that no cell names is answered by the gateway’s own zone, whatever its case and port', async () => {
  const modeAt = async (host: string) => (await ask(host, '/v1/carbon/intensity')).headers.get('x-data-mode')
  expect(await modeAt('nobody.example.org')).toBe('replay')
  expect(await modeAt('IT-NO.Example.org:8443')).toBe('demo')
  expect(await modeAt('it-no.example.org.evil.example')).toBe('replay')
})

test('cached responses are kept apart by zone: what one host was given is given to no other', async () => {
  const path = '/v1/carbon/intensity'
  const bodies = new Map<string, Set<string>>()
  const before = await Promise.all(['FR', 'IT-NO'].map((zone) => metric(lookups, { zone, from: 'cache' })))
  for (let round = 0; round < 5; round += 1) {
    for (const zone of ['FR', 'IT-NO'] as const) {
      const text = await (await ask(hosts[zone], path)).text()
      bodies.set(zone, (bodies.get(zone) ?? new Set()).add(text))
    }
  }
  expect([...bodies.values()].map((texts) => texts.size)).toEqual([1, 1])
  expect([...(bodies.get('FR') ?? [])]).not.toEqual([...(bodies.get('IT-NO') ?? [])])
  const after = await Promise.all(['FR', 'IT-NO'].map((zone) => metric(lookups, { zone, from: 'cache' })))
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([5, 5])
})
const lookups = 'gateway_response_cache_lookups_total'

test('services of one zone that are away open no circuit of another one', async () => {
  for (let tries = 0; tries < 30; tries += 1)
    expect((await ask(hosts['DK-DK1'], '/v1/carbon/intensity')).status).toBe(503)
  const stateOf = (zone: string) => metric('gateway_circuit_state', { zone, service: 'svc-carbon' })
  expect([await stateOf('DK-DK1'), await stateOf('FR'), await stateOf('IT-NO')]).toEqual([2, 0, 0])
  for (const zone of ['FR', 'IT-NO'] as const) expect((await ask(hosts[zone], '/v1/carbon/intensity')).status).toBe(200)
})

test('an account has one limit for all zones', async () => {
  const remaining = async (zone: keyof typeof hosts) =>
    Number((await ask(hosts[zone], '/v1/carbon/intensity')).headers.get('x-ratelimit-remaining-month'))
  const first = await remaining('FR')
  expect(first).toBeGreaterThan(0)
  expect(await remaining('IT-NO')).toBe(first - 1)
})

test('status, dashboard and page are those of the gateway’s own zone: no other host is shown them', async () => {
  for (const path of ['/api/status', '/api/dashboard', '/']) {
    expect([path, (await ask(hosts['IT-NO'], path)).status]).toEqual([path, 404])
    expect([path, (await ask(hosts['FR'], path)).status]).not.toEqual([path, 404])
  }
  for (const path of ['/api/plans', '/docs', '/plans']) expect((await ask(hosts['IT-NO'], path)).status).toBe(200)
})

test('the façade of Electricity Maps answers for the zone that is asked for, and names the zones there are', async () => {
  const base = '/compat/electricitymaps/v3'
  const latest = async (host: string, query: string) => {
    const response = await ask(host, `${base}/carbon-intensity/latest${query}`)
    const hour = v.parse(
      v.object({ zone: v.optional(v.string()), carbonIntensity: v.optional(v.number()) }),
      await response.json(),
    )
    return { status: response.status, ...hour }
  }
  const own = await latest(hosts['FR'], '')
  const foreign = await latest(hosts['IT-NO'], '')
  expect([own.zone, foreign.zone]).toEqual(['FR', 'IT-NO'])
  expect(own.carbonIntensity).not.toBe(foreign.carbonIntensity)
  expect(await latest(hosts['FR'], '?zone=it-no')).toEqual(foreign)
  expect(await latest(hosts['IT-NO'], '?zone=FR')).toEqual(own)
  expect((await latest(hosts['FR'], '?zone=DE')).status).toBe(400)
  expect((await latest(hosts['IT-NO'], '?lat=48.86&lon=2.35')).status).toBe(400)
  const body = await (await ask(hosts['FR'], `${base}/zones`)).json()
  const zones = v.parse(v.record(v.string(), v.object({ zoneName: v.string() })), body)
  expect(Object.keys(zones)).toEqual(['FR', 'IT-NO', 'DK-DK1'])
  expect(zones['IT-NO']?.zoneName).toBe('Italy (NO)')
})

test('an export names the zone that its values are of', async () => {
  const locations = async (host: string) => {
    const response = await ask(host, '/v1/export/carbon-aware-sdk')
    const body = v.parse(v.array(v.object({ location: v.string() })), await response.json())
    return [...new Set(body.map(({ location }) => location))]
  }
  for (const zone of ['FR', 'IT-NO'] as const)
    expect((await locations(hosts[zone])).filter((one) => one !== zone)).toEqual([])
})

test('a stream of events is of the zone whose host it was asked from', async () => {
  const firstEvent = async (host: string): Promise<unknown> => {
    const headers = { host, 'x-api-key': key }
    const { body } = await fetch(`${gateway.url}/v1/events?kinds=carbon`, { headers })
    let text = ''
    // Leaving the loop ends the stream.
    for await (const bytes of body ?? []) {
      text += new TextDecoder().decode(bytes)
      if (/^data: .*\n\n/m.test(text)) break
    }
    return JSON.parse(text.match(/^data: (.*)$/m)?.[1] ?? 'null')
  }
  const own = await firstEvent(hosts['FR'])
  expect(own).toEqual(await (await ask(hosts['FR'], '/v1/carbon/intensity')).json())
  const foreign = await firstEvent(hosts['IT-NO'])
  expect(foreign).toEqual(await (await ask(hosts['IT-NO'], '/v1/carbon/intensity')).json())
  expect(foreign).not.toEqual(own)
})
