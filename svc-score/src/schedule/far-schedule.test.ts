import { beforeEach, expect, test } from 'bun:test'
import { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import { forecastSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { createSampleHour, sampleFarForecast, sampleForecast } from '../testing/sample-snapshots.ts'
import { startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())
beforeEach(() => fixture.reset())

/** The plan of an hour for the score, which rises by a point an hour: it runs at the end of the window. */
async function scheduleHour(plan: PlanId = 'scale') {
  const query = 'durationMinutes=60&objective=score&latest=2025-01-20T00:00:00Z'
  const response = await fixture.ask(`/v1/schedule?${query}`, plan)
  const { servedUntil, plan: planned } = v.parse(ScheduleResponse, await response.json())
  return [servedUntil, planned.segments[0]?.end]
}

test('a schedule reaches 72 hours only while the forecast was made with a weather forecast', async () => {
  const hourInProgress = createSampleHour('2025-01-15T14:00:00Z', 0)
  await fixture.store(forecastSnapshot, { ...sampleForecast, hourInProgress })
  expect(await scheduleHour()).toEqual(['2025-01-17T14:30:00Z', '2025-01-17T14:30:00Z'])
  await fixture.store(forecastSnapshot, { ...sampleFarForecast, hourInProgress })
  expect(await scheduleHour()).toEqual(['2025-01-18T14:30:00Z', '2025-01-18T14:30:00Z'])
  expect(await scheduleHour('decouverte')).toEqual(['2025-01-15T20:30:00Z', '2025-01-15T20:30:00Z'])
})
