import { beforeEach, describe, expect, test } from 'bun:test'
import { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import { forecastSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { planPastSnapshot } from '@hexawatt/shared/snapshot/plan-past'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { createSamplePast } from '../testing/sample-past.ts'
import { sampleForecast } from '../testing/sample-snapshots.ts'
import { startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())

/** The least life-cycle emissions at 18:00 UTC, the least direct ones at 20:00. */
const hours = sampleForecast.hours.map((hour, index) => ({
  ...hour,
  carbonIntensityGco2Kwh: index === 3 ? 10 : 20,
  directCarbon: { gCo2PerKwh: index === 5 ? 4 : 16, band: null },
}))

beforeEach(async () => {
  await fixture.reset()
  await fixture.store(forecastSnapshot, { ...sampleForecast, hours })
})

async function schedule(query: string): Promise<ScheduleResponse> {
  const response = await fixture.ask(`/v1/schedule?energyKWh=10&durationMinutes=60&objective=cost&${query}`, 'scale')
  return v.parse(ScheduleResponse, await response.json())
}
const startOf = ({ plan }: ScheduleResponse) => plan.segments[0]?.start

describe('a schedule for cost where plans cost the same', () => {
  test('with a flat contract is the cleanest hour, and says that the emissions decide', async () => {
    const body = await schedule('tariff=base')
    expect(startOf(body)).toBe('2025-01-15T18:00:00Z')
    expect(body).toMatchObject({ comparedBy: 'carbon', savings: { vsNow: { eur: 0, gCo2eq: 100, pct: 50 } } })
    expect(body.advice.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain('même prix, 100 g de CO₂ de moins (')
    expect(body.advice).toContain('ce sont donc les émissions de CO₂ qui décident')
    // The forecast of the next hour may name another one.
    expect(body.recomputeAfter).toBe('2025-01-15T15:00:00Z')
  })

  test('counts direct emissions on request', async () => {
    expect(startOf(await schedule('tariff=base&emissions=direct'))).toBe('2025-01-15T20:00:00Z')
  })

  test('with off-peak hours is the cleanest of these', async () => {
    const body = await schedule('tariff=hphc&offPeak=17:00-01:00&earliest=2025-01-15T15:00:00Z')
    expect(startOf(body)).toBe('2025-01-15T18:00:00Z')
    expect(body.comparedBy).toBe('cost')
    expect(body.advice).toContain('même prix qu’à')
  })

  test('says whether the probability rests on shipped errors of carbon', async () => {
    expect((await schedule('tariff=base')).advice).toContain('2023')
    await fixture.store(planPastSnapshot, createSamplePast({ issues: 40, priceErrorAtLead4: () => 0 }))
    const body = await schedule('tariff=base')
    expect(body.advice).not.toContain('2023')
    expect(body.probabilityBetterThanNow).toBe(0.91)
  })
})
