import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CarbonRegionsResponse } from '@hexawatt/shared/contract/carbon/carbon-regions'
import { regionCodes } from '@hexawatt/shared/grid/regions'
import * as v from 'valibot'
import { gramsOf } from '../score/golden/independent/generation.ts'
import { type System, startSystem } from '../testing/system-fixture.ts'

const asOf = '2026-02-03T18:14:00Z'
/** The publisher has renewed its set on the hour, and is 25 minutes behind. */
const newestSlot = '2026-02-03T17:15:00Z'
const path = '/v1/carbon/regions'
const regional = { subject: 'odre', pathContains: 'eco2mix-regional-tr' } as const

let system: System
/** Each part has a system of its own, on which its tests build one after the other. */
function onOneSystem(): void {
  beforeAll(async () => {
    system = await startSystem({ asOf })
  })
  afterAll(() => system.stop())
}

async function served(): Promise<{ body: CarbonRegionsResponse; isDegraded: boolean; mode: string | null }> {
  const response = await system.get(path)
  expect(response.status).toBe(200)
  const isDegraded = response.headers.get('x-service-confidence') === 'degraded'
  return {
    body: v.parse(CarbonRegionsResponse, await response.json()),
    isDegraded,
    mode: response.headers.get('x-data-mode'),
  }
}

/** National power by series in the quarter-hour, MW, as the operator's feed stored it. */
async function nationalMix(slotStart: string): Promise<Record<string, number>> {
  const rows = await system.sql<{ series: string; value: number }[]>`
    select series, value from feed_values where feed = 'generation_mix_15min' and slot_start = ${slotStart}`
  return Object.fromEntries(rows.map(({ series, value }) => [series, value]))
}

describe('GET /v1/carbon/regions', () => {
  onOneSystem()

  test('before the first data the operation is refused with its sources', async () => {
    const refused = await system.get(path)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({
      code: 'insufficient_data',
      confidence: 0,
      sourceAvailability: { odre_regional: false, generation_mix_15min: false },
    })
  })

  test('the response has the twelve regions of the newest quarter-hour, and their sums are the national figures', async () => {
    await system.poll('generation_mix_15min', 'consumption')
    expect(await system.pollRegions()).toBe(true)
    const { body, isDegraded, mode } = await served()
    expect([body.slotStart, body.source, isDegraded, mode]).toEqual([newestSlot, 'odre', false, 'demo'])
    expect(body.regions.map(({ code }) => code)).toEqual([...regionCodes])
    const national = await nationalMix(newestSlot)
    const sumOf = (...types: string[]) =>
      body.regions
        .flatMap(({ mix }) => mix)
        .filter(({ productionType }) => types.includes(productionType))
        .reduce((sum, { valueMW }) => sum + (valueMW ?? Number.NaN), 0)
    const of = (...series: string[]) => series.reduce((sum, name) => sum + (national[name] ?? Number.NaN), 0)
    for (const type of ['NUCLEAR', 'FOSSIL_GAS', 'FOSSIL_HARD_COAL', 'FOSSIL_OIL', 'HYDRO_WATER_RESERVOIR', 'WASTE']) {
      // Twelve values to one decimal, of whole national megawatts.
      expect(Math.abs(sumOf(type) - of(type))).toBeLessThan(2)
    }
    expect(Math.abs(sumOf('WIND_ONSHORE') - of('WIND_ONSHORE', 'WIND_OFFSHORE'))).toBeLessThan(2)
    expect(Math.abs(sumOf('BIOMASS') - of('BIOMASS/BIOMASS', 'BIOMASS/BIOGAS'))).toBeLessThan(2)
    const [load] = await system.sql<{ value: number }[]>`
      select value from feed_values where feed = 'consumption' and series = 'REALISED' and slot_start = ${newestSlot}`
    const consumptionMw = body.regions.reduce((sum, { consumptionMW }) => sum + (consumptionMW ?? Number.NaN), 0)
    expect(Math.abs(consumptionMw - (load?.value ?? Number.NaN))).toBeLessThanOrEqual(1)
  })

  test('the regional intensities weighted by production give the national one, within the share of wind at sea', async () => {
    const { body } = await served()
    const weights = body.regions.map(
      ({ gCo2PerKwh, totalGenerationMW }) => [gCo2PerKwh, totalGenerationMW ?? 0] as const,
    )
    const totalMw = weights.reduce((sum, [, mw]) => sum + mw, 0)
    const mean = weights.reduce((sum, [grams, mw]) => sum + (grams ?? Number.NaN) * mw, 0) / totalMw
    // By the independent account of the golden examples, with all wind as onshore.
    const national: Record<string, number> = {}
    for (const [series, mw] of Object.entries(await nationalMix(newestSlot))) {
      const type = (series.split('/', 1)[0] ?? '').replace('WIND_OFFSHORE', 'WIND_ONSHORE')
      if (!['PUMPING', 'EXCHANGE', 'TOTAL'].includes(type)) national[type] = (national[type] ?? 0) + mw
    }
    const nationalMw = Object.values(national).reduce((sum, mw) => sum + mw, 0)
    expect(Math.abs(totalMw - nationalMw)).toBeLessThan(5)
    expect(Math.abs(mean - gramsOf(national))).toBeLessThan(0.02)
  })

  test('a query parameter is refused with a problem that names the nearest', async () => {
    const refused = await system.get(`${path}?region=11`)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
    expect(await refused.json()).toMatchObject({ code: 'unknown_parameter', instance: path })
    expect((await fetch(`${system.gatewayUrl}${path}`)).status).toBe(401)
  })
})

