import { expect, test } from 'bun:test'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { emissionRules } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { computeBand } from '@hexawatt/shared/methodology/forecast/bands'
import { findFrozenConsumptionLevels } from '@hexawatt/shared/methodology/imports/import-table'
import { hourMs } from '@hexawatt/shared/time/instant'
import { createConsumptionBands } from './consumption-bands.ts'

const firstMs = Temporal.Instant.from('2022-03-01T00:00:00Z').epochMilliseconds
const stepMs = 3 * hourMs
const spread = 0.2
const forecast = 50

/** Returns the sums of the last of several issues. Each issue forecasts the hour after it, and knows the hours that ended 3 hours before it. */
function judgeLast(issues: number, realisedAt: (startMs: number) => number | null) {
  const bands = createConsumptionBands()
  for (let index = 0; index < issues; index += 1) {
    const issuedMs = firstMs + index * stepMs
    const startMs = issuedMs + hourMs
    const hours = [{ startMs, lead: 1, forecast, spread, realised: realisedAt(startMs) }]
    const byRule = recordFromEntries(emissionRules, () => hours)
    const name = index === issues - 1 ? 'last' : 'before'
    bands.add(name, Temporal.Instant.fromEpochMilliseconds(issuedMs), issuedMs - 3 * hourMs, byRule)
  }
  return bands.months.get('last')?.direct[0]
}

test('until a bucket has 100 errors the frozen quantiles make the band', () => {
  const { low, high } = computeBand(forecast, spread, findFrozenConsumptionLevels('direct', 1))
  expect(judgeLast(1, () => 50)).toEqual({ hours: 1, inside: 1, width: high - low })
  expect(judgeLast(60, () => 120)).toEqual({ hours: 1, inside: 0, width: high - low })
})

test('then the errors of earlier issues make it, each from the hour on at which its target is known', () => {
  const usual = (startMs: number): number => 50 + 10 * Math.sin(startMs / hourMs)
  const issues = 150
  const width = judgeLast(issues, usual)?.width ?? Number.NaN
  const { low, high } = computeBand(forecast, spread, findFrozenConsumptionLevels('direct', 1))
  expect(width).not.toBeCloseTo(high - low, 1)
  const lastIssueMs = firstMs + (issues - 1) * stepMs
  const from = (startMs: number) => (at: number) => (at < startMs ? usual(at) : 500)
  // The hour of the issue before begins 2 hours before the last issue: its end is not known.
  expect(judgeLast(issues, from(lastIssueMs - 2 * hourMs))?.width).toBe(width)
  expect(judgeLast(issues, from(lastIssueMs - 5 * hourMs))?.width).not.toBe(width)
})

test('an hour without a realised value is not judged', () => {
  expect(judgeLast(1, () => null)).toEqual({ hours: 0, inside: 0, width: 0 })
})
