import { beforeEach, expect, test } from 'bun:test'
import { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import { forecastSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { createSampleHour, sampleForecast } from '../testing/sample-snapshots.ts'
import { readRefusal, startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())
beforeEach(async () => {
  await fixture.reset()
  await fixture.store(forecastSnapshot, {
    ...sampleForecast,
    hourInProgress: createSampleHour('2025-01-15T14:00:00Z', 0),
  })
})

/** The load of an hour; now it is 15:20 in Paris. */
const ask = (query: string) => fixture.ask(`/v1/schedule?durationMinutes=60&${query}`, 'scale')
const startOf = async (query: string) => {
  const { plan } = v.parse(ScheduleResponse, await (await ask(query)).json())
  return plan.segments[0]?.start
}

test('a load runs outside of quiet hours in Paris time, in both notations, and answers of different quiet hours do not mix', async () => {
  // The score rises by a point an hour: the last hour is the best.
  expect(await startOf('latest=2025-01-16T06:00:00Z')).toBe('2025-01-16T05:00:00Z')
  expect(await startOf('latest=2025-01-16T06:00:00Z&quiet=22:00-07:00')).toBe('2025-01-15T20:00:00Z')
  expect(await startOf('latest=2025-01-16T06:00:00Z&quiet=20h30-7h,12h-14h')).toBe('2025-01-15T18:30:00Z')
})

test('a load that quiet hours leave no time for is 422, and the sentence names them and the smallest window', async () => {
  const query = 'earliest=2025-01-15T20:30:00Z&latest=2025-01-16T06:00:00Z&quiet=22h-7h'
  const { status, code, problem } = await readRefusal(await ask(query))
  expect([status, code]).toEqual([422, 'infeasible_schedule'])
  expect(problem.detail).toContain(
    'the window has 570 minutes, of which 30 minutes are outside of quiet=22:00-07:00 and known for objective=score',
  )
  expect(problem['smallestWindow']).toEqual({ earliest: '2025-01-15T20:30:00Z', latest: '2025-01-16T07:00:00Z' })
})
