import { expect, test } from 'bun:test'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { findLeadBucket } from '@hexawatt/shared/methodology/forecast/forecast-constants'
import { importLastLeads, importRows, importTable } from '@hexawatt/shared/methodology/imports/import-table'
import { hourMs } from '@hexawatt/shared/time/instant'
import { type ConsumptionIssue, importViews } from './consumption-issue.ts'
import type { RealisedHour } from './consumption-record.ts'
import { fitImportTable } from './import-fit.ts'

const startMs = Temporal.Instant.from('2022-03-01T00:00:00Z').epochMilliseconds
const hours = 72
/** A number between −1 and 1 without a pattern. */
const noise = (seed: number): number =>
  2 * (Math.sin(seed * 12.9898) * 43_758.5453 - Math.floor(Math.sin(seed * 12.9898) * 43_758.5453)) - 1

/** Issues that do not overlap, whose imports came as the weights of the product say. */
function createExactIssues(count: number) {
  const realised = new Map<number, RealisedHour>()
  const issues = Array.from({ length: count }, (_, index): ConsumptionIssue => {
    const issuedMs = startMs + index * 100 * hourMs
    const terms = recordFromEntries(importRows, (_row, row) => ({
      means: Float64Array.from({ length: hours }, (_, lead) => 3000 + 500 * noise(index + lead + row)),
      sameHours: Float64Array.from({ length: hours }, (_, lead) => 900 * noise(7 * index + 3 * lead + row + 0.3)),
      newest: 800 * noise(index + 0.1 + row),
      dayMean: 700 * noise(index + 0.7 + row),
    }))
    const none = { lifeCycle: 0, direct: 0 }
    const leads = Array.from({ length: hours }, (_, position) => position + 1)
    for (const lead of leads) {
      const imports = recordFromEntries(importRows, (row) => {
        const { means, sameHours, newest, dayMean } = terms[row]
        const [ofNewest, ofSameHour, ofDay] = importTable[row][findLeadBucket(importLastLeads, lead)] ?? [0, 0, 0]
        return (means[lead - 1] ?? 0) + ofNewest * newest + ofSameHour * (sameHours[lead - 1] ?? 0) + ofDay * dayMean
      })
      realised.set(issuedMs + lead * hourMs, {
        imports,
        importsWithOldGermany: imports,
        production: none,
        consumption: none,
      })
    }
    return {
      issuedAt: Temporal.Instant.fromEpochMilliseconds(issuedMs),
      hours: leads.map((lead) => {
        return { startMs: issuedMs + lead * hourMs, lead, productionMw: 1, production: none, spread: none }
      }),
      imports: recordFromEntries(importViews, () => terms),
    }
  })
  return { issues, realised }
}

test('weights that made the imports are found again', () => {
  const { issues, realised } = createExactIssues(100)
  const fitted = fitImportTable(issues, realised)
  for (const row of importRows)
    for (const [bucket, weights] of importTable[row].entries())
      for (const [index, weight] of weights.entries()) expect(fitted[row][bucket]?.[index]).toBeCloseTo(weight, 6)
})

test('with too few samples the shipped weights stay', () => {
  const { issues, realised } = createExactIssues(5)
  const shifted = new Map(
    [...realised].map(([start, hour]) => [start, { ...hour, imports: { importMw: 0, direct: 0, lifeCycle: 0 } }]),
  )
  expect(fitImportTable(issues, shifted)).toEqual(importTable)
})