describe('missing values are null', () => {
  onOneSystem()

  test('without the national mix of the quarter-hour only the split is unknown', async () => {
    await system.pollRegions()
    const { body, isDegraded } = await served()
    expect(isDegraded).toBe(true)
    for (const { gCo2PerKwh, directGCo2PerKwh, totalGenerationMW, consumptionMW, mix } of body.regions) {
      expect([gCo2PerKwh, directGCo2PerKwh]).toEqual([null, null])
      expect([totalGenerationMW, consumptionMW]).toEqual([expect.any(Number), expect.any(Number)])
      expect(mix.find(({ productionType }) => productionType === 'FOSSIL_GAS')?.valueMW).toBeNull()
      expect(mix.find(({ productionType }) => productionType === 'WIND_ONSHORE')?.valueMW).toBeNumber()
    }
  })

  test('a newest quarter-hour that lacks a region is replaced by the one before it', async () => {
    await system.poll('generation_mix_15min')
    await system.sql`delete from regional_values where region = '53' and slot_start = ${newestSlot}`
    await system.refreshLive()
    expect((await served()).body.slotStart).toBe('2026-02-03T17:00:00Z')
  })

  test('a region left out for an hour or more is null in all its figures, and the others stay fresh', async () => {
    await system.sql`delete from regional_values where region = '53' and slot_start >= '2026-02-03T12:00:00Z'`
    await system.refreshLive()
    const { body } = await served()
    expect(body.slotStart).toBe(newestSlot)
    const brittany = body.regions.find(({ code }) => code === '53')
    expect(brittany).toMatchObject({ name: 'Bretagne', gCo2PerKwh: null, totalGenerationMW: null, exchangeMW: null })
    expect(new Set(brittany?.mix.map(({ valueMW }) => valueMW))).toEqual(new Set([null]))
  })

  test('a column that the publisher leaves out is unknown, except nuclear power in regions without a plant, and fails the poll', async () => {
    // Values younger than ten minutes are not requested again.
    system.clock.advance({ minutes: 11 })
    system.faults.set([{ kind: 'absent_column', ...regional, column: 'nucleaire' }])
    expect(await system.pollRegions().catch((error: Error) => error.message)).toBe('no row has the column nucleaire')
    const { body } = await served()
    const known = body.regions.filter(({ gCo2PerKwh }) => gCo2PerKwh !== null).map(({ code }) => code)
    expect(known).toEqual(['11', '27', '52', '53', '93'])
    const [status] = await system.sql<{ lastError: string; consecutiveFailures: number }[]>`
      select last_error, consecutive_failures from source_status where source = 'odre_regional'`
    expect(status).toEqual({ lastError: 'no row has the column nucleaire', consecutiveFailures: 1 })
    const taken = /ingest_payload_elements_total\{[^}]*source="odre_regional",outcome="taken"[^}]*\} [1-9]/
    expect(await system.ingest.metrics.text()).toMatch(taken)
  })
})

describe('while the publisher gives nothing new', () => {
  onOneSystem()

  test('the last quarter-hour is served, degraded from 3 h on, and refused above 6 h', async () => {
    await system.poll('generation_mix_15min')
    await system.pollRegions()
    system.faults.set([{ kind: 'html_200', ...regional }])
    system.clock.moveTo('2026-02-03T20:31:00Z')
    expect(await system.pollRegions().catch((error: Error) => error.message)).toMatch(/web page/)
    expect(await served()).toMatchObject({ body: { slotStart: newestSlot }, isDegraded: true })
    system.clock.moveTo('2026-02-03T23:31:00Z')
    await system.refreshLive()
    const refused = await system.get(path)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '300'])
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('361 minutes'), confidence: 0 })
    // The first answer after it serves again, without anybody’s doing.
    system.faults.clear()
    await system.poll('generation_mix_15min')
    await system.pollRegions()
    expect(await served()).toMatchObject({ body: { slotStart: '2026-02-03T22:15:00Z' }, isDegraded: false })
  })
})
