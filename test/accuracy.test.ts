import { beforeAll, describe, expect, test } from 'bun:test'
import { AccuracyResponse } from '@hexawatt/shared/contract/forecast/accuracy'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createAccuracyAnswer } from '@hexawatt/svc-history/src/forecasts/accuracy-answer.ts'
import { addAccuracyGauges } from '@hexawatt/svc-ingest/src/accuracy/accuracy-gauges.ts'
import { measureAccuracy } from '@hexawatt/svc-ingest/src/accuracy/measure-accuracy.ts'
import * as v from 'valibot'
import { addIssues, addRealised, makeRoomForForecasts } from './history/testing/archive-fixture.ts'
import { startSystem } from './testing/system-fixture.ts'

const firstIssue = '2026-02-01T00:00:00Z'
const now = '2026-02-20T00:02:00Z'
const days = 19

const system = stopAtEnd(await startSystem({ asOf: now }))
await ensureDataMode(system.sql, 'demo')
await makeRoomForForecasts(system.sql)

/** The scoreboard, read anew. */
async function scoreboard() {
  const { body } = await createAccuracyAnswer({ sql: system.sql, clock: system.clock })()
  return v.parse(AccuracyResponse, body)
}

async function figuresOf(quantity: string, period: number, lastLeadHours: number) {
  const { figures } = await scoreboard()
  const found = figures.find(
    (one) => one.quantity === quantity && one.days === period && one.lastLeadHours === lastLeadHours,
  )
  if (found === undefined) throw new Error('the scoreboard lacks an entry')
  return found
}

test('before the first archived forecast every entry of the accuracy table is present with null figures and no samples', async () => {
  expect(await measureAccuracy(system.ingest)).toBeNull()
  const body = await scoreboard()
  expect(body).toMatchObject({ computedAt: null, measuredSince: null, methodologyVersion: null })
  expect(body.figures).toHaveLength(6 * 3 * 3)
  const naive = { mae: null, bias: null, savingCapturedPct: null }
  expect(body.figures[0]).toEqual({
    quantity: 'carbon',
    days: 30,
    firstLeadHours: 1,
    lastLeadHours: 6,
    samples: 0,
    forecast: { ...naive, bandCoveragePct: null },
    persistence: naive,
    yesterday: naive,
  })
  expect(body.publishedIntensities).toHaveLength(4 * 3)
  expect(body.publishedIntensities[0]).toEqual({
    boundary: 'production',
    days: 30,
    samples: 0,
    bias: null,
    mae: null,
    withinOneGramPct: null,
  })
})

/** Realised values repeat every day and rise by 1 an hour; forecasts are a tenth too high for each hour of lead. */
describe('nineteen days of forecasts', () => {
  beforeAll(async () => {
    await addIssues(system.sql, { from: firstIssue, to: now })
    await addRealised(system.sql, '2026-01-30T00:00:00Z', '2026-02-20T00:00:00Z')
    expect(await measureAccuracy(system.ingest)).toEqual({ judgedDays: days + 1 })
  })

  test('forecasts are judged per class of lead by error, bias and share of hours inside the band', async () => {
    // Of the newest issues those targets count that are over.
    const hours = (firstLead: number, lastLead: number): number =>
      Array.from({ length: lastLead - firstLead + 1 }, (_, index) => days * 24 - firstLead - index).reduce(
        (sum, issues) => sum + issues,
        0,
      )
    expect(await figuresOf('carbon', 30, 6)).toMatchObject({
      samples: hours(1, 6),
      forecast: { mae: 0.35, bias: 0.35, bandCoveragePct: 100, savingCapturedPct: 100 },
      yesterday: { mae: 0, bias: 0, savingCapturedPct: 100 },
    })
    const { forecast, samples } = await figuresOf('directCarbon', 365, 48)
    expect(samples).toBe(hours(25, 48))
    // The band is 2.5 wide to both sides: it holds the lead of 25 hours only.
    expect(forecast.bandCoveragePct).toBeCloseTo((100 * (days * 24 - 25)) / samples, 2)
    expect(forecast.mae).toBeCloseTo(3.64, 1)
  })

  test.each([
    // Generation is two hours old, imports five.
    ['score', 2],
    ['consumptionCarbon', 5],
    ['directConsumptionCarbon', 5],
  ])(
    'forecasts of %s are compared with the persistence of the newest value known %d hours before the issue',
    async (quantity, age) => {
      const realised = (hour: number): number => (hour + 48) % 24
      let error = 0
      let count = 0
      for (let issue = 0; issue < days * 24; issue += 1) {
        for (let lead = 1; lead <= 6 && issue + lead < days * 24; lead += 1) {
          error += Math.abs(realised(issue - age) - realised(issue + lead))
          count += 1
        }
      }
      const { persistence, samples } = await figuresOf(quantity, 90, 6)
      expect(samples).toBe(count)
      expect(persistence.mae).toBeCloseTo(error / count, 2)
    },
  )

  test('forecasts of consumption are judged with their own bands', async () => {
    const [lifeCycle, direct] = [
      await figuresOf('consumptionCarbon', 30, 6),
      await figuresOf('directConsumptionCarbon', 30, 6),
    ]
    expect(lifeCycle.forecast).toMatchObject({ mae: 0.35, bias: 0.35, bandCoveragePct: 100, savingCapturedPct: 100 })
    expect(direct.forecast).toMatchObject({ mae: 0.35, bias: 0.35, bandCoveragePct: null })
  })

  test('prices already published at the issue are not judged, and a class with too few samples has no figure', async () => {
    expect(await figuresOf('price', 30, 6)).toMatchObject({
      samples: 0,
      forecast: { mae: null, bandCoveragePct: null, savingCapturedPct: null },
    })
    const { samples, forecast } = await figuresOf('price', 30, 24)
    expect(samples).toBeGreaterThan(days * 24 * 11)
    expect(forecast.mae).toBeCloseTo(1.85, 1)
    expect(forecast.bandCoveragePct).toBeNull()
  })

  test('the gateway serves the accuracy without a key, with an ETag that holds until the next hour', async () => {
    const response = await fetch(`${system.gatewayUrl}/api/accuracy`)
    const body = v.parse(AccuracyResponse, await response.json())
    expect(body).toEqual(await scoreboard())
    expect(body).toMatchObject({ computedAt: now, measuredSince: firstIssue, methodologyVersion: 3 })
    expect([response.headers.get('x-data-mode'), response.headers.get('cache-control')]).toEqual([
      'demo',
      'public, max-age=3600',
    ])
    const etag = response.headers.get('etag') ?? ''
    const again = await fetch(`${system.gatewayUrl}/api/accuracy`, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })

  test('the metrics show accuracy gauges over 30 days, and omit classes without figures', async () => {
    const metrics = createMetrics('test')
    addAccuracyGauges({ ...system.ingest, metrics })
    const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('ingest_forecast_'))
    const gaugeOf = (name: string, quantity: string, lead: string, forecaster = 'hexawatt') =>
      lines
        .find(
          (line) =>
            line.startsWith(`${name}{`) &&
            [`quantity="${quantity}"`, `lead_hours="${lead}"`, `forecaster="${forecaster}"`].every((label) =>
              line.includes(label),
            ),
        )
        ?.split(' ')
        .at(-1)
    expect(gaugeOf('ingest_forecast_mean_absolute_error', 'carbon', '1-6')).toBe('0.35')
    expect(gaugeOf('ingest_forecast_mean_absolute_error', 'carbon', '1-6', 'yesterday')).toBe('0')
    expect(gaugeOf('ingest_forecast_band_coverage_ratio', 'carbon', '1-6')).toBe('1')
    expect(gaugeOf('ingest_forecast_saving_captured_ratio', 'carbon', '7-24')).toBe('1')
    expect(gaugeOf('ingest_forecast_mean_absolute_error', 'price', '1-6')).toBeUndefined()
  })
})

