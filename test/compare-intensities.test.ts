import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ComparedIntensity } from '@hexawatt/shared/contract/forecast/accuracy'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { addConsumptionVersions } from '@hexawatt/svc-ingest/src/hours/consumption-version-store.ts'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { compareIntensities } from '@hexawatt/svc-ingest/src/published-intensity/compare-intensities.ts'
import { readDifferenceSums } from '@hexawatt/svc-ingest/src/published-intensity/difference-day-store.ts'
import { addIntensityGauges } from '@hexawatt/svc-ingest/src/published-intensity/intensity-gauges.ts'
import { valuesOf } from './observability/testing/metric-names.ts'
import { type IngestFixture, startIngestFixture } from './testing/ingest-fixture.ts'

const asOf = '2026-02-03T09:07:00Z'

let fixture: IngestFixture
beforeAll(async () => {
  fixture = await startIngestFixture(asOf, { mode: 'open' })
  const poller = createPoller(fixture.deps)
  await poller.pollOpen('odre_national', 'start')
  await poller.pollOpen('odre_consumption_intensity', 'start')
  await fixture.deps.partitions.ensure('score_points', [
    fixture.clock.now().subtract({ hours: 24 }),
    fixture.clock.now(),
  ])
}, 60_000)
afterAll(() => fixture.stop())

const round6 = (value: number): number => Number(value.toFixed(6))
const compare = () => compareIntensities(fixture.deps)

type Day = { day: string; samples: number; otherMixSamples: number; withinGramSamples: number; meanG: number }
async function days(boundary: ComparedIntensity): Promise<Day[]> {
  return fixture.sql<Day[]>`
    select day::text, samples, other_mix_samples, within_gram_samples, difference_sum / nullif(samples, 0) as mean_g
    from intensity_difference_days where boundary = ${boundary} order by day`
}
async function gauges(boundary: string): Promise<Record<string, number>> {
  const metrics = createMetrics('test')
  addIntensityGauges({ ...fixture.deps, metrics })
  return valuesOf(await metrics.text(), 'ingest_published_intensity_', `boundary="${boundary}"`)
}

/** Points of every hour of a UTC day whose consumption is the operator's figure and so much more. */
async function addPoints(day: string, aboveG: number): Promise<void> {
  await fixture.sql`
    insert into score_points (at, price_score_tenths, carbon_score_tenths, grid_score_tenths, adequacy_score_tenths, global_score,
      confidence, fallbacks, carbon_slot_start, production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh, low_carbon_pct,
      score_version, carbon_version, confidence_version, consumption_version, inputs, provenance, computed_at)
    select hour_start + interval '2 hours', 500, 500, 500, 500, 50, 100, '{}', hour_start, 40, mean_g + ${aboveG}, 90, 1, 1, 1, 1, '{}',
      'live', hour_start + interval '2 hours'
    from (
      select date_bin('1 hour', slot_start, 'epoch') as hour_start, avg(g_co2_per_kwh) as mean_g from published_intensities
      where boundary = 'consumption' and slot_start >= ${day}::date::timestamp at time zone 'UTC'
        and slot_start < (${day}::date + 1)::timestamp at time zone 'UTC' group by 1
    ) as hour`
}

describe('our production intensity with the operator’s direct factors', () => {
  test('the production intensity is within 1 g of taux_co2 on every quarter-hour with the same mix, on each of the last eight whole days', async () => {
    expect(await compare()).toEqual({ comparedDays: 8 })
    const judged = await days('production')
    expect(judged.at(-1)).toMatchObject({ day: '2026-02-02', samples: 96, otherMixSamples: 0 })
    for (const { samples, withinGramSamples } of judged) expect(withinGramSamples).toBe(samples)
    expect(await gauges('production')).toMatchObject({ agreeing_ratio: 1, compared: 96 })
  })

  test('the production intensity is not compared on quarter-hours with another mix', async () => {
    await fixture.sql`
      update published_intensities set mix_mw = mix_mw || '{"FOSSIL_GAS": 9000}'::jsonb, g_co2_per_kwh = 300
      where boundary = 'production' and slot_start < '2026-02-02T06:00:00Z' and slot_start >= '2026-02-02'`
    await compare()
    expect((await days('production')).at(-1)).toMatchObject({ samples: 72, otherMixSamples: 24, withinGramSamples: 72 })
  })

  test('a changed formula shows as another intensity of the same mix', async () => {
    await fixture.sql`
      update published_intensities set g_co2_per_kwh = g_co2_per_kwh + 3
      where boundary = 'production' and slot_start >= '2026-02-02T12:00:00Z'`
    await compare()
    expect((await days('production')).at(-1)).toMatchObject({ samples: 72, withinGramSamples: 24 })
    expect((await gauges('production'))['agreeing_ratio']).toBeCloseTo(1 / 3, 6)
  })
})

