import { beforeEach, describe, expect, test } from 'bun:test'
import { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import { type ForecastHour, forecastSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { planPastSnapshot } from '@hexawatt/shared/snapshot/plan-past'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { createSamplePast } from '../testing/sample-past.ts'
import { createSampleHour, createSampleSubScores, openModeKnown, sampleForecast } from '../testing/sample-snapshots.ts'
import { startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())

beforeEach(() => fixture.reset())

async function schedule(query: string): Promise<ScheduleResponse> {
  const response = await fixture.ask(`/v1/schedule?${query}`)
  if (response.status !== 200) throw new Error(await response.text())
  return v.parse(ScheduleResponse, await response.json())
}
const startsOf = ({ segments }: ScheduleResponse['plan']) => segments.map(({ start }) => start)

describe('a schedule with estimated dimensions', () => {
  test('ignores their errors, as they do not count in the score of the quarter-hour', async () => {
    // In 25 of 40 issues the grid sub-score of 18:00 UTC was far worse than forecast.
    const past = createSamplePast({
      issues: 40,
      priceErrorAtLead4: () => 0,
      subScoreErrorsAtLead4: { gridScore: (issue) => (issue < 25 ? -90 : 0) },
    })
    const plan = async (changes: Partial<ForecastHour>) => {
      const hours = sampleForecast.hours.map((hour, index) => ({
        ...createSampleHour(hour.time, index === 3 ? 60 : 40),
        ...changes,
      }))
      await fixture.store(forecastSnapshot, { ...sampleForecast, hours })
      await fixture.store(planPastSnapshot, past)
      return schedule('durationMinutes=60&profile=balanced')
    }
    // 60 − 0.25 · 90 is less than 40.
    expect((await plan({})).probabilityBetterThanNow).toBeLessThan(0.5)
    const open = await plan({ knownDimensions: openModeKnown })
    expect(open.probabilityBetterThanNow).toBe(1)
    expect(open.weightsApplied).toEqual({ price: 0.25, carbon: 0.25, grid: 0.25, adequacy: 0.25 })
  })

  test('chooses the hour that is best by what is known', async () => {
    const subScores = (price: number, carbon: number, others: number) =>
      createSampleSubScores(price, carbon, others, others)
    const hours = sampleForecast.hours.map((hour, index) => ({
      ...hour,
      subScores: index === 3 ? subScores(80, 80, 0) : index === 5 ? subScores(60, 60, 100) : subScores(20, 20, 50),
      knownDimensions: openModeKnown,
    }))
    await fixture.store(forecastSnapshot, { ...sampleForecast, hours })
    expect(startsOf((await schedule('durationMinutes=60')).plan)).toEqual(['2025-01-15T18:00:00Z'])
    expect(startsOf((await schedule('durationMinutes=60&profile=grid')).plan)).toEqual(['2025-01-15T20:00:00Z'])
  })
})
