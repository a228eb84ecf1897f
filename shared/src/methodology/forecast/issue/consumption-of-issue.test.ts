import { describe, expect, test } from 'bun:test'
import { noBandLevels } from '../../../testing/no-band-levels.ts'
import { hourMs } from '../../../time/instant.ts'
import type { ImportHour } from '../../imports/consumption-forecast.ts'
import { findFrozenConsumptionLevels } from '../../imports/import-table.ts'
import { computeGenerationMw } from '../../intensity.ts'
import { sampleNow as now, sampleInputs } from '../../score/testing/sample-inputs.ts'
import { computeBand } from '../bands.ts'
import type { ForecastIssueHour } from '../forecast-issue.ts'
import { firstRefinements, type Refinements } from '../refinements/refined-issue.ts'
import { createMadeUpInputs } from '../testing/made-up-past.ts'
import { assembleIssue, type KnownAtIssue } from './assemble-issue.ts'

const newestMs = Math.floor(now.epochMilliseconds / hourMs) * hourMs - 4 * hourMs

/** Every hour imported 6 000 MW at 350 and 300 g into a production of 44 and 38 g: consumption had 76 and 68 g. */
function createImports(count: number, untilMs = newestMs): ImportHour[] {
  return Array.from({ length: count }, (_, index): ImportHour => {
    return {
      startMs: untilMs - (count - 1 - index) * hourMs,
      importMw: 6_000,
      importedTonnesPerHour: { lifeCycle: 2_100, direct: 1_800 },
      gCo2PerKwhByRule: { lifeCycle: 76, direct: 68 },
      productionGCo2PerKwhByRule: { lifeCycle: 44, direct: 38 },
    }
  })
}
const issueOf = (changes: Partial<KnownAtIssue> = {}) =>
  assembleIssue(
    {
      inputs: sampleInputs,
      analog: createMadeUpInputs(now),
      levels: noBandLevels,
      refinements: firstRefinements,
      imports: createImports(800),
      ...changes,
    },
    now,
    50,
  ).issue
const listValues = ({ consumptionCarbon, directConsumptionCarbon }: ForecastIssueHour) => [
  consumptionCarbon.value,
  directConsumptionCarbon.value,
]

describe('the intensity of consumption of an issue', () => {
  test('is all emissions by all power, from the mix and the intensity of production that are served', () => {
    const issue = issueOf()
    expect(issue).toMatchObject({ consumptionMethod: 'similar_hours', newestConsumptionStartMs: newestMs })
    expect(issue.missingInputs).not.toContain('imports')
    expect(issue.hours).toHaveLength(51)
    for (const { powerMwByType, carbon, directCarbon, ...hour } of issue.hours) {
      const [totalMw, ofProduction] = [computeGenerationMw(powerMwByType ?? {}), [carbon.value, directCarbon.value]]
      const expected = [2_100, 1_800].map(
        (tonnes, rule) => (totalMw * (ofProduction[rule] ?? Number.NaN) + 1000 * tonnes) / (totalMw + 6_000),
      )
      for (const [rule, value] of listValues({ powerMwByType, carbon, directCarbon, ...hour }).entries())
        expect(value ?? Number.NaN).toBeCloseTo(expected[rule] ?? Number.NaN, 9)
    }
  })

  test('follows the corrections of the intensity of production', () => {
    const biases = Array.from({ length: 51 }, () => 0.4)
    const ofRule = { recentErrors: biases, hourBiases: biases, coefficients: [] }
    const refinements: Refinements = { isAligned: true, learnt: { lifeCycle: ofRule, direct: ofRule } }
    const [plain, corrected] = [issueOf(), issueOf({ refinements })]
    for (const [index, hour] of corrected.hours.entries()) {
      const before = plain.hours[index]
      const share =
        computeGenerationMw(hour.powerMwByType ?? {}) / (computeGenerationMw(hour.powerMwByType ?? {}) + 6_000)
      const change = (hour.carbon.value ?? Number.NaN) - (before?.carbon.value ?? Number.NaN)
      expect(Math.abs(change)).toBeGreaterThan(hour.lead <= 48 ? 1 : -1)
      expect(
        (hour.consumptionCarbon.value ?? Number.NaN) - (before?.consumptionCarbon.value ?? Number.NaN),
      ).toBeCloseTo(share * change, 9)
    }
  })

  test('has a band by the spread of similar hours: of an empty archive by the frozen quantiles, else by its own', () => {
    const levels = {
      ...noBandLevels,
      directConsumptionCarbon: Array.from({ length: 13 }, () => ({ low: -0.2, high: 0.1, alpha: 0, errors: 200 })),
    }
    for (const { lead, consumptionCarbon, directConsumptionCarbon, consumptionSpreads } of issueOf({ levels }).hours) {
      // Made hours are all alike.
      expect(consumptionSpreads.lifeCycle).toBeCloseTo(0, 6)
      expect(consumptionCarbon.band).toEqual(
        computeBand(
          consumptionCarbon.value ?? Number.NaN,
          consumptionSpreads.lifeCycle ?? Number.NaN,
          findFrozenConsumptionLevels('lifeCycle', Math.min(lead, 48)),
        ),
      )
      expect(directConsumptionCarbon.band).toEqual(
        computeBand(directConsumptionCarbon.value ?? Number.NaN, consumptionSpreads.direct ?? Number.NaN, {
          low: -0.2,
          high: 0.1,
        }),
      )
    }
  })
})

