import { describe, expect, test } from 'bun:test'
import { ask, askJson, type Named, valuesOf as of } from '../testing/open-fixture.ts'
import { flow } from '../testing/replay-fixture.ts'
import { paths, period, type ReadBlock, type Upstream, useUpstreams } from '../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

const asOf = '2026-07-10T12:10:00Z'
const upstream: Upstream = await upstreamAt(asOf)

type Body = {
  unix_seconds: number[]
  price: number[]
  forecast_values: number[]
  production_types: Named[]
  countries: Named[]
  deprecated: boolean
}
const get = (path: string, query: Record<string, string> = {}) => ask(upstream, 'energy-charts', path, query)
const read = (path: string, query: Record<string, string> = {}) => askJson<Body>(upstream, 'energy-charts', path, query)
const france = { country: 'fr', start: '2026-07-10', end: '2026-07-10' }
const seconds = (text: string): number => Temporal.Instant.from(text).epochMilliseconds / 1_000
const today = period('2026-07-10T00:00:00+02:00', '2026-07-10T14:10:00+02:00')

/** Values of a block by the unix seconds of their start. */
const bySecond = (block: ReadBlock | undefined) =>
  new Map((block?.values ?? []).map((slot) => [seconds(slot.start_date), slot.value]))

describe('prices', () => {
  test('prices equal those of the operator, in the form of the contract', async () => {
    const body = await read('/price', { bzn: 'FR', start: '2026-07-10', end: '2026-07-11' })
    expect(body).toMatchObject({
      unit: 'EUR / MWh',
      deprecated: false,
      license_info: expect.stringContaining('SMARD.de'),
    })
    const query = period('2026-07-10T00:00:00+02:00', '2026-07-12T00:00:00+02:00')
    const slots = (await upstream.blocks(paths.exchanges, query)).flatMap(({ values }) => values)
    expect(slots).toHaveLength(192)
    expect(body.unix_seconds.map((second, index) => [second, body.price[index]])).toEqual(
      slots.map((slot) => [seconds(slot.start_date), slot.price]),
    )
  })

  test('prices of tomorrow before the auction, and of another zone, are 404', async () => {
    const early = await upstreamAt('2026-07-10T10:30:00Z')
    const tomorrow = { bzn: 'FR', start: '2026-07-11', end: '2026-07-11' }
    expect((await ask(early, 'energy-charts', '/price', tomorrow)).status).toBe(404)
    expect((await get('/price', tomorrow)).status).toBe(200)
    expect((await get('/price', { bzn: 'DE-LU' })).status).toBe(404)
    expect((await get('/price')).status).toBe(404)
  })

  test('prices are hourly before October 2025 and quarter-hourly since', async () => {
    const past = await upstreamAt('2025-10-02T10:00:00Z')
    const query = { bzn: 'FR', start: '2025-09-30', end: '2025-10-01' }
    const { unix_seconds: starts } = await askJson<Body>(past, 'energy-charts', '/price', query)
    expect(starts).toHaveLength(24 + 96)
    expect(new Set(starts.slice(1).map((start, index) => start - (starts[index] ?? 0)))).toEqual(new Set([3_600, 900]))
  })

  test('a call takes dates, instants and unix seconds; without an end it gets today', async () => {
    const forms = [
      { start: '2026-07-10', end: '2026-07-10' },
      { start: '2026-07-10T00:00:00+02:00', end: '2026-07-10T22:00:00Z' },
      { start: String(seconds('2026-07-09T22:00:00Z')), end: String(seconds('2026-07-10T22:00:00Z')) },
      { start: '2026-07-01' },
      {},
    ]
    for (const form of forms) {
      const { unix_seconds: starts } = await read('/price', { bzn: 'FR', ...form })
      expect([starts.length, starts[0]]).toEqual([96, seconds('2026-07-09T22:00:00Z')])
    }
  })

  test('a malformed period is 422, in the second version also one that is not aligned to the hour', async () => {
    for (const query of [{ end: 'tomorrow' }, { start: '2026-07-12', end: '2026-07-10' }, { end: '2026-02-30' }]) {
      const response = await get('/price', { bzn: 'FR', ...query })
      expect(response.status).toBe(422)
      expect(await response.json()).toEqual({
        detail: [{ loc: ['query', expect.any(String)], msg: expect.any(String), type: expect.any(String) }],
      })
    }
    const unaligned = { bzn: 'FR', start: '2026-07-10T00:10:00Z', end: '2026-07-10T12:00:00Z' }
    expect((await get('/price', unaligned)).status).toBe(200)
    expect((await get('/v2/price', unaligned)).status).toBe(422)
  })
})

