import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CarbonRegionsResponse } from '@hexawatt/shared/contract/carbon/carbon-regions'
import { RegionalDayResponse } from '@hexawatt/shared/contract/carbon/regional-day'
import { readConsumptionHours } from '@hexawatt/shared/stored-hours/consumption-hour-store'
import { hourMs } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'
import { computeRequestedHours } from '../testing/requested-hours.ts'
import { type System, startSystem } from '../testing/system-fixture.ts'

const asOf = '2026-02-03T18:14:00Z'
const dayPath = '/v1/carbon/regions/day'

let system: System
beforeAll(async () => {
  system = await startSystem({ asOf })
  await system.poll('generation_mix_15min', 'generation_by_type', 'physical_flows')
  await system.pollRegions()
  await computeRequestedHours(system.ingest)
  await system.refreshLive()
})
afterAll(() => system.stop())

async function getDay(query = ''): Promise<RegionalDayResponse> {
  const response = await system.get(`${dayPath}${query}`)
  expect(response.status).toBe(200)
  return v.parse(RegionalDayResponse, await response.json())
}
const getNow = async () => v.parse(CarbonRegionsResponse, await (await system.get('/v1/carbon/regions')).json())

/** Net import by border in the hour of the flows, MW, and life-cycle intensity of the neighbour. */
async function readFlows(slotStart: string | null) {
  const fromMs = Date.parse(slotStart ?? '')
  const [hour] = await readConsumptionHours(system.sql, { fromMs, toMs: fromMs + hourMs }, system.clock.now())
  return (hour?.borders ?? []).map(({ netImportMw, gCo2PerKwhByRule }) => ({
    netMw: netImportMw ?? Number.NaN,
    grams: gCo2PerKwhByRule.lifeCycle ?? Number.NaN,
  }))
}
const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? Number.NaN), 0)

describe('what the regions consume', () => {
  test('in the newest quarter-hour keeps the emissions of all generation and imports, but for the residual', async () => {
    const { regions, poolGCo2PerKwh, exchangeResidualMW, flowsSlotStart, slotStart } = await getNow()
    const flows = await readFlows(flowsSlotStart)
    expect(flows.length).toBeGreaterThanOrEqual(6)
    expect(Date.parse(slotStart) - Date.parse(flowsSlotStart ?? '')).toBeWithin(0, 6 * hourMs)
    const imports = flows.filter(({ netMw }) => netMw > 0)
    const exportsMw = -sum(flows.filter(({ netMw }) => netMw < 0).map(({ netMw }) => netMw))
    const kg = (mw: number | null, grams: number | null): number => (mw ?? Number.NaN) * (grams ?? Number.NaN)
    const entered =
      sum(regions.map(({ totalGenerationMW, gCo2PerKwh }) => kg(totalGenerationMW, gCo2PerKwh))) +
      sum(imports.map(({ netMw, grams }) => kg(netMw, grams)))
    const consumed = regions.map(({ totalGenerationMW, exchangeMW, consumptionGCo2PerKwh }) =>
      kg(sum([totalGenerationMW, exchangeMW]), consumptionGCo2PerKwh),
    )
    const left = sum(consumed) + kg(exportsMw + (exchangeResidualMW ?? Number.NaN) * -1, poolGCo2PerKwh)
    // Every intensity is rounded to 0.01 g and weighs up to 15 GW.
    expect(Math.abs(left - entered) / entered).toBeLessThan(0.001)
    const [paris] = regions
    expect(paris?.exchangeMW).toBeGreaterThan(1_000)
    expect(paris?.consumptionGCo2PerKwh).toBeLessThan(paris?.gCo2PerKwh ?? 0)
    for (const { exchangeMW, gCo2PerKwh, consumptionGCo2PerKwh } of regions) {
      if ((exchangeMW ?? 0) <= 0) expect(consumptionGCo2PerKwh).toBe(gCo2PerKwh)
    }
  })
})

