import { beforeEach, expect, test } from 'bun:test'
import { CarbonRegionsResponse } from '@hexawatt/shared/contract/carbon/carbon-regions'
import { regions } from '@hexawatt/shared/grid/regions'
import type { RegionsSnapshot } from '@hexawatt/shared/snapshot/regions'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { gatewayHeaders, startCarbonFixture, testStart } from '../testing/carbon-fixture.ts'

const fixture = stopAtEnd(await startCarbonFixture())
beforeEach(() => fixture.moveTo(testStart))

const intensity = {
  gCo2eqPerKwh: 40.125,
  directGCo2PerKwh: 12.344,
  totalGenerationMw: 1_000.05,
  mix: [
    { productionType: 'NUCLEAR', powerMw: 900.06 },
    { productionType: 'SOLAR', powerMw: null },
  ],
}
/** The first region receives, every other one sends out; the flows are one hour older than the quarter-hour. */
const consumption = {
  flowsSlotStart: '2025-01-15T16:00:00Z',
  exchangeResidualMw: -120.04,
  lifeCycle: { poolGCo2PerKwh: 55.555, gCo2PerKwh: regions.map((_, index) => (index === 0 ? 51.234 : 40.125)) },
  direct: { poolGCo2PerKwh: 20.001, gCo2PerKwh: regions.map((_, index) => (index === 0 ? 18.006 : 12.344)) },
}
const sample: RegionsSnapshot = {
  mode: 'replay',
  computedAt: '2025-01-15T18:20:00Z',
  publisher: 'odre',
  slotStart: '2025-01-15T17:00:00Z',
  slotEnd: '2025-01-15T17:15:00Z',
  regions: regions.map(({ code }) => ({ code, consumptionMw: 4_682, exchangeMw: -4_206.04, intensity })),
  consumption,
}
const unknown = { gCo2eqPerKwh: null, directGCo2PerKwh: null, totalGenerationMw: null, mix: [] }

const ask = (headers = gatewayHeaders) => fixture.get('/v1/carbon/regions', headers)
async function served() {
  const response = await ask()
  expect(response.status).toBe(200)
  return { headers: response.headers, body: v.parse(CarbonRegionsResponse, await response.json()) }
}

test('GET /v1/carbon/regions has the newest quarter-hour, rounded, with twelve regions by code', async () => {
  await fixture.storeRegions(sample)
  const { headers, body } = await served()
  expect(body).toMatchObject({
    slotStart: sample.slotStart,
    slotEnd: sample.slotEnd,
    source: 'odre',
    flowsSlotStart: '2025-01-15T16:00:00Z',
    poolGCo2PerKwh: 55.56,
    poolDirectGCo2PerKwh: 20,
    exchangeResidualMW: -120,
    consumptionDegraded: false,
    methodologyVersion: 1,
  })
  expect(body.regions.map(({ code, name }) => [code, name])).toEqual(regions.map(({ code, name }) => [code, name]))
  expect(body.regions[0]).toEqual({
    code: '11',
    name: 'Île-de-France',
    gCo2PerKwh: 40.13,
    directGCo2PerKwh: 12.34,
    consumptionGCo2PerKwh: 51.23,
    consumptionDirectGCo2PerKwh: 18.01,
    totalGenerationMW: 1_000.1,
    consumptionMW: 4_682,
    exchangeMW: -4_206,
    mix: [
      { productionType: 'NUCLEAR', valueMW: 900.1 },
      { productionType: 'SOLAR', valueMW: null },
    ],
    thermalSplit: 'national',
  })
  expect([headers.get('x-data-mode'), headers.get('x-service-confidence')]).toEqual(['replay', null])
})

