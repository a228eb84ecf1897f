import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findReferenceData, reportSkippedReferenceData } from '../../../testing/reference-data.ts'
import { hourMs } from '../../../time/instant.ts'
import { createParisAxis } from '../axis/paris-axis.ts'
import type { CorrectionInputs } from '../forecast-issue.ts'
import { computeHourBias, computeRecentError } from './past-errors.ts'
import { realignPublished, solarLagsHours, windLagsHours } from './realign-published.ts'
import { correctIntensity } from './refined-issue.ts'
import { buildRidgeTerms, createRidgeBucket, solveRidge, teachRidge } from './residual-ridge.ts'

/** Re-alignment of one series: hours from the one before the first day of history on. */
type AlignmentVector = {
  first_hour: string
  published: number[]
  realised: number[]
  scale: number
  corrected_day_d: number[]
}
type Vectors = {
  realign_sun: AlignmentVector
  realign_wind: AlignmentVector
  bias: Record<'r24' | 'h28', Record<string, number>>
  ridge: { coefficients: number[]; x_new: number[]; A_25_lead_6: number; A_25_lead_60: number }
}

const folder = findReferenceData()
const path = folder === null ? null : join(folder, '../weather/vectors.json')
const isThere = path !== null && existsSync(path)
if (!isThere) reportSkippedReferenceData('the test vectors of the refinements')

describe.skipIf(!isThere)('the refinements equal an independent implementation to 4 decimals', async () => {
  if (path === null || !isThere) return
  const vectors: Vectors = await Bun.file(path).json()

  test.each([
    ['realign_sun', solarLagsHours],
    ['realign_wind', windLagsHours],
  ] as const)('%s: a day of corrected forecasts', (name, lagsHours) => {
    const { first_hour, published, realised, corrected_day_d: expected } = vectors[name]
    const firstMs = Temporal.Instant.from(first_hour.replace('Z', ':00Z')).epochMilliseconds
    const now = Temporal.Instant.fromEpochMilliseconds(firstMs + (published.length - 1) * hourMs)
    // The axis begins a day before the history, of which only the last hour is given.
    const axis = createParisAxis(now, 16, 0)
    const at = (values: readonly number[]) =>
      Float64Array.from(
        { length: axis.length },
        (_, hour) => values[hour + (axis.firstMs - firstMs) / hourMs] ?? Number.NaN,
      )
    const corrected = realignPublished(axis, at(published), at(realised), lagsHours).slice(-24)
    expect(corrected).toHaveLength(expected.length)
    for (const [hour, value] of expected.entries()) expect(corrected[hour]).toBeCloseTo(value, 4)
  })

  test('bias: the recent error and the hour bias of hourly issues', () => {
    const errorAt = (issueHour: number, lead: number): number | undefined =>
      issueHour < 0 || issueHour + lead > 697
        ? undefined
        : 0.1 * Math.sin(issueHour / 7) + 0.05 * Math.cos((lead * issueHour) / 50)
    for (const lead of [6, 30]) {
      expect(computeRecentError(errorAt, 697, lead)).toBeCloseTo(vectors.bias.r24[lead] ?? Number.NaN, 4)
      expect(computeHourBias(errorAt, 699, 697, lead)).toBeCloseTo(vectors.bias.h28[lead] ?? Number.NaN, 4)
    }
  })

  test('ridge: terms, coefficients and the corrected intensity', () => {
    const samples = Array.from({ length: 336 }, (_, i) => {
      const inputs: CorrectionInputs = {
        uncorrected: 25 + 10 * Math.sin(i / 9),
        residualMw: 40_000 + 6_000 * Math.sin(i / 5),
        windMw: 6_000 + 4_000 * Math.cos(i / 11),
        solarMw: Math.max(0, 4_000 * Math.sin(i / 4)),
        priceEurPerMwh: 60 + 30 * Math.sin(i / 6),
        sameHour: 26 + 9 * Math.sin(i / 8),
        recentError: 0.05 * Math.sin(i / 3),
        hourBias: 0.04 * Math.cos(i / 7),
      }
      const error = 0.08 * Math.sin(i / 6) + 0.03 * Math.cos(i / 10)
      return { terms: buildRidgeTerms(inputs), error, ageDays: (335 - i) / 24, weight: 1, targetDay: i }
    })
    const coefficients = solveRidge(teachRidge(createRidgeBucket(), 0, samples))
    expect(coefficients).toHaveLength(9)
    for (const [term, value] of vectors.ridge.coefficients.entries()) expect(coefficients?.[term]).toBeCloseTo(value, 4)
    const inputs: CorrectionInputs = {
      uncorrected: 25,
      residualMw: 41_000,
      windMw: 6_500,
      solarMw: 2_000,
      priceEurPerMwh: 65,
      sameHour: 27,
      recentError: 0.02,
      hourBias: 0.01,
    }
    for (const [term, value] of vectors.ridge.x_new.entries())
      expect(buildRidgeTerms(inputs)[term]).toBeCloseTo(value, 4)
    expect(correctIntensity(inputs, coefficients, 6)).toBeCloseTo(vectors.ridge.A_25_lead_6, 4)
    expect(correctIntensity(inputs, coefficients, 60)).toBeCloseTo(vectors.ridge.A_25_lead_60, 4)
  })
})
