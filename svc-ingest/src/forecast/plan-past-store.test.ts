import { expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { addMadeIssues } from '../testing/forecast-archive-fixture.ts'
import { readIssueErrors } from './plan-past-store.ts'

const fixture = stopAtEnd(await createComputeFixture('2026-02-03T12:00:00'))

const issuedAt = utc('2026-01-31T12:00:00')

test('an error of the sub-scores is the mean of the points of an hour minus the issue’s forecast for it, from the same issues as the other quantities', async () => {
  await addMadeIssues(fixture.deps, issuedAt, utc('2026-02-01T12:00:00'), { low: 0, high: 0 })
  await fixture.sql`
    insert into realised_hours (hour_start, carbon, direct_carbon, price, score, updated_at)
    select hour, 40, 30, 50, 60, now() from generate_series('2026-01-31T12:00Z'::timestamptz, '2026-02-02T12:00Z', '1 hour') as hour`
  await fixture.deps.partitions.ensure('forecast_points', [issuedAt])
  await fixture.sql`
    insert into forecast_points (issued_at, slot_start, lead_hours, price_score_tenths, carbon_score_tenths, grid_score_tenths,
      adequacy_score_tenths, confidence)
    select ${issuedAt}, ${issuedAt}::timestamptz + lead * interval '1 hour', lead, 500, 400, 300, 200, 90 from generate_series(1, 48) as lead`
  // Two points of one hour, computed with two versions of the methodology: their mean counts.
  const sums = (hour: string, version: number, tenths: number) => fixture.sql`
    insert into score_hours (hour_start, score_version, carbon_version, confidence_version, consumption_version, samples, price_score_tenths,
      carbon_score_tenths, grid_score_tenths, adequacy_score_tenths, confidence_sum, optimal_samples, carbon_samples, carbon_hundredths,
      low_carbon_hundredths, consumption_samples, consumption_hundredths, delta_hundredths, spot_price_samples, spot_price_hundredths)
    select ${hour}::text::timestamptz, ${version}, 1, 1, 0, 1, ${tenths}::int, ${tenths}::int, ${tenths}::int, ${tenths}::int, 90, 0, 0, 0, 0, 0, 0, 0, 0, 0`
  await sums('2026-01-31T13:00Z', 1, 520)
  await sums('2026-01-31T13:00Z', 2, 540)
  await sums('2026-01-31T15:00Z', 2, 100)
  const errors = await readIssueErrors(fixture.sql, utc('2026-02-04T12:00:00'))
  expect(errors.carbon).toHaveLength(1)
  const of = (series: keyof typeof errors) => [...(errors[series][0] ?? [])].slice(0, 5)
  // The hour in progress has the error of the next one; an hour without a point is unknown.
  expect(of('priceScore')).toEqual([3, 3, Number.NaN, -40, Number.NaN])
  expect(of('carbonScore')).toEqual([13, 13, Number.NaN, -30, Number.NaN])
  expect(of('gridScore')).toEqual([23, 23, Number.NaN, -20, Number.NaN])
  expect(of('adequacyScore')).toEqual([33, 33, Number.NaN, -10, Number.NaN])
})