test('the project’s intensities are compared with the operator’s published ones; fewer than 200 samples give no figure', async () => {
  const add = (day: string, boundary: string, samples: number) => system.sql`
    insert into intensity_difference_days (day, boundary, samples, other_mix_samples, difference_sum, absolute_difference_sum,
      within_gram_samples, updated_at)
    values (${day}::date, ${boundary}, ${samples}, 0, ${-0.2 * samples}, ${0.4 * samples}, ${samples - 1}, ${now}::timestamptz)`
  for (const day of ['2026-02-17', '2026-02-18', '2026-02-19']) await add(day, 'production', 96)
  await add('2025-12-25', 'production', 96)
  await add('2026-02-19', 'consumption', 24)
  for (const day of ['2026-02-10', '2026-02-19']) await add(day, 'hourlyConsumptionNetOfBalance', 120)
  await measureAccuracy(system.ingest)
  const { publishedIntensities } = await scoreboard()
  const of = (boundary: string, period: number) =>
    publishedIntensities.find((one) => one.boundary === boundary && one.days === period)
  expect(of('production', 30)).toMatchObject({ samples: 288, bias: -0.2, mae: 0.4, withinOneGramPct: 98.96 })
  expect(of('production', 90)).toMatchObject({ samples: 384 })
  expect(of('consumption', 365)).toMatchObject({ samples: 24, bias: null, mae: null, withinOneGramPct: null })
  expect(of('hourlyConsumption', 30)).toMatchObject({ samples: 0, bias: null })
  expect(of('hourlyConsumptionNetOfBalance', 30)).toMatchObject({ samples: 240, bias: -0.2, withinOneGramPct: null })
  await system.sql`truncate intensity_difference_days`
})

describe('judging again', () => {
  test('judging again recomputes the day in progress and each day whose compared values were corrected', async () => {
    system.clock.moveTo('2026-02-20T02:00:00Z')
    await measureAccuracy(system.ingest)
    const judged = async () => (await measureAccuracy(system.ingest))?.judgedDays
    system.clock.moveTo('2026-02-20T03:30:00Z')
    expect(await judged()).toBe(1)
    system.clock.moveTo('2026-02-20T05:00:00Z')
    const before = await figuresOf('carbon', 30, 6)
    await system.sql`
      update realised_hours set carbon = 1000, updated_at = '2026-02-20T04:50Z' where hour_start = '2026-02-08T10:00Z'`
    // Issues of the 5th to the 8th may reach it, those to the 16th may be compared with it; and the day in progress.
    expect(await judged()).toBe(13)
    const after = await figuresOf('carbon', 30, 6)
    expect(after.samples).toBe(before.samples)
    expect(after.forecast.mae).toBeGreaterThan(before.forecast.mae ?? 0)
  })

  test('only issues of the newest forecast version are counted', async () => {
    await addIssues(system.sql, { from: '2026-02-20T01:00:00Z', to: '2026-02-20T04:30:00Z', version: 4 })
    await measureAccuracy(system.ingest)
    const body = await scoreboard()
    expect(body).toMatchObject({ methodologyVersion: 4, measuredSince: '2026-02-20T01:00:00Z' })
    expect(body.figures.every(({ samples }) => samples === 0)).toBe(true)
  })

  test('a scoreboard of a later instant, left by an earlier replay, is not served', async () => {
    system.clock.moveTo('2026-02-20T04:59:00Z')
    expect((await scoreboard()).computedAt).toBeNull()
  })
})
