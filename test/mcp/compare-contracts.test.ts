import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { compareContracts } from '@hexawatt/shared/contract/internal/compare-contracts'
import { ComparisonArguments, ContractComparison } from '@hexawatt/shared/contract/internal/contract-comparison'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { Ajv2020 } from 'ajv/dist/2020'
import * as v from 'valibot'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import { listHours } from '../hours/testing/made-month-fixture.ts'
import type { System } from '../testing/system-fixture.ts'
import { connectMcp } from './testing/mcp-client.ts'

const demoKey = createApiKey()
/** The 12 months before the one of the fixture's clock. */
const year = listHours('2025-02-01', '2026-02-01')
/** A figure that occurs nowhere else: where it is found, a profile was kept. */
const marker = 7.314159265

let system: System
let mcp: Awaited<ReturnType<typeof connectMcp>>
beforeAll(async () => {
  system = await startServedSystem({ settings: { DEMO_API_KEY: demoKey } })
  mcp = await connectMcp(system, await system.createKey('decouverte'))
  // Three days after its end a month can be final.
  system.clock.moveTo('2026-02-04T12:00:00Z')
  await system.sql`
    insert into hour_values (hour_start, production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh, direct_g_co2eq_per_kwh,
      eur_per_mwh, tempo_color, carbon_version, consumption_version, sources, updated_at)
    select to_timestamp(ms / 1000), 30, 40, 20, 100, 1, 1, 1, '{generation/rte}', '2026-02-01T00:00:00Z'
    from unnest(${year}::float8[]) as sent (ms)
    on conflict (hour_start) do update set (production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh, direct_g_co2eq_per_kwh,
      eur_per_mwh, tempo_color, carbon_version, consumption_version) = (30, 40, 20, 100, 1, 1, 1)`
  await system.sql`delete from hour_requests`
})
afterAll(async () => {
  await mcp.client.close()
  await system.stop()
})

const flat = Array.from({ length: 24 }, () => 1)

async function compare(args: Record<string, unknown>): Promise<ContractComparison> {
  const { isError, body } = await mcp.callTool('compare_contracts', args)
  expect(isError).toBe(false)
  return v.parse(ContractComparison, body)
}

async function refusalOf(args: Record<string, unknown>) {
  const { isError, body } = await mcp.callTool('compare_contracts', args)
  expect(isError).toBe(true)
  return body
}

