import { beforeAll, expect, test } from 'bun:test'
import { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import { forecastSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { planPastSnapshot } from '@hexawatt/shared/snapshot/plan-past'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { createSamplePast } from '../testing/sample-past.ts'
import { sampleForecast } from '../testing/sample-snapshots.ts'
import { startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())
beforeAll(() => fixture.store(forecastSnapshot, sampleForecast))

async function schedule(query: string): Promise<ScheduleResponse> {
  const response = await fixture.ask(`/v1/schedule?durationMinutes=60&${query}`, 'scale')
  return v.parse(ScheduleResponse, await response.json())
}

test('without a known yesterday the schedule has no comparison, and the advice says why', async () => {
  const { baselines, savings, advice } = await schedule('objective=carbon')
  expect([baselines.yesterday, savings.vsYesterday]).toEqual([null, null])
  expect(advice).toEndWith(' pas de comparaison avec hier, faute de valeurs connues pour les mêmes heures.')
})

test('under custom weights the reason is the weighting; with a known yesterday the advice gives no reason', async () => {
  await fixture.store(
    planPastSnapshot,
    createSamplePast({ issues: 0, priceErrorAtLead4: () => 0, cheapYesterdayAtUtc: 20 }),
  )
  const own = await schedule('profile=carbon')
  expect(own.baselines.yesterday).toBeNull()
  expect(own.advice).toEndWith(' le score passé n’est connu qu’avec la pondération nationale.')
  for (const query of ['objective=score', 'objective=carbon']) {
    const { baselines, advice } = await schedule(query)
    expect([query, baselines.yesterday === null, advice.includes('hier')]).toEqual([query, false, false])
  }
})
