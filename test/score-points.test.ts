import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { round2 } from '@hexawatt/shared/bounds/numbers'
import { type Dimension, dimensions } from '@hexawatt/shared/contract/dimensions'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { type SourceId, sourceIds } from '@hexawatt/shared/grid/feeds'
import { assembleIssue, type ScoredIssue } from '@hexawatt/shared/methodology/forecast/issue/assemble-issue'
import { firstRefinements } from '@hexawatt/shared/methodology/forecast/refinements/refined-issue'
import { computeComposite, toGlobalScore } from '@hexawatt/shared/methodology/score/composite'
import { packKnownDimensions } from '@hexawatt/shared/methodology/score/composition'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { type ScoredSlot, scoreNow } from '@hexawatt/shared/methodology/score/score-slot'
import { computedForecastHours, type ScoreInputs } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import { toSubScoreValues } from '@hexawatt/shared/methodology/score/sub-scores/sub-scores'
import { forecastSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { noBandLevels } from '@hexawatt/shared/testing/no-band-levels'
import { createAnalogInputsReader } from '@hexawatt/svc-ingest/src/forecast/analog-inputs-reader.ts'
import { createPoller, type Poller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { createPartitions } from '@hexawatt/svc-ingest/src/pipeline/partition-store.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { createPolledDatabase, type IngestFixture, startIngestFixture } from './testing/ingest-fixture.ts'
import { everythingKnownAt } from './testing/known-rows.ts'

/** At 17:35 everything is fetched; the point of 17:40 knows all of it. */
const fetched = '2026-02-03T17:35:00Z'
const tick = Temporal.Instant.from('2026-02-03T17:40:00Z')

let fixture: IngestFixture
let poller: Poller

/** Ingestion that was started again after it had polled these sources. */
async function start(sources: readonly SourceId[]): Promise<void> {
  fixture = await startIngestFixture(fetched, { filledDatabase: await createPolledDatabase(fetched, sources) })
  poller = createPoller(fixture.deps)
}
afterEach(() => fixture.stop())

/** A stored row as text, so that every digit counts. */
async function storedPoint(): Promise<Record<string, unknown> | null> {
  const [row] = await fixture.sql<{ point: string }[]>`
    select (to_jsonb(score_points) - 'computed_at')::text as point from score_points where at = ${tick}`
  return row === undefined ? null : JSON.parse(row.point)
}

async function storedForecast(): Promise<Record<string, unknown>[]> {
  const rows = await fixture.sql<{ point: string }[]>`
    select (to_jsonb(forecast_points) - 'issued_at')::text as point from forecast_points
    where issued_at = ${tick} order by lead_hours`
  return rows.map(({ point }) => JSON.parse(point))
}

/** The methodology's forecast from the stored rows, read without a cache. */
async function issueAt(at: Temporal.Instant, inputs: ScoreInputs): Promise<ScoredIssue> {
  const analog = await createAnalogInputsReader(fixture.sql)(at)
  return assembleIssue(
    { inputs, analog, levels: noBandLevels, refinements: firstRefinements, imports: [] },
    at,
    computedForecastHours,
  )
}

const subScoresOf = ({ subScores }: ScoredSlot): [Dimension, number][] =>
  dimensions.map((dimension) => [dimension, subScores[dimension].value])
const tenthsOf = (slot: ScoredSlot) =>
  Object.fromEntries(subScoresOf(slot).map(([name, value]) => [`${name}_score_tenths`, Math.round(10 * value)]))

describe('the live snapshots', () => {
  beforeEach(() => start(sourceIds))

  test('live snapshots equal the methodology on every known row, read without any window', async () => {
    fixture.clock.moveTo('2026-02-03T17:41:30Z')
    await poller.refreshLive()
    const now = fixture.clock.now()
    const inputs = assembleScoreInputs(await everythingKnownAt(fixture.sql, now), now)
    const reader = createSnapshotReader(fixture.deps)
    const [score, forecast] = await Promise.all([reader.read(scoreSnapshot), reader.read(forecastSnapshot)])
    const slot = scoreNow(inputs, now)
    expect(score?.subScores.map(({ dimension, value }) => [dimension, value])).toEqual(subScoresOf(slot))
    expect(score).toMatchObject({ computedAt: '2026-02-03T17:41:30Z', confidence: slot.confidence })
    const { issue, slots } = await issueAt(now, inputs)
    const expected = slots.slice(1)
    expect(issue.method).toBe('analog_mix')
    expect(forecast?.hours.map(({ carbonIntensityGco2Kwh }) => carbonIntensityGco2Kwh)).toEqual(
      issue.hours.slice(1).map(({ carbon }) => round2(carbon.value ?? Number.NaN)),
    )
    expect(forecast?.hours.map(({ time, confidence }) => [Date.parse(time), confidence])).toEqual(
      expected.map(({ startMs, confidence }) => [startMs, confidence]),
    )
    expect(forecast?.hours.map(({ subScores }) => subScores.map(({ dimension, value }) => [dimension, value]))).toEqual(
      expected.map(subScoresOf),
    )
  })

  test('the intensity’s snapshots are written even if the score cannot be computed', async () => {
    await fixture.sql`delete from live_snapshots`
    await fixture.sql`update feed_documents set body = '{}' where feed = 'generation_unavailabilities'`
    await expect(poller.refreshLive()).rejects.toThrow()
    const names = await fixture.sql<{ name: string }[]>`select name from live_snapshots order by name`
    expect(names.map(({ name }) => name)).toEqual([
      'carbon_v3',
      'dashboard_v12',
      'grid_status_v2',
      'mix_v2',
      'plan_past_v4',
      'status_v5',
      'tariff_outlook_v2',
      'tariff_v2',
    ])
  })
})

describe('the point of a tick', () => {
  beforeEach(async () => {
    await start(sourceIds)
    fixture.clock.moveTo('2026-02-03T17:40:10Z')
  })

  test('a point equals the methodology on every row known at its tick, with the forecast of 48 leads', async () => {
    expect(await computePoint(fixture.deps, tick)).toBe('stored')
    const rows = await everythingKnownAt(fixture.sql, tick)
    const inputs = assembleScoreInputs(rows, tick)
    const slot = scoreNow(inputs, tick)
    expect(await storedPoint()).toMatchObject({
      ...tenthsOf(slot),
      known_dimensions: packKnownDimensions(slot.known),
      global_score: toGlobalScore(computeComposite(toSubScoreValues(slot.subScores), slot.known, nationalWeights)),
      confidence: slot.confidence,
      fallbacks: [],
      carbon_slot_start: '2026-02-03T15:00:00+00:00',
      production_g_co2eq_per_kwh: rows.carbon?.productionGCo2eqPerKwh,
      consumption_g_co2eq_per_kwh: rows.carbon?.consumptionGCo2eqPerKwh,
      low_carbon_pct: rows.carbon?.lowCarbonPct,
      spot_price_eur_per_mwh: slot.spotPriceEurPerMwh,
      consumption_version: 1,
      provenance: 'live',
    })
    const expected = (await issueAt(tick, inputs)).slots.slice(1, 49)
    expect(await storedForecast()).toEqual(
      expected.map((hour, index) => ({
        lead_hours: index + 1,
        slot_start: Temporal.Instant.fromEpochMilliseconds(hour.startMs).toString().replace('Z', '+00:00'),
        ...tenthsOf(hour),
        known_dimensions: packKnownDimensions(hour.known),
        confidence: hour.confidence,
        spot_price_eur_per_mwh: hour.spotPriceEurPerMwh,
        g_co2eq_per_kwh: hour.gCo2eqPerKwh,
      })),
    )
    expect(expected[0]?.startMs).toBe(Date.parse('2026-02-03T18:00:00Z'))
    // The auction ends with the Paris day of tomorrow: the last hours have no price, which is not 0.
    expect((await storedForecast()).at(-1)?.['spot_price_eur_per_mwh']).toBeNull()
  })

  test('a point names its sources: number of rows, time known, payloads and availability', async () => {
    await computePoint(fixture.deps, tick)
    const inputs = (await storedPoint())?.['inputs'] as Record<string, Record<string, unknown>>
    const [price] = await fixture.sql<{ id: string; rows: number }[]>`
      select max(payload_id) as id, count(*)::int as rows from feed_values
      where feed = 'power_exchanges' and series = 'PRICE' and slot_start >= '2026-01-20T23:00:00Z'`
    expect(inputs['power_exchanges']).toEqual({
      phi: 1,
      rows: price?.rows,
      newestKnownFrom: '2026-02-03T17:35:00Z',
      payloadIds: [Number(price?.id)],
    })
    expect(inputs['tariff_calendar']).toMatchObject({ rows: 0, payloadIds: [] })
  })

  test('a stored point never changes: a second run adds nothing, and a changed input reaches only the live snapshot', async () => {
    await computePoint(fixture.deps, tick)
    const [point, forecast] = [await storedPoint(), await storedForecast()]
    await fixture.sql`
      insert into feed_values (feed, series, slot_start, slot_end, value, known_from, payload_id)
      select distinct on (slot_start) feed, series, slot_start, slot_end, 999, ${tick}::timestamptz + interval '1 second', 1
      from feed_values where feed = 'power_exchanges' and series = 'PRICE' and slot_start >= '2026-02-03T17:00:00Z'`
    await poller.refreshLive()
    const live = await createSnapshotReader(fixture.deps).read(scoreSnapshot)
    expect(live?.spotPriceEurPerMWh).toBe(999)
    expect(await computePoint(fixture.deps, tick)).toBe('stored before')
    expect(await storedPoint()).toEqual(point)
    expect(await storedForecast()).toEqual(forecast)
    // Computed again it is the same: rows known after the tick are not used.
    await fixture.sql`delete from score_points`
    await fixture.sql`delete from forecast_points`
    expect(await computePoint(fixture.deps, tick)).toBe('stored')
    expect(await storedPoint()).toEqual(point)
    expect(await storedForecast()).toEqual(forecast)
  })

  test('a poll between the tick and its computation changes nothing in the point', async () => {
    await computePoint(fixture.deps, tick)
    const [point, forecast] = [await storedPoint(), await storedForecast()]
    await fixture.sql`delete from score_points`
    await fixture.sql`delete from forecast_points`
    fixture.clock.moveTo('2026-02-03T17:49:50Z')
    for (const source of sourceIds) if (source !== 'grid_signals') await poller.store(source)
    expect(await computePoint(fixture.deps, tick)).toBe('stored')
    expect(await storedPoint()).toEqual(point)
    expect(await storedForecast()).toEqual(forecast)
  })

  test('several programs that compute a point at once store one row', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => computePoint(fixture.deps, tick)))
    expect(outcomes.toSorted()).toEqual(['stored', 'stored before', 'stored before'])
    expect(await storedForecast()).toHaveLength(48)
  })

  test('a point is never stored without its forecast: a failure in between stores neither', async () => {
    await fixture.deps.partitions.ensure('forecast_points', [tick])
    await fixture.sql`drop table forecast_points_2026_02`
    await expect(computePoint(fixture.deps, tick)).rejects.toThrow('no partition')
    expect(await storedPoint()).toBeNull()
    const restarted = { ...fixture.deps, partitions: createPartitions(fixture.sql) }
    expect(await computePoint(restarted, tick)).toBe('stored')
    expect(await storedForecast()).toHaveLength(48)
  })

  test('a point is computed neither before its tick nor after the next one', async () => {
    fixture.clock.moveTo('2026-02-03T17:50:00Z')
    expect(await computePoint(fixture.deps, tick)).toBe('missed')
    expect(await computePoint(fixture.deps, tick.add({ minutes: 20 }))).toBe('missed')
    expect(await storedPoint()).toBeNull()
  })
})

test('without any feed there is no point', async () => {
  await start([])
  fixture.clock.moveTo('2026-02-03T17:40:10Z')
  expect(await computePoint(fixture.deps, tick)).toBe('nothing known')
  // Values fetched after the tick were not known at the tick.
  await poller.poll('power_exchanges')
  expect(await computePoint(fixture.deps, tick)).toBe('nothing known')
  expect(await storedPoint()).toBeNull()
})