describe('output per type', () => {
  test('output equals that of the operator up to the end of today, and is null for slots that are not published', async () => {
    const body = await read('/public_power', { ...france, end: '2026-07-12' })
    expect(body.unix_seconds).toHaveLength(96)
    const published = body.unix_seconds.filter((start) => start + 900 + 150 * 60 <= seconds(asOf)).length
    const pairs = [
      ['Nuclear', 'NUCLEAR/TOTAL'],
      ['Fossil gas', 'FOSSIL_GAS/TOTAL'],
      ['Hydro pumped storage consumption', 'PUMPING/TOTAL'],
      ['Biomass', 'BIOENERGY/BIOMASS'],
      ['Wind onshore', 'WIND/WIND_ONSHORE'],
    ] as const
    for (const [name, key] of pairs) {
      const [production_type = '', production_subtype = ''] = key.split('/')
      const [block] = await upstream.blocks(paths.mix, { ...today, production_type, production_subtype })
      const operator = bySecond(block)
      const values = of(body.production_types, name)
      expect(values.slice(published).every((value) => value === null)).toBe(true)
      const starts = body.unix_seconds.slice(0, published)
      expect(values.slice(0, published)).toEqual(starts.map((start) => operator.get(start) ?? null))
    }
  })

  test('the answer has no biogas, and its load is published later than its output', async () => {
    const { production_types: types } = await read('/public_power', france)
    expect(types.map(({ name }) => name).filter((name) => /biogas/i.test(name))).toEqual([])
    const known = (name: string) => of(types, name).filter((value) => value !== null).length
    expect(known('Load')).toBe(known('Nuclear') - 4)
    expect(known('Load')).toBeGreaterThan(30)
  })
})