describe('our consumption intensity', () => {
  test('the consumption intensity is compared hour by hour with the mean of the operator’s quarter-hours', async () => {
    await addPoints('2026-02-02', 12)
    await compare()
    expect(await days('consumption')).toMatchObject([{ day: '2026-02-02', samples: 24, withinGramSamples: 0 }])
    const { difference_grams: difference, ...rest } = await gauges('consumption')
    expect(difference).toBeCloseTo(12, 6)
    expect(rest).toEqual({ compared: 24 })
  })

  test('the difference in consumption intensity is reported next to its usual range of the days before', async () => {
    await fixture.sql`
      insert into intensity_difference_days (day, boundary, samples, other_mix_samples, difference_sum, absolute_difference_sum,
        within_gram_samples, updated_at)
      select day::date, 'consumption', 24, 0, 24 * 40, 24 * 40, 0, ${asOf}::timestamptz
      from generate_series('2026-01-19'::date, '2026-01-24'::date, interval '1 day') as day`
    expect((await gauges('consumption'))['usual_difference_grams']).toBeCloseTo(40, 6)
  })
})

/** Hours of a UTC day that differ from the operator's figure by given amounts, per border and in production; France exports on balance. */
async function addHours(day: string, perBorderG: number, productionG: number, unknownHours: number): Promise<void> {
  const published = await fixture.sql<{ hourStart: Temporal.Instant; meanG: number }[]>`
    select date_bin('1 hour', slot_start, 'epoch') as hour_start, avg(g_co2_per_kwh) as mean_g from published_intensities
    where boundary = 'consumption' and slot_start >= ${day}::date::timestamp at time zone 'UTC'
      and slot_start < (${day}::date + 1)::timestamp at time zone 'UTC' group by 1 order by 1`
  const [productionMw, importMw] = [50_000, 4_000]
  const hours = published.map(({ hourStart, meanG }, index) => {
    const direct = index < unknownHours ? null : meanG + perBorderG
    const productionKg = (meanG + productionG) * productionMw
    const importedTonnes = direct === null ? null : (direct * (productionMw + importMw) - productionKg) / 1000
    return {
      startMs: hourStart.epochMilliseconds,
      productionMw,
      productionKgPerHour: { lifeCycle: productionKg, direct: productionKg },
      borders: [],
      importMw,
      importedTonnesPerHour: { lifeCycle: importedTonnes, direct: importedTonnes },
      exportsMw: 6_000,
      domesticShare: productionMw / (productionMw + importMw),
      intensity: { lifeCycle: direct, direct },
      yearlyGCo2eqPerKwh: null,
      mixSource: 'generation_by_type' as const,
      mixFinality: 1 as const,
      methodologyVersion: 1,
    }
  })
  await fixture.sql.begin((tx) => addConsumptionVersions(tx, hours, fixture.clock.now()))
}

describe('our consumption-based intensity of the hour', () => {
  test('is compared with the operator’s figure per border, and net of the whole balance; an unknown hour is not', async () => {
    await addHours('2026-02-01', 7, -5, 2)
    await compare()
    const perBorder = (await days('hourlyConsumption')).map(({ meanG, ...others }) => ({
      ...others,
      meanG: round6(meanG),
    }))
    expect(perBorder).toEqual([{ day: '2026-02-01', samples: 22, otherMixSamples: 0, withinGramSamples: 0, meanG: 7 }])
    // France exports more than it imports, so that imports count nothing there.
    expect(round6((await days('hourlyConsumptionNetOfBalance'))[0]?.meanG ?? Number.NaN)).toBe(-5)
    expect((await gauges('hourlyConsumption'))['difference_grams']).toBeCloseTo(7, 6)
  })
})

test('sums over 30, 90 and 365 days are the sums of their days', async () => {
  const sums = await readDifferenceSums(fixture.sql, fixture.clock.now())
  const consumption = sums.filter(({ boundary }) => boundary === 'consumption')
  expect(consumption.map(({ days: period }) => period).sort((a, b) => a - b)).toEqual([30, 90, 365])
  for (const { samples, differenceSum } of consumption) {
    expect([samples, Math.round(differenceSum)]).toEqual([7 * 24, 6 * 24 * 40 + 24 * 12])
  }
})