describe('compare_contracts', () => {
  test('the base contract costs every hour of twelve months at the price of its day', async () => {
    const { contracts, from, to, energyKwh, comparedShare, best } = await compare({
      loadKwh: flat,
      contracts: ['base'],
    })
    expect([from, to, energyKwh, comparedShare, best]).toEqual([
      '2025-01-31T23:00:00Z',
      '2026-01-31T23:00:00Z',
      8_760,
      1,
      'base',
    ])
    // Prices of 6 kVA: 0.2016 EUR/kWh until July 2025, then 0.1952.
    const july = listHours('2025-02-01', '2025-08-01').length
    expect(contracts[0]?.energyEur).toBeCloseTo(july * 0.2016 + (8_760 - july) * 0.1952, 4)
  })

  test('the market price is the auction price and the adder with VAT, and without its subscription energy alone is compared', async () => {
    const spot = { loadKwh: flat, contracts: ['spot'], current: 'spot', adderEurPerKwh: 0.05 }
    const byEnergy = await compare(spot)
    expect([byEnergy.basis, byEnergy.withoutSubscription]).toEqual(['energy', ['spot']])
    expect(byEnergy.contracts[0]).toMatchObject({ subscriptionEur: null, differenceToCurrentEur: 0 })
    expect(byEnergy.contracts[0]?.energyEur).toBeCloseTo(8_760 * (0.1 + 0.05) * 1.2, 4)
    const codes = byEnergy.caveats.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['average-profile', 'energy-only', 'spot-hourly-means']))
    const inAll = await compare({ ...spot, spotSubscriptionEurPerMonth: 10, vatPercent: 0 })
    expect([inAll.basis, inAll.withoutSubscription]).toEqual(['total', []])
    expect(inAll.contracts[0]?.subscriptionEur).toBeCloseTo(120, 4)
    expect(inAll.contracts[0]?.comparedEur).toBeCloseTo(8_760 * 0.15 + 120, 4)
  })

  test('without contracts base and Tempo are compared, and hphc where off-peak hours are given; break-even is said', async () => {
    expect((await compare({ loadKwh: flat })).contracts.map(({ key }) => key)).toEqual(['base', 'tempo'])
    const all = await compare({ loadKwh: flat, offPeakSummer: '02h00-07h00,14h00-17h00', offPeakWinter: '22:38-06:38' })
    expect(all.contracts.map(({ key }) => key)).toEqual(['base', 'hphc', 'tempo'])
    expect(all.breakEvens.offPeak.map(({ key, offPeakShare }) => [key, offPeakShare])).toContainEqual([
      'hphc',
      expect.closeTo(1 / 3, 3),
    ])
  })

  test('a newest month that is not final is left out where the one before it is', async () => {
    const last = system.sql`hour_start = '2026-01-31T22:00:00Z'`
    await system.sql`update hour_values set consumption_version = 2 where ${last}`
    const { from, to } = await compare({ loadKwh: flat })
    await system.sql`update hour_values set consumption_version = 1 where ${last}`
    expect([from, to]).toEqual(['2024-12-31T23:00:00Z', '2025-12-31T23:00:00Z'])
  })

  test('emissions are those of each hour of the year', async () => {
    const { emissions } = await compare({ loadKwh: flat })
    expect(emissions).toEqual({
      production: { kgCo2eq: 262.8, gCo2eqPerKwh: 30, knownShare: 1 },
      consumption: { kgCo2eq: 350.4, gCo2eqPerKwh: 40, knownShare: 1 },
      direct: { kgCo2eq: 175.2, gCo2eqPerKwh: 20, knownShare: 1 },
    })
  })

  test('an hour without a price is left out of every contract, and the share that is compared says so', async () => {
    await system.sql`update hour_values set eur_per_mwh = null where hour_start < '2025-03-01T00:00:00Z'`
    const { comparedShare, caveats } = await compare({ loadKwh: flat, contracts: ['base', 'spot'], adderEurPerKwh: 0 })
    const unknown = year.filter((startMs) => startMs < Date.parse('2025-03-01T00:00:00Z')).length
    expect(comparedShare).toBeCloseTo((8_760 - unknown) / 8_760, 5)
    const { text } = caveats.find(({ code }) => code === 'comparison-partial') ?? {}
    expect(text).toMatch(/92.*%/)
    await system.sql`update hour_values set eur_per_mwh = 100`
  })

  test('its schemas describe what it takes and what it gives', async () => {
    const { tools } = await mcp.client.listTools()
    const tool = tools.find(({ name }) => name === 'compare_contracts')
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(Object.keys(ComparisonArguments.entries))
    expect(tool?.inputSchema.required).toEqual(['loadKwh'])
    expect(tool?.description).toContain('sent to the server')
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(Object(tool?.outputSchema))
    expect([validate(await compare({ loadKwh: flat })), validate.errors]).toEqual([true, null])
  })
})

