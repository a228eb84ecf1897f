import { describe, expect, test } from 'bun:test'
import {
  ask,
  askJson,
  type Contract,
  type Named,
  valuesOf as of,
  readSample,
  sampleDir,
  violations,
} from '../../testing/open-fixture.ts'
import { type ReadBlock, type Upstream, useUpstreams } from '../../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

const upstream: Upstream = await upstreamAt('2026-07-10T12:10:00Z')

type Body = { unix_seconds: number[]; production_types: Named[]; time: string[] }
type SecondBody = {
  resolution: string
  available_until: string
  series: { id: string; unit?: string }[]
  data: { timestamp: string; values: Record<string, number | null> }[]
}

const get = (path: string, query: Record<string, string> = {}) => ask(upstream, 'energy-charts', path, query)
const read = (path: string, query: Record<string, string> = {}) => askJson<Body>(upstream, 'energy-charts', path, query)
const france = { country: 'fr', start: '2026-07-10', end: '2026-07-10' }
const seconds = (text: string): number => Temporal.Instant.from(text).epochMilliseconds / 1_000

test('installed power is that of the operator, in GW and by year', async () => {
  const body = await read('/installed_power', { country: 'fr', time_step: 'yearly' })
  expect(body.time.at(-1)).toBe('2026')
  const path = '/open_api/generation_installed_capacities/v1/capacities_per_production_type'
  const { capacities_per_production_type: operator } = (await (await upstream.get(path)).json()) as Record<
    string,
    ReadBlock
  >
  const installed = operator?.values.find((slot) => Object(slot)['type'] === 'WIND_OFFSHORE')?.value
  expect(of(body.production_types, 'Wind offshore').at(-1)).toBe((installed ?? Number.NaN) / 1_000)
  expect((await get('/installed_power', { country: 'fr', time_step: 'monthly' })).status).toBe(422)
})

test('the second version has the values of the first', async () => {
  const first = await read('/public_power', france)
  const second = await askJson<SecondBody>(upstream, 'energy-charts', '/v2/public_power', france)
  expect(second.data.map(({ timestamp }) => seconds(timestamp))).toEqual(first.unix_seconds)
  expect(second.data.map(({ values }) => values['hydro_pumped_storage_consumption'])).toEqual(
    of(first.production_types, 'Hydro pumped storage consumption'),
  )
  expect(second).toMatchObject({ resolution: 'PT15M', available_until: '2026-07-10T11:15:00+02:00' })
  expect(second.series.find(({ id }) => id === 'renewable_share_of_load')?.unit).toBe('%')
})

describe.skipIf(sampleDir === null)('samples', () => {
  test.each([
    ['/price', 'PriceModel', { bzn: 'FR' }],
    ['/public_power', 'ProductionModel', france],
    ['/cbpf', 'CrossBorderModel', france],
    ['/cbet', 'CrossBorderModel', france],
    ['/public_power_forecast', 'PublicPowerForecastModel', france],
    ['/installed_power', 'InstalledModel', { country: 'fr' }],
  ])('%s has the form %s of the contract 1.5', async (path, schema, query) => {
    const contract = await readSample<Contract>('energy-charts/openapi-1.5.json')
    expect(violations(await read(path, query), { $ref: schema }, contract)).toEqual([])
  })

  test('the check of the contract finds a wrong body', async () => {
    const contract = await readSample<Contract>('energy-charts/openapi-1.5.json')
    const wrong = { unix_seconds: ['a'], price: [1], deprecated: false }
    expect(violations(wrong, { $ref: 'PriceModel' }, contract).length).toBeGreaterThan(1)
  })

  test('prices have the members of the recorded ones, the second version those of its sample', async () => {
    const price = await readSample<object>('energy-charts/v1_price_NL_2025-12-31_excerpt.json')
    expect(Object.keys(await read('/price', { bzn: 'FR' }))).toEqual(Object.keys(price))
    const power = await readSample<object>('energy-charts/v2_public_power_SHAPE_from_fixture.json')
    expect(Object.keys(await read('/v2/public_power', france)).sort()).toEqual(Object.keys(power).sort())
  })
})
