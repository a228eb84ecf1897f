import { beforeEach, describe, expect, test } from 'bun:test'
import { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import {
  type ForecastHour,
  forecastSnapshot,
  tariffOutlookSnapshot,
  tariffSnapshot,
} from '@hexawatt/shared/snapshot/kinds'
import { planPastSnapshot } from '@hexawatt/shared/snapshot/plan-past'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { createSamplePast } from '../testing/sample-past.ts'
import { createSampleHour, sampleForecast, sampleTariff, testNow } from '../testing/sample-snapshots.ts'
import { readRefusal, startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())

/** Prices of the hours from 15:00 UTC on; the rest costs 100 EUR/MWh. */
const cheapAt = (prices: Readonly<Record<number, Partial<ForecastHour['price']>>>) =>
  sampleForecast.hours.map((hour, index) => ({
    ...hour,
    price: { ...hour.price, eurPerMwh: 100, band: { low: 100, high: 100 }, ...prices[index] },
  }))

beforeEach(async () => {
  await fixture.reset()
  const hourInProgress = {
    ...createSampleHour('2025-01-15T14:00:00Z', 99),
    price: cheapAt({})[0]?.price ?? createSampleHour('', 0).price,
  }
  await fixture.store(forecastSnapshot, { ...sampleForecast, hourInProgress, hours: cheapAt({ 3: { eurPerMwh: 20 } }) })
})

async function schedule(query: string, plan: PlanId = 'scale'): Promise<ScheduleResponse> {
  const response = await fixture.ask(`/v1/schedule?${query}`, plan)
  if (response.status !== 200) throw new Error(await response.text())
  return v.parse(ScheduleResponse, await response.json())
}
/** The advice with plain spaces. */
const adviceOf = ({ advice }: ScheduleResponse): string => advice.replaceAll(/[\u00a0\u202f]/g, ' ')
/** An outlook of one tariff day beyond the published ones. */
const outlookOf = (date: string, probabilities: { blue: number; white: number; red: number }) => ({
  mode: 'demo' as const,
  issuedAt: testNow,
  outlook: { variant: 'B' as const, stock: { red: 10, white: 20 }, days: [{ date, color: null, probabilities }] },
})
const startsOf = ({ segments }: ScheduleResponse['plan']) => segments.map(({ start }) => start)

describe('a schedule', () => {
  test('for cost is the cheapest hour with its cost, saving and baselines', async () => {
    const body = await schedule('energyKWh=2&durationMinutes=60&objective=cost&vatPercent=20&adderEurPerKwh=0.1')
    expect(body.plan).toMatchObject({
      segments: [{ start: '2025-01-15T18:00:00Z', end: '2025-01-15T19:00:00Z', powerKW: 2, energyKWh: 2 }],
      cost: { eur: 0.288, low: 0.288, high: 0.288, basis: 'auction', certainty: 'confirmed' },
      carbon: { gCo2eq: 40 },
      globalScore: 4,
      worstGridSignal: null,
    })
    expect(startsOf(body.baselines.startNow)).toEqual(['2025-01-15T14:30:00Z'])
    expect(startsOf(body.baselines.asLate)).toEqual(['2025-01-16T13:30:00Z'])
    expect(body.savings.vsNow).toMatchObject({ eur: 0.192, pct: 40 })
    expect(body).toMatchObject({
      probabilityBetterThanNow: 1,
      worthWaiting: true,
      servedUntil: '2025-01-15T14:30:00Z'.replace('15T', '16T'),
      recomputeAfter: null,
      confidence: 93,
      profileApplied: null,
      tariff: 'spot',
    })
    expect(adviceOf(body)).toBe(
      'Démarrez à 19 h plutôt que tout de suite : 0,19 € de moins (100 % de chances d’y gagner) ; pas de comparaison avec hier, faute de valeurs connues pour les mêmes heures.',
    )
    expect(body.alternatives).toHaveLength(3)
  })

  test('follows auctioned quarter-hours within an hour', async () => {
    const hours = cheapAt({ 3: { eurPerMwh: 50, quarterHours: [110, 80, 10, 0] } })
    await fixture.store(forecastSnapshot, { ...sampleForecast, hours })
    const { plan } = await schedule('energyKWh=1&durationMinutes=30&objective=cost')
    expect(startsOf(plan)).toEqual(['2025-01-15T18:30:00Z'])
    expect(plan.cost?.eur).toBe(0.005)
  })

  test('for the score follows the requested weighting', async () => {
    expect(startsOf((await schedule('durationMinutes=60')).plan)).toEqual(['2025-01-15T14:30:00Z'])
    const later = await schedule('durationMinutes=60&earliest=2025-01-15T15:00:00Z')
    expect(startsOf(later.plan)).toEqual(['2025-01-16T14:00:00Z'])
    const custom = await schedule('durationMinutes=60&profile=carbon')
    expect(custom).toMatchObject({ profileApplied: 'carbon', baselines: { yesterday: null } })
  })

  test('for carbon uses direct factors on request, with their own band', async () => {
    const lifecycle = await schedule('energyKWh=1&durationMinutes=60&objective=carbon')
    const direct = await schedule('energyKWh=1&durationMinutes=60&objective=carbon&emissions=direct')
    expect([lifecycle.plan.carbon?.gCo2PerKwh, direct.plan.carbon?.gCo2PerKwh]).toEqual([20, 16])
  })

  test('with Tempo uses published colours, and never chooses an unknown day', async () => {
    await fixture.store(tariffSnapshot, sampleTariff)
    const body = await schedule(
      'energyKWh=1&durationMinutes=60&objective=cost&tariff=tempo&latest=2025-01-17T12:00:00Z',
    )
    // Off-peak of the white day is cheaper than any hour of the red one.
    expect(startsOf(body.plan)).toEqual(['2025-01-15T21:00:00Z'])
    expect(body.plan.cost).toMatchObject({ eur: 0.1486, basis: 'regulated' })
    expect(body.baselines.asLate.cost).toBeNull()
  })

  test('with forecast colours costs the expected price, at most that of a possible red day', async () => {
    await fixture.store(tariffSnapshot, sampleTariff)
    await fixture.store(tariffOutlookSnapshot, outlookOf('2025-01-17', { blue: 0.5, white: 0.25, red: 0.25 }))
    const body = await schedule(
      'energyKWh=1&durationMinutes=60&objective=cost&tariff=tempo&latest=2025-01-17T12:00:00Z&tieBreak=late',
    )
    const { eur = 0, low = 0, high = 0 } = body.baselines.asLate.cost ?? {}
    expect(low).toBeLessThan(eur)
    expect(high).toBeGreaterThan(2 * eur)
    expect(body.probabilityBetterThanNow).not.toBeNull()
  })

  test('with base or off-peak prices costs the regulated price with certainty', async () => {
    const base = await schedule('energyKWh=10&durationMinutes=60&objective=cost&tariff=base')
    expect(base.plan.cost).toMatchObject({ eur: 2.516, low: 2.516, high: 2.516, basis: 'regulated' })
    expect(base).toMatchObject({ probabilityBetterThanNow: 0, worthWaiting: false })
    const hphc = await schedule('energyKWh=1&durationMinutes=60&objective=cost&tariff=hphc&offPeak=22:00-06:00')
    expect(startsOf(hphc.plan)).toEqual(['2025-01-15T21:00:00Z'])
    expect(hphc).toMatchObject({ probabilityBetterThanNow: 1, plan: { cost: { eur: 0.2068 } } })
  })
})

describe('forecast errors in a schedule', () => {
  const estimated = cheapAt({ 3: { eurPerMwh: 80 } }).map((hour) => ({
    ...hour,
    price: { ...hour.price, basis: 'estimate' as const, band: null },
  }))
  const query =
    'energyKWh=1000&durationMinutes=60&objective=cost&latest=2025-01-15T19:00:00Z&earliest=2025-01-15T15:00:00Z'
  beforeEach(() => fixture.store(forecastSnapshot, { ...sampleForecast, hours: estimated }))

  test('come from the archive: 30 of 40 issues at 18:00 UTC were no more expensive than forecast', async () => {
    await fixture.store(
      planPastSnapshot,
      createSamplePast({ issues: 40, priceErrorAtLead4: (issue) => (issue < 30 ? 0 : 50) }),
    )
    const body = await schedule(query)
    expect(startsOf(body.plan)).toEqual(['2025-01-15T18:00:00Z'])
    expect(body.probabilityBetterThanNow).toBe(0.75)
    expect(body.worthWaiting).toBe(true)
    expect(body.plan.cost).toMatchObject({ eur: 80, low: 80, high: 130, basis: 'estimate', certainty: 'unconfirmed' })
    expect(adviceOf(body)).not.toContain('2023')
  })

  test('are the shipped ones while the archive has fewer than 30 issues, and the advice says so', async () => {
    await fixture.store(planPastSnapshot, createSamplePast({ issues: 29, priceErrorAtLead4: () => 0 }))
    const body = await schedule(query)
    expect(body.probabilityBetterThanNow).toBeGreaterThan(0)
    expect(body.probabilityBetterThanNow).toBeLessThan(1)
    expect(adviceOf(body)).toContain('d’après les erreurs de prévision de 2023 et 2024')
  })

  test('under other weights come from the sub-score errors', async () => {
    // In 25 of 40 issues the carbon of the best hour was far worse than forecast; the national score of 18:00 UTC was right in all.
    const hours = sampleForecast.hours.map((hour, index) => createSampleHour(hour.time, index === 3 ? 60 : 40))
    await fixture.store(forecastSnapshot, { ...sampleForecast, hours })
    const subScoreErrorsAtLead4 = { carbonScore: (issue: number) => (issue < 25 ? -50 : 0) }
    await fixture.store(
      planPastSnapshot,
      createSamplePast({ issues: 40, priceErrorAtLead4: () => 0, subScoreErrorsAtLead4 }),
    )
    const [national, carbon, price] = [
      await schedule('durationMinutes=60'),
      await schedule('durationMinutes=60&profile=carbon'),
      await schedule('durationMinutes=60&profile=price'),
    ]
    for (const { plan } of [national, carbon, price]) expect(startsOf(plan)).toEqual(['2025-01-15T18:00:00Z'])
    expect(national.probabilityBetterThanNow).toBe(1)
    // 60 − 0.7 · 50 is less than 40, 60 − 0.1 · 50 is more.
    expect(carbon).toMatchObject({ probabilityBetterThanNow: 0.38, worthWaiting: false })
    expect(price.probabilityBetterThanNow).toBe(1)
    expect(adviceOf(carbon)).not.toContain('2023')
  })

  test('make the prudent estimate avoid an hour that was often more expensive', async () => {
    await fixture.store(
      planPastSnapshot,
      createSamplePast({ issues: 40, priceErrorAtLead4: (issue) => (issue < 30 ? 0 : 50) }),
    )
    expect(startsOf((await schedule(`${query}&estimate=prudent`)).plan)).toEqual(['2025-01-15T15:00:00Z'])
  })

  test('come with yesterday’s best block as a baseline', async () => {
    await fixture.store(
      planPastSnapshot,
      createSamplePast({ issues: 40, priceErrorAtLead4: () => 0, cheapYesterdayAtUtc: 16 }),
    )
    const { baselines, savings } = await schedule(query)
    expect(baselines.yesterday && startsOf(baselines.yesterday)).toEqual(['2025-01-15T16:00:00Z'])
    expect(savings.vsYesterday).toMatchObject({ eur: 20, pct: 20 })
  })
})

describe('schedule refusals', () => {
  test('a load that does not fit is 422 with the smallest sufficient window', async () => {
    const asked = await fixture.ask('/v1/schedule?durationMinutes=120&latest=2025-01-15T16:00:00Z')
    const { status, code, problem } = await readRefusal(asked)
    expect([status, code]).toEqual([422, 'infeasible_schedule'])
    expect(problem).toMatchObject({
      requiredMinutes: 120,
      smallestWindow: { earliest: '2025-01-15T14:30:00Z', latest: '2025-01-15T16:30:00Z' },
    })
    expect(problem.detail).toContain('takes 120 minutes; the window has 90 minutes')
  })

  test('beyond the forecast of the plan no window is offered, and a later end is capped', async () => {
    const beyond = await readRefusal(await fixture.ask('/v1/schedule?durationMinutes=400', 'decouverte'))
    expect([beyond.code, beyond.problem['smallestWindow']]).toEqual(['infeasible_schedule', null])
    expect((await schedule('durationMinutes=60', 'decouverte')).servedUntil).toBe('2025-01-15T20:30:00Z')
  })

  test('a weighting beyond the plan, an invalid range, an invalid load and missing data have their codes', async () => {
    const codeOf = async (query: string, plan: PlanId) =>
      (await readRefusal(await fixture.ask(`/v1/schedule?${query}`, plan))).code
    expect(await codeOf('durationMinutes=60&profile=carbon', 'decouverte')).toBe('plan_capability_required')
    expect(await codeOf('durationMinutes=60&latest=2025-01-15T14:00:00Z', 'scale')).toBe('invalid_range')
    expect(await codeOf('energyKWh=3', 'scale')).toBe('invalid_parameter')
    await fixture.forget()
    expect(await codeOf('durationMinutes=60', 'scale')).toBe('insufficient_data')
  })
})

test('a schedule keeps its version when nothing changes', async () => {
  const tag = async () => (await fixture.ask('/v1/schedule?durationMinutes=60')).headers.get('etag')
  const before = await tag()
  expect(before).toStartWith('W/"')
  const hourInProgress = {
    ...createSampleHour('2025-01-15T14:00:00Z', 99),
    price: cheapAt({})[0]?.price ?? createSampleHour('', 0).price,
  }
  const hours = cheapAt({ 3: { eurPerMwh: 20 } })
  await fixture.store(forecastSnapshot, { ...sampleForecast, issuedAt: '2025-01-15T14:20:20Z', hourInProgress, hours })
  expect(await tag()).toBe(before)
})