describe('a refusal of compare_contracts', () => {
  test.each([
    [{}, 'loadKwh', '24 or 168 numbers'],
    [{ loadKwh: flat.slice(1) }, 'a list of 23 values', '24 or 168 numbers'],
    [{ loadKwh: flat.with(17, 1_001) }, 'loadKwh[17]', 'from 0 to 1000'],
    [{ loadKwh: flat.with(3, -1) }, 'loadKwh[3]', 'from 0 to 1000'],
    [{ loadKwh: flat.map(() => 0) }, 'loadKwh', 'one is above 0'],
    [{ loadKwh: 'much' }, 'the type string', '24 or 168 numbers'],
    [{ loadKwh: flat, contracts: ['nothing'] }, 'nothing', 'base'],
    [{ loadKwh: flat, contracts: ['hphc'] }, 'offPeak', 'hphc'],
    [{ loadKwh: flat, contracts: ['spot'] }, 'adderEurPerKwh', 'EUR/kWh'],
    [{ loadKwh: flat, offPeak: '22-6' }, 'offPeak', '22:30-06:30'],
    [{ loadKwh: flat, offPeakSummer: '22:00-06:00' }, 'offPeakWinter', 'together'],
    [{ loadKwh: flat, subscribedKva: 7 }, '7', '3, 6'],
    [{ loadKwh: flat, current: 'spot' }, 'spot', 'base, tempo'],
  ])('%j names the argument, what came and what is accepted', async (args, named, accepted) => {
    const { code, detail } = Object(await refusalOf(args))
    expect([code, detail]).toEqual(['invalid_parameter', expect.stringContaining(named)])
    expect(detail).toContain(accepted)
  })

  test('an unknown argument is refused by its name', async () => {
    expect(await refusalOf({ loadKwh: flat, profile: flat })).toMatchObject({
      code: 'unknown_parameter',
      detail: expect.stringContaining('profile'),
    })
  })

  test('the demo key gets no tool, and no client reaches the operation behind it', async () => {
    await expect(connectMcp(system, demoKey)).rejects.toThrow('plan_capability_required')
    const { path } = compareContracts
    const key = await system.createKey('scale')
    for (const url of [system.gatewayUrl, system.historyUrl]) {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' }
      const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: '{}' })
      expect([url, response.status]).toEqual([url, 404])
    }
  })
})

/** Where the marker is kept: names of tables, and keys of Redis. */
async function findMarker(): Promise<string[]> {
  const tables = await system.sql<{ name: string }[]>`
    select format('%I', relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  const kept: string[] = []
  for (const { name } of tables) {
    const rows = await system.sql.unsafe(`select from ${name} as kept where kept::text like '%${marker}%' limit 1`)
    if (rows.length > 0) kept.push(name)
  }
  for (const key of await system.redis.keys('*')) {
    if (`${key} ${await readKept(key)}`.includes(String(marker))) kept.push(key)
  }
  return kept
}

/** Everything under a key of Redis as one text. */
async function readKept(key: string): Promise<string> {
  const { redis } = system
  const readers: Readonly<Record<string, () => Promise<unknown>>> = {
    string: () => redis.get(key),
    hash: () => redis.hgetall(key),
    list: () => redis.lrange(key, 0, -1),
    set: () => redis.smembers(key),
    zset: () => redis.zrange(key, '0', '-1', 'WITHSCORES'),
    stream: () => redis.xrange(key, '-', '+'),
  }
  const read = readers[await redis.type(key)]
  return read === undefined ? '' : JSON.stringify(await read())
}

test('no figure of a profile is kept in Postgres or Redis, whether it was answered or refused', async () => {
  const loadKwh = flat.map(() => marker)
  expect((await compare({ loadKwh })).energyKwh).toBeCloseTo(8_760 * marker, 3)
  await refusalOf({ loadKwh, contracts: ['nothing'] })
  await refusalOf({ loadKwh: [...loadKwh, marker] })
  expect(await findMarker()).toEqual([])
  const gateway = await system.startGateway()
  await using own = await connectMcp({ gatewayUrl: gateway.url }, await system.createKey('scale'))
  expect((await own.callTool('compare_contracts', { loadKwh })).isError).toBe(false)
  const metrics = [await gateway.deps.metrics.text(), await (await fetch(`${system.historyUrl}/metrics`)).text()]
  expect(metrics.map((text) => [text.length > 1_000, text.includes(String(marker))])).toEqual([
    [true, false],
    [true, false],
  ])
  await gateway.stop()
  // The search finds what is kept.
  await system.redis.hset('planted', 'profile', String(marker))
  await system.sql`insert into live_snapshots (name, body, computed_at) values ('planted', ${String(marker)}::text::jsonb, now())`
  expect((await findMarker()).toSorted()).toEqual(['live_snapshots', 'planted'])
})