describe('GET /v1/carbon/regions/day', () => {
  test('has today’s quarter-hours, whose newest is that of /v1/carbon/regions to the last digit', async () => {
    const [day, now] = [await getDay(), await getNow()]
    expect([day.date, day.from, day.slots.length, day.complete]).toEqual([
      '2026-02-03',
      '2026-02-02T23:00:00Z',
      76,
      false,
    ])
    const index = day.slots.indexOf(now.slotStart)
    expect([day.source, day.flowsSlotStarts[index], day.poolGCo2PerKwh[index]]).toEqual([
      now.source,
      now.flowsSlotStart,
      now.poolGCo2PerKwh,
    ])
    expect(day.regions.map((region) => [region.code, region.consumptionDirectGCo2PerKwh[index]])).toEqual(
      now.regions.map(({ code, consumptionDirectGCo2PerKwh }) => [code, consumptionDirectGCo2PerKwh]),
    )
    expect(day.regions.map((region) => region.gCo2PerKwh[index])).toEqual(
      now.regions.map(({ gCo2PerKwh }) => gCo2PerKwh),
    )
    // Earlier in the day each quarter-hour has the flows of its own hour.
    expect(day.flowsSlotStarts.slice(0, 5)).toEqual([...Array(4).fill('2026-02-02T23:00:00Z'), '2026-02-03T00:00:00Z'])
    expect(day.regions.flatMap(({ consumptionGCo2PerKwh }) => consumptionGCo2PerKwh.slice(0, 40))).not.toContain(null)
  })

  test('is a table with the same figures on request, each form with its own tag, and 304 for a client that has it', async () => {
    const [json, table] = await Promise.all([system.get(dayPath), system.get(dayPath, { accept: 'text/csv' })])
    const [etag, ofTable] = [json.headers.get('etag') ?? '', table.headers.get('etag') ?? '']
    expect([table.headers.get('content-type'), etag === ofTable]).toEqual(['text/csv; charset=utf-8', false])
    const day = v.parse(RegionalDayResponse, await json.json())
    const [, first] = (await table.text()).split('\r\n')
    const [paris] = day.regions
    expect(first).toBe(
      [day.slots[0], '11', paris?.gCo2PerKwh[0], paris?.directGCo2PerKwh[0], paris?.consumptionGCo2PerKwh[0]]
        .concat([paris?.consumptionDirectGCo2PerKwh[0], paris?.consumptionMW[0]])
        .join(','),
    )
    expect((await system.get(dayPath, { 'if-none-match': etag })).status).toBe(304)
    system.clock.advance({ seconds: 1 })
    await system.sql`
      insert into regional_values select region, slot_start, slot_end, consumption + 500, thermal, nuclear, wind, solar, hydro,
        bioenergy, pumping, charge, discharge, exchange, publisher, 'consolidated', ${system.clock.now()}, payload_id
      from regional_values where slot_start = '2026-02-03T10:00:00Z' and region = '11'`
    expect((await system.get(dayPath, { 'if-none-match': etag })).status).toBe(200)
  })

  test('of a day without stored figures is empty, and a day that has not begun or does not exist is refused', async () => {
    expect(await getDay('?date=2025-07-01')).toMatchObject({ slots: [], source: null, complete: false })
    for (const date of ['2026-02-04', '2026-02-30']) {
      const refused = await system.get(`${dayPath}?date=${date}`)
      expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'invalid_parameter' }])
    }
  })

  test('before the depth of the plan is refused only while a deeper plan would return values', async () => {
    const key = await system.createKey('decouverte')
    const ask = (date: string) =>
      fetch(`${system.gatewayUrl}${dayPath}?date=${date}`, { headers: { 'x-api-key': key } })
    expect((await ask('2025-12-01')).status).toBe(200)
    await system.ingest.partitions.ensure('regional_values', [Temporal.Instant.from('2025-12-01T10:00:00Z')])
    await system.sql`
      insert into regional_values (region, slot_start, slot_end, consumption, publisher, nature, known_from, payload_id)
      select '11', '2025-12-01T10:00:00Z', '2025-12-01T10:15:00Z', 100, publisher, nature, known_from, payload_id
      from regional_values limit 1`
    const refused = await ask('2025-12-01')
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'history_depth_exceeded' }])
    expect((await getDay('?date=2025-12-01')).slots).toHaveLength(96)
  })
})