test('what the regions receive is unknown, never a copy of what they generate, while no flows are known', async () => {
  const nothing = { poolGCo2PerKwh: null, gCo2PerKwh: regions.map(() => null) }
  const unknownFlows = { flowsSlotStart: null, exchangeResidualMw: null, lifeCycle: nothing, direct: nothing }
  await fixture.storeRegions({ ...sample, consumption: unknownFlows })
  const { headers, body } = await served()
  expect(body).toMatchObject({ flowsSlotStart: null, poolGCo2PerKwh: null, consumptionDegraded: true })
  expect(new Set(body.regions.map(({ consumptionGCo2PerKwh }) => consumptionGCo2PerKwh))).toEqual(new Set([null]))
  // The header describes what is generated.
  expect([body.regions[0]?.gCo2PerKwh, headers.get('x-service-confidence')]).toEqual([40.13, null])
})

test('regional exchanges more than 500 MW from the national flows, or one unknown region, mark the consumption as degraded', async () => {
  const [, ...others] = consumption.lifeCycle.gCo2PerKwh
  const lifeCycle = { ...consumption.lifeCycle, gCo2PerKwh: [null, ...others] }
  for (const change of [{ exchangeResidualMw: 500.1 }, { lifeCycle }]) {
    await fixture.storeRegions({ ...sample, consumption: { ...consumption, ...change } })
    expect((await served()).body.consumptionDegraded).toBe(true)
  }
})

test('regions may be cached until the next hourly poll, and are 304 to a client that has them', async () => {
  await fixture.storeRegions(sample)
  const { headers } = await served()
  // Asked at 18:20:30; the next poll is at 19:12.
  expect(headers.get('cache-control')).toBe('private, max-age=3150')
  const etag = headers.get('etag') ?? ''
  await fixture.storeRegions({ ...sample, computedAt: '2025-01-15T18:21:00Z' })
  expect((await ask({ ...gatewayHeaders, 'if-none-match': etag })).status).toBe(304)
  await fixture.storeRegions({ ...sample, slotEnd: '2025-01-15T17:30:00Z' })
  expect((await ask({ ...gatewayHeaders, 'if-none-match': etag })).status).toBe(200)
})

test('a region without data is null, and the response degraded', async () => {
  const [first, ...others] = sample.regions
  if (first === undefined) throw new Error('no region')
  const withGap = [{ ...first, consumptionMw: null, exchangeMw: null, intensity: unknown }, ...others]
  await fixture.storeRegions({ ...sample, regions: withGap })
  const { headers, body } = await served()
  expect(body.regions[0]).toMatchObject({
    gCo2PerKwh: null,
    totalGenerationMW: null,
    consumptionMW: null,
    exchangeMW: null,
  })
  expect(body.regions[1]?.gCo2PerKwh).toBe(40.13)
  expect(headers.get('x-service-confidence')).toBe('degraded')
})

test('regions older than 3 h are degraded, and older than 6 h refused with the missing sources', async () => {
  await fixture.storeRegions(sample)
  fixture.moveTo('2025-01-15T20:16:00Z')
  const { headers } = await served()
  expect([headers.get('x-service-confidence'), headers.get('cache-control')]).toEqual([
    'degraded',
    'private, max-age=60',
  ])
  fixture.moveTo('2025-01-15T23:15:00Z')
  await served()
  fixture.moveTo('2025-01-15T23:16:00Z')
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('etag')]).toEqual([503, '300', null])
  expect(await refused.json()).toMatchObject({
    code: 'insufficient_data',
    detail: expect.stringContaining('361 minutes'),
    confidence: 0,
    sourceAvailability: { odre_regional: false, generation_mix_15min: false, emission_factors: false },
  })
})

test('a quarter-hour that has not ended is refused, and so is a caller without the internal token', async () => {
  await fixture.storeRegions({ ...sample, slotEnd: '2025-01-15T18:30:00Z' })
  expect((await ask()).status).toBe(503)
  await fixture.storeRegions(sample)
  expect((await ask({})).status).toBe(404)
})

test('the age of the regions snapshot is a metric', async () => {
  await fixture.storeRegions(sample)
  expect(await (await fixture.get('/metrics')).text()).toMatch(/snapshot_age_seconds\{.*snapshot="regions".*\} 30/)
})
