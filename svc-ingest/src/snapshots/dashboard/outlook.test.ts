import { describe, expect, test } from 'bun:test'
import { assembleIssue } from '@hexawatt/shared/methodology/forecast/issue/assemble-issue'
import { firstRefinements } from '@hexawatt/shared/methodology/forecast/refinements/refined-issue'
import { createMadeUpInputs } from '@hexawatt/shared/methodology/forecast/testing/made-up-past'
import { sampleNow as now, sampleInputs } from '@hexawatt/shared/methodology/score/testing/sample-inputs'
import { noBandLevels } from '@hexawatt/shared/testing/no-band-levels'
import { presentForecast } from '../refresh-score.ts'
import { buildDashboardOutlook } from './outlook.ts'

type Known = Parameters<typeof assembleIssue>[0]

function outlookOf(changes: Partial<Known>) {
  const known = { inputs: sampleInputs, analog: createMadeUpInputs(now), levels: noBandLevels, ...changes }
  const scored = assembleIssue({ refinements: firstRefinements, imports: [], ...known }, now, 48)
  return { issue: scored.issue, outlook: buildDashboardOutlook(presentForecast(scored, known.inputs, 'demo'), now) }
}

describe('wind and sun of the outlook', () => {
  test('are those that the forecast mix is made with, repeated in the quarter-hours of their hour', () => {
    const { issue, outlook } = outlookOf({})
    const nextHour = issue.hours[1]
    // The outlook begins at 18:30: two quarter-hours of the hour in progress, then the next hour.
    const expected = [nextHour?.windMw, nextHour?.solarMw].map((powerMw) => Math.round(powerMw ?? Number.NaN))
    for (const slot of [2, 3, 4, 5]) expect([outlook?.windMw[slot], outlook?.solarMw[slot]]).toEqual(expected)
    expect(outlook?.windMw).toHaveLength(outlook?.score.length ?? 0)
  })

  test('are the published forecast while the mix is carried over, and null where nothing is published', () => {
    expect(outlookOf({ analog: null }).outlook).toMatchObject({ windMw: { 0: 9_000 }, solarMw: { 0: 1_000 } })
    const { outlook } = outlookOf({ analog: null, inputs: { ...sampleInputs, forecastMw: {} } })
    expect([...new Set(outlook?.windMw), ...new Set(outlook?.solarMw)]).toEqual([null, null])
  })
})