describe('flows', () => {
  test('flows equal the hourly net of the operator in GW, and are zero where they are not published', async () => {
    const body = await read('/cbpf', { ...france, start: '2026-07-09' })
    const query = period('2026-07-09T00:00:00+02:00', '2026-07-10T14:00:00+02:00')
    const blocks = await upstream.blocks(paths.flows, query)
    const [french, spanish] = ['10YFR-RTE------C', '10YES-REE------0'] as const
    const find = (keys: Record<string, string>) =>
      bySecond(blocks.find((block) => Object.entries(keys).every(([name, value]) => block[name] === value)))
    const [inflow, outflow] = [find(flow(spanish, french)), find(flow(french, spanish))]
    const spain = of(body.countries, 'Spain')
    const publishedAfter = (minutes: number) =>
      body.unix_seconds.filter((start) => start + 900 + minutes * 60 <= seconds(asOf))
    const published = publishedAfter(90)
    expect(published.length).toBeGreaterThan(130)
    published.forEach((start, index) => {
      const hour = start - (start % 3_600)
      expect(spain[index]).toBeCloseTo(((inflow.get(hour) ?? 0) - (outflow.get(hour) ?? 0)) / 1_000, 6)
    })
    expect(published.some((_, index) => spain[index] !== 0)).toBe(true)
    const lastOf = (name: string) => of(body.countries, name).findLastIndex((value) => value !== 0)
    expect(['Spain', 'Belgium'].map(lastOf)).toEqual([published.length - 1, published.length - 1])
    const hourly = publishedAfter(150).length - 1
    expect(['Germany', 'Italy', 'Switzerland', 'United Kingdom'].map(lastOf)).toEqual([hourly, hourly, hourly, hourly])
  })

  test('flows of the first hours of a day are zero at every border', async () => {
    const night = await upstreamAt('2026-07-09T22:30:00Z')
    const { countries } = await askJson<Body>(night, 'energy-charts', '/cbpf', france)
    expect(countries).toHaveLength(7)
    expect(countries.flatMap(({ data }) => data).every((gw) => gw === 0)).toBe(true)
  })

  test('flows name the six neighbours and their sum', async () => {
    const { countries } = await read('/cbpf', france)
    expect(countries.map(({ name }) => name).sort()).toEqual(
      ['Belgium', 'Germany', 'Italy', 'Spain', 'Switzerland', 'United Kingdom', 'sum'].sort(),
    )
    const neighbours = countries.filter(({ name }) => name !== 'sum')
    const total = neighbours.reduce((sum, { data }) => sum + (data[10] ?? 0), 0)
    expect(of(countries, 'sum')[10]).toBeCloseTo(total, 6)
  })

  test('schedules equal those of the day-ahead process', async () => {
    const { unix_seconds: starts, countries } = await read('/cbet', france)
    const query = { process_type: 'DA', ...period('2026-07-09T22:00:00Z', '2026-07-10T22:00:00Z') }
    const blocks = await upstream.blocks(paths.schedules, query)
    const net = (index: number) => {
      const at = (sender: string, receiver: string) =>
        blocks.find((one) => one['sender_country_eic_code'] === sender && one['receiver_country_eic_code'] === receiver)
          ?.values[index]?.value ?? Number.NaN
      return (at('10YIT-GRTN-----B', '10YFR-RTE------C') - at('10YFR-RTE------C', '10YIT-GRTN-----B')) / 1_000
    }
    expect(starts).toHaveLength(96)
    expect(of(countries, 'Italy')).toEqual(starts.map((_, index) => net(index)))
  })
})

describe('forecasts', () => {
  test.each([
    ['solar', 'day-ahead', 'D-1'],
    ['wind_onshore', 'day-ahead', 'D-1'],
    ['wind_offshore', 'intraday', 'ID'],
  ])('of %s, %s, are the newest of the operator', async (production_type, forecast_type, type) => {
    const body = await read('/public_power_forecast', { ...france, production_type, forecast_type })
    expect(body).toMatchObject({ production_type, forecast_type, deprecated: false })
    const asked = { type, production_type: production_type.toUpperCase() }
    const query = period('2026-07-10T00:00:00+02:00', '2026-07-11T00:00:00+02:00')
    const blocks = await upstream.blocks(paths.forecasts, { ...query, ...asked })
    const newest = new Map<number, ReadBlock['values'][number]>()
    for (const slot of blocks.flatMap(({ values }) => values)) {
      const known = newest.get(seconds(slot.start_date))
      if (known === undefined || known.updated_date <= slot.updated_date) newest.set(seconds(slot.start_date), slot)
    }
    expect(body.unix_seconds).toHaveLength(96)
    expect(body.forecast_values).toEqual(body.unix_seconds.map((start) => newest.get(start)?.value ?? Number.NaN))
  })

  test('the load has a day-ahead forecast only; an unknown type is 422, an unpublished day 404', async () => {
    const path = '/public_power_forecast'
    const load = await read(path, { ...france, production_type: 'load', forecast_type: 'day-ahead' })
    expect(load.forecast_values).toHaveLength(96)
    expect((await get(path, { ...france, production_type: 'load' })).status).toBe(422)
    expect((await get(path, { ...france, production_type: 'tidal' })).status).toBe(422)
    expect((await get(path, { ...france, forecast_type: 'weekly' })).status).toBe(422)
    expect((await get(path, { country: 'fr', start: '2026-07-13', end: '2026-07-13' })).status).toBe(404)
  })
})
