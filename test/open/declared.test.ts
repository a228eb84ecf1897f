import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import {
  carbonSnapshot,
  dashboardSnapshot,
  forecastSnapshot,
  scoreReasonsSnapshot,
  scoreSnapshot,
  statusSnapshot,
} from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { auditPoint } from '@hexawatt/svc-ingest/src/audit/audit-point.ts'
import { createPayloadReader } from '@hexawatt/svc-ingest/src/audit/payload-reader.ts'
import { createPoller, type Poller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'
import { afterFirstOpenRound } from './testing/open-turns.ts'

/** 19:05 in Paris on a winter evening; the flows of 15:00 are the newest that Energy-Charts publishes by then. */
const asOf = '2026-02-03T18:05:00Z'
const tick = Temporal.Instant.from('2026-02-03T18:10:00Z')

let fixture: IngestFixture
let poller: Poller

beforeAll(async () => {
  const filledDatabase = await createTestDatabase(afterFirstOpenRound(asOf))
  fixture = await startIngestFixture(asOf, { mode: 'open', filledDatabase })
  poller = createPoller(fixture.deps)
  await poller.refreshLive()
})
afterAll(() => fixture.stop())

const reader = () => createSnapshotReader(fixture.deps)

async function statusOf(id: string) {
  const status = await reader().read(statusSnapshot)
  return status?.sources.find((source) => source.id === id)
}

test('with every open feed fresh the score has the confidence 66 and is served', async () => {
  const score = await reader().read(scoreSnapshot)
  expect(score).toMatchObject({ mode: 'open', confidence: 66, gridSignalStatus: null })
  expect(score?.sourceAvailability).toEqual({
    generation_by_type: true,
    generation_mix_15min: true,
    generation_forecast: true,
    consumption: true,
    consumption_weekly: false,
    power_exchanges: true,
    physical_flows: true,
    exchange_schedules: true,
    grid_signals: false,
    generation_unavailabilities: false,
    installed_capacities: true,
    imbalance: false,
    emission_factors: true,
    country_intensities: true,
  })
})

test('sentences of score and forecast say in both languages why the signal and the outages are unknown', async () => {
  const [noSignal, noOutages] = [
    /^Signal EcoWatt indisponible sans compte RTE\u202f; estimé par l’adéquation\. /,
    /^Indisponibilités inconnues en mode ouvert\. /,
  ]
  const forecast = await reader().read(forecastSnapshot)
  for (const subScores of [(await reader().read(scoreSnapshot))?.subScores, forecast?.hours[30]?.subScores]) {
    const detailOf = new Map(subScores?.map(({ dimension, detail }) => [dimension, detail]))
    expect(detailOf.get('grid')).toMatch(noSignal)
    expect(detailOf.get('adequacy')).toMatch(noOutages)
  }
  const reasons = await reader().read(scoreReasonsSnapshot)
  expect(reasons?.english.grid).toStartWith(
    'EcoWatt signal unavailable without an RTE account; estimated from the supply margins. ',
  )
  expect(reasons?.english.adequacy).toStartWith('Outages of power plants are unknown in open mode. ')
})

test('the consumption intensity of the newest hour is estimated by exchanges, because flows come hours later', async () => {
  const carbon = await reader().read(carbonSnapshot)
  expect(carbon?.mode).toBe('open')
  expect(carbon?.assessment).toMatchObject({
    slotSource: 'generation_mix_15min',
    importBasis: 'exchange_schedules',
    missingBorders: ['BE', 'CH', 'DE', 'ES', 'GB', 'IT'],
  })
  expect(carbon?.assessment.consumptionGCo2eqPerKwh).toBeGreaterThan(0)
})

describe('/api/status', () => {
  test('names who gave the values of each source and on what terms; null where nobody has', async () => {
    const status = await reader().read(statusSnapshot)
    expect(Object.fromEntries(status?.sources.map(({ id, source }) => [id, source]) ?? [])).toEqual({
      ...Object.fromEntries(sourceIds.map((id) => [id, null])),
      generation_mix_15min: 'odre',
      consumption: 'odre',
      generation_forecast: 'energy-charts',
      power_exchanges: 'energy-charts',
      physical_flows: 'energy-charts',
      exchange_schedules: 'energy-charts',
      installed_capacities: 'energy-charts',
      tariff_calendar: 'rte-services',
      grid_signals: 'odre',
      emission_factors: 'ademe',
      country_intensities: 'ember',
      neighbour_mixes: 'energy-charts',
      regulated_prices: 'cre',
    })
    expect((await statusOf('consumption'))?.licence).toBe('Licence Ouverte 2.0')
    expect((await statusOf('tariff_calendar'))?.licence).toBeNull()
    expect((await statusOf('imbalance'))?.licence).toBeNull()
  })

  test('declares what cannot be had, and that flows come late without being overdue', async () => {
    // The newest signals belong to past days.
    expect((await statusOf('grid_signals'))?.note).toContain('EcoWatt signal unavailable without an RTE account')
    expect((await statusOf('generation_unavailabilities'))?.note).toBe(
      'Outages of power plants are unknown in open mode.',
    )
    const flows = await statusOf('physical_flows')
    expect(flows?.note).toContain(
      'the consumption intensity of the newest hours is estimated from commercial exchanges',
    )
    const newest = Temporal.Instant.from(flows?.newestSlot ?? '')
    expect(Temporal.Instant.from(flows?.expectedNext ?? '')).toEqual(newest.add({ hours: 4 }))
    const dashboard = await reader().read(dashboardSnapshot)
    expect(dashboard?.sources.find(({ id }) => id === 'physical_flows')?.availabilityPct).toBe(100)
    expect(dashboard?.sources.find(({ id }) => id === 'generation_by_type')?.availabilityPct).toBe(100)
  })

  test('counts the failures of the dataset that gives a feed', async () => {
    await fixture.sql`update source_status set consecutive_failures = 2 where source = 'odre_national'`
    await poller.refreshLive()
    expect((await statusOf('consumption'))?.consecutiveFailures).toBe(2)
    expect((await statusOf('power_exchanges'))?.consecutiveFailures).toBe(0)
    await fixture.sql`
      insert into stand_ins (feed, dataset, since) values ('consumption', 'rte_zip_real_time', ${tick})`
    await poller.refreshLive()
    expect((await statusOf('consumption'))?.consecutiveFailures).toBe(0)
    await fixture.sql`delete from stand_ins`
    await fixture.sql`update source_status set consecutive_failures = 0`
  })
})

test('a point of open data is audited as equal: flows of Energy-Charts count from when that publisher owes them', async () => {
  fixture.clock.moveTo('2026-02-03T18:10:10Z')
  expect(await computePoint(fixture.deps, tick)).toBe('stored')
  const { sql } = fixture.deps
  const audit = await auditPoint({ sql, payloads: createPayloadReader(fixture.deps.archive) }, tick)
  expect(audit).toMatchObject({ outcome: 'equal', findings: [], notes: [] })
  expect(audit?.stored).toMatchObject({ confidence: 66, confidenceVersion: 2 })
  expect(audit?.stored.inputs.physical_flows?.phi).toBe(1)
})