describe('missing imports', () => {
  test('imports of fewer than 48 hours: production and the difference of the newest known hour, without a band, and named', () => {
    const issue = issueOf({ imports: createImports(47) })
    expect(issue).toMatchObject({ consumptionMethod: 'last_difference', newestConsumptionStartMs: newestMs })
    expect(issue.missingInputs).toContain('imports')
    for (const {
      carbon,
      directCarbon,
      consumptionCarbon,
      directConsumptionCarbon,
      consumptionSpreads,
    } of issue.hours) {
      expect(consumptionCarbon).toEqual({ value: (carbon.value ?? Number.NaN) + 32, band: null })
      expect(directConsumptionCarbon).toEqual({ value: (directCarbon.value ?? Number.NaN) + 30, band: null })
      expect(consumptionSpreads).toEqual({ lifeCycle: null, direct: null })
    }
    expect(issueOf({ imports: createImports(48) }).consumptionMethod).toBe('similar_hours')
  })

  test('imports that are half a day old are named, and still forecast', () => {
    const lateOf = (hours: number) => issueOf({ imports: createImports(800, newestMs - hours * hourMs) })
    expect(lateOf(8).missingInputs).not.toContain('imports')
    expect(lateOf(9).missingInputs).toContain('imports')
    expect(lateOf(100).consumptionMethod).toBe('similar_hours')
  })

  test('without any known hour nothing is said of consumption: production is never given as consumption', () => {
    const issue = issueOf({ imports: [] })
    expect(issue).toMatchObject({ consumptionMethod: null, newestConsumptionStartMs: null })
    expect(issue.missingInputs).toContain('imports')
    expect(issue.hours.flatMap(listValues).filter((value) => value !== null)).toEqual([])
    expect(issue.hours.every(({ carbon }) => carbon.value !== null)).toBe(true)
  })

  test('an issue of a program before hourly imports names nothing', () => {
    const issue = issueOf({ imports: null })
    expect(issue.missingInputs).toEqual(issueOf().missingInputs)
    expect(issue.hours.flatMap(listValues).filter((value) => value !== null)).toEqual([])
  })

  test('a carried-over mix takes the difference of the newest known hour', () => {
    const issue = issueOf({ analog: createMadeUpInputs(now, { daysBack: 1.9 }) })
    expect(issue).toMatchObject({ method: 'carry_over', consumptionMethod: 'last_difference' })
    expect(issue.missingInputs).not.toContain('imports')
    for (const { carbon, consumptionCarbon } of issue.hours)
      expect(consumptionCarbon.value).toBe(carbon.value === null ? null : carbon.value + 32)
  })

  test('without a mix, because generation is too old, consumption is unknown', () => {
    const issue = issueOf({ analog: createMadeUpInputs(now, { generationHoursLate: 47 }) })
    expect(issue.hours.flatMap(listValues).filter((value) => value !== null)).toEqual([])
  })
})
