import { expect, test } from 'bun:test'
import { noBandLevels } from '../../../testing/no-band-levels.ts'
import { countComputedHours } from '../../score/sub-scores/score-inputs.ts'
import { sampleInputs as inputs, sampleNow as now } from '../../score/testing/sample-inputs.ts'
import { computeBand } from '../bands.ts'
import { firstRefinements } from '../refinements/refined-issue.ts'
import { createMadeUpInputs } from '../testing/made-up-past.ts'
import { createMadeUpWeather } from '../testing/made-up-weather.ts'
import { assembleIssue } from './assemble-issue.ts'
import { countIssueHours } from './count-issue-hours.ts'

function issueWith(daysBack: number) {
  const analog = { ...createMadeUpInputs(now, { daysBack }), weather: createMadeUpWeather(now) }
  const known = { inputs, analog, levels: noBandLevels, refinements: firstRefinements, imports: null }
  return assembleIssue(known, now, countComputedHours(true)).issue
}

test('an issue with weather has 74 hours after the one in progress, and beyond 48 hours the frozen bands of these leads', () => {
  const { hours, missingInputs } = issueWith(120)
  expect(hours).toHaveLength(75)
  for (const { carbon, price, spreads } of hours.slice(49)) {
    const frozen = computeBand(carbon.value ?? Number.NaN, spreads.lifeCycle ?? Number.NaN, { low: -0.66, high: 0.85 })
    expect(carbon.band).toEqual(frozen)
    expect(price.value).not.toBeNull()
  }
  expect(missingInputs).toEqual([])
})

test('regressions on the weather that have too little of the past are named among the missing inputs', () => {
  expect(issueWith(5).missingInputs).toEqual(['weather_load', 'weather_wind', 'weather_sun'])
})

test('with fewer than 48 hours of generation the issue ends after 48 hours, although there is weather: none of it enters', () => {
  const { method, hours } = issueWith(1)
  expect([method, hours.length]).toEqual(['carry_over', 51])
})

test('weather that ends before the last hours of the outlook gives no outlook of 72 hours', () => {
  const weatherUntil = (lead: number) => createMadeUpWeather(now, { meteofrance_seamless: 30, ecmwf_ifs025: lead })
  expect([null, weatherUntil(40), weatherUntil(59)].map((weather) => countIssueHours(weather, now))).toEqual([
    50, 50, 50,
  ])
  expect([weatherUntil(66), weatherUntil(72)].map((weather) => countIssueHours(weather, now))).toEqual([74, 74])
})
