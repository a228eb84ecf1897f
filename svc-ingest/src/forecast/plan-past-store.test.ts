import { expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { addMadeIssues } from '../testing/forecast-archive-fixture.ts'
import { readIssueErrors } from './plan-past-store.ts'

const fixture = stopAtEnd(await createComputeFixture('2026-02-03T12:00:00'))

const [issuedAt, ofFormerVersion] = [utc('2026-01-31T12:00:00'), utc('2026-01-30T12:00:00')]

test('errors of the score and the sub-scores are those of forecasts and points of the present version, each hour of an issue minus the mean of the points', async () => {
  for (const at of [ofFormerVersion, issuedAt]) {
    await addMadeIssues(fixture.deps, at, at.add({ hours: 1 }), { low: 0, high: 0 })
  }
  await fixture.sql`update forecast_issues set score_version = 1 where issued_at = ${ofFormerVersion}`
  await fixture.sql`
    insert into realised_hours (hour_start, carbon, direct_carbon, price, score, score_2, updated_at)
    select hour, 40, 30, 50, 99, 65, now()
    from generate_series('2026-01-30T12:00Z'::timestamptz, '2026-02-02T12:00Z', '1 hour') as hour`
  await fixture.deps.partitions.ensure('forecast_points', [issuedAt])
  const addForecast = (at: Temporal.Instant, known: number | null) => fixture.sql`
    insert into forecast_points (issued_at, slot_start, lead_hours, price_score_tenths, carbon_score_tenths, grid_score_tenths,
      adequacy_score_tenths, known_dimensions, confidence)
    select ${at}, ${at}::timestamptz + lead * interval '1 hour', lead, 500, 400, 300, 200, ${known}::smallint, 90
    from generate_series(1, 48) as lead`
  await addForecast(ofFormerVersion, null)
  await addForecast(issuedAt, 15)
  const sums = (hour: string, version: number, tenths: number) => fixture.sql`
    insert into score_hours (hour_start, score_version, carbon_version, confidence_version, consumption_version, samples, price_score_tenths,
      carbon_score_tenths, grid_score_tenths, adequacy_score_tenths, confidence_sum, optimal_samples, carbon_samples, carbon_hundredths,
      low_carbon_hundredths, consumption_samples, consumption_hundredths, delta_hundredths, spot_price_samples, spot_price_hundredths)
    select ${hour}::text::timestamptz, ${version}, 1, 1, 0, 1, ${tenths}::int, ${tenths}::int, ${tenths}::int, ${tenths}::int, 90, 0, 0, 0, 0, 0, 0, 0, 0, 0`
  const setSums = (hour: string, known: number, tenths: number) => fixture.sql`
    insert into score_set_hours select ${hour}::text::timestamptz, 2, ${known}, 1, ${tenths}, ${tenths}, ${tenths}, ${tenths}`
  // A point of version 1 and two of version 2, of a set each, in the hour of lead 1; one of each version in the hour of lead 3.
  await sums('2026-01-31T13:00Z', 1, 900)
  await sums('2026-01-31T13:00Z', 2, 1_000)
  await setSums('2026-01-31T13:00Z', 3, 520)
  await setSums('2026-01-31T13:00Z', 15, 540)
  await sums('2026-01-31T15:00Z', 1, 900)
  await setSums('2026-01-31T15:00Z', 15, 100)

  const errors = await readIssueErrors(fixture.sql, utc('2026-02-04T12:00:00'))
  const of = (series: keyof typeof errors, issue: number) => [...(errors[series][issue] ?? [])].slice(0, 5)
  // Both issues have errors of the intensity; the score and the sub-scores of the former version are unknown.
  expect(errors.carbon).toHaveLength(2)
  expect(of('carbon', 0)).toEqual(of('carbon', 1))
  // Its hours of lead 25 and 27 have points.
  for (const series of ['score', 'priceScore', 'gridScore'] as const)
    expect(errors[series][0]?.every((error) => Number.isNaN(error))).toBe(true)
  expect(of('score', 1)).toEqual(Array(5).fill(5))
  // The hour in progress has the error of the next one; an hour without a point is unknown.
  expect(of('priceScore', 1)).toEqual([3, 3, Number.NaN, -40, Number.NaN])
  expect(of('carbonScore', 1)).toEqual([13, 13, Number.NaN, -30, Number.NaN])
  expect(of('gridScore', 1)).toEqual([23, 23, Number.NaN, -20, Number.NaN])
  expect(of('adequacyScore', 1)).toEqual([33, 33, Number.NaN, -10, Number.NaN])
})
