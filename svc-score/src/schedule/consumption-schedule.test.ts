import { beforeEach, describe, expect, test } from 'bun:test'
import { emissionChoices } from '@hexawatt/shared/contract/planning/choices'
import { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import { type ForecastHour, forecastSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { planPastSnapshot } from '@hexawatt/shared/snapshot/plan-past'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import fc from 'fast-check'
import * as v from 'valibot'
import { createSamplePast } from '../testing/sample-past.ts'
import { createSampleHour, sampleForecast } from '../testing/sample-snapshots.ts'
import { readRefusal, startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())

const inProgress = createSampleHour('2025-01-15T14:00:00Z', 50)

/** A forecast from 14:00 UTC on, each hour with intensities of its own. */
const forecastOf = (change: (hour: ForecastHour, index: number) => Partial<ForecastHour>) => {
  const [hourInProgress = null, ...hours] = [inProgress, ...sampleForecast.hours].map((hour, index) => ({
    ...hour,
    ...change(hour, index),
  }))
  return { ...sampleForecast, hourInProgress, hours }
}

/** The least intensity of consumption at 18:00 UTC, that of generation at 20:00. */
const importsFallAt18 = forecastOf((_, index) => ({
  carbonIntensityGco2Kwh: index === 6 ? 15 : 20,
  consumptionCarbon: { gCo2PerKwh: index === 4 ? 18 : 36, band: null },
}))

beforeEach(async () => {
  await fixture.reset()
  await fixture.store(forecastSnapshot, importsFallAt18)
})

async function schedule(query: string, headers: Record<string, string> = {}): Promise<ScheduleResponse> {
  const response = await fixture.ask(`/v1/schedule?energyKWh=1&durationMinutes=60&${query}`, 'scale', headers)
  return v.parse(ScheduleResponse, await response.json())
}
const startOf = ({ plan }: ScheduleResponse) => plan.segments[0]?.start
const adviceOf = ({ advice }: ScheduleResponse) => advice.replaceAll(/[\u00a0\u202f]/g, ' ')

const unlikely = { min: 1, max: 900, noNaN: true }
const intensities = fc.record({
  lifecycle: fc.integer(unlikely),
  direct: fc.integer(unlikely),
  consumption: fc.integer(unlikely),
})

describe('a schedule that counts the emissions of consumption', () => {
  test('is of every choice of emissions the least of all starts, tried one by one, in grams of that choice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(intensities, { minLength: 30, maxLength: 30 }),
        fc.integer({ min: 1, max: 20 }),
        async (byHour, slots) => {
          const forecast = forecastOf((hour, index) => ({
            carbonIntensityGco2Kwh: byHour[index]?.lifecycle ?? hour.carbonIntensityGco2Kwh,
            directCarbon: { gCo2PerKwh: byHour[index]?.direct ?? 16, band: null },
            consumptionCarbon: { gCo2PerKwh: byHour[index]?.consumption ?? 27, band: null },
          }))
          await fixture.store(forecastSnapshot, forecast)
          const firstMs = Date.parse('2025-01-15T14:30:00Z')
          const hourZeroMs = Date.parse('2025-01-15T14:00:00Z')
          for (const emissions of emissionChoices) {
            const gramsAt = (ms: number) => byHour[Math.floor((ms - hourZeroMs) / hourMs)]?.[emissions] ?? Number.NaN
            const means = Array.from({ length: 96 - slots + 1 }, (_, start) => {
              let sum = 0
              for (let slot = start; slot < start + slots; slot += 1) sum += gramsAt(firstMs + slot * quarterHourMs)
              return sum / slots
            })
            const answer = await fixture.ask(
              `/v1/schedule?energyKWh=1&durationMinutes=${15 * slots}&objective=carbon&emissions=${emissions}`,
              'scale',
            )
            const { plan, emissions: said } = v.parse(ScheduleResponse, await answer.json())
            expect(said).toBe(emissions)
            expect(Math.abs((plan.carbon?.gCo2eq ?? Number.NaN) - Math.min(...means))).toBeLessThan(0.006)
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('takes the hour of least consumption intensity, with its own band', async () => {
    expect(startOf(await schedule('objective=carbon'))).toBe('2025-01-15T20:00:00Z')
    const body = await schedule('objective=carbon&emissions=consumption')
    expect(startOf(body)).toBe('2025-01-15T18:00:00Z')
    expect(body).toMatchObject({
      emissions: 'consumption',
      plan: { carbon: { gCo2eq: 18, gCo2PerKwh: 18 } },
      savings: { vsNow: { gCo2eq: 18, pct: 50 } },
    })
    await fixture.store(forecastSnapshot, sampleForecast)
    const banded = await schedule('objective=carbon&emissions=consumption&earliest=2025-01-15T15:00:00Z')
    expect(banded.plan.carbon).toMatchObject({ gCo2PerKwh: 27 })
  })

  test('decides between quarter-hours of the same price', async () => {
    const body = await schedule('objective=cost&tariff=base&emissions=consumption')
    expect([startOf(body), body.comparedBy]).toEqual(['2025-01-15T18:00:00Z', 'carbon'])
  })

  test('says in both languages that the grams are those of consumption, and of generation nothing', async () => {
    const query = 'objective=carbon&emissions=consumption'
    expect(adviceOf(await schedule(query))).toContain('Démarrez à 19 h plutôt que tout de suite : 18 g de CO₂ de moins')
    expect(adviceOf(await schedule(query))).toContain(
      '; le CO₂ est celui de l’électricité consommée en France, importations comprises',
    )
    expect(adviceOf(await schedule(query, { 'accept-language': 'en' }))).toContain(
      '; CO₂ is that of the electricity consumed in France, imports included',
    )
    expect(adviceOf(await schedule('objective=carbon'))).not.toContain('importations')
  })

  test('rests its probability on the archived errors of consumption, before thirty issues on shipped ones, and says so', async () => {
    const query = 'objective=carbon&emissions=consumption'
    const shipped = await schedule(query)
    expect(adviceOf(shipped)).toContain('d’après les erreurs de prévision de 2023 et 2024')
    // Three quarters of the issues had forecast far too little consumption intensity for 18:00: ln 3.
    const tooLow = (issue: number) => (issue % 4 === 0 ? 0 : Math.log(3))
    const past = createSamplePast({
      issues: 40,
      priceErrorAtLead4: () => 0,
      subScoreErrorsAtLead4: { consumptionCarbon: tooLow },
    })
    await fixture.store(planPastSnapshot, past)
    const archived = await schedule(query)
    expect(adviceOf(archived)).not.toContain('2023')
    expect(archived.probabilityBetterThanNow).toBeLessThan(0.4)
    expect((await schedule('objective=carbon&latest=2025-01-15T19:00:00Z')).probabilityBetterThanNow).not.toBe(
      archived.probabilityBetterThanNow,
    )
  })

  test('is refused with the choice by name where imports cannot be forecast, while a plan for cost leaves the grams unknown', async () => {
    const unknown = { gCo2PerKwh: null, band: null }
    await fixture.store(
      forecastSnapshot,
      forecastOf(() => ({ consumptionCarbon: unknown })),
    )
    const query = 'energyKWh=1&durationMinutes=60&emissions=consumption'
    const refused = await readRefusal(await fixture.ask(`/v1/schedule?${query}&objective=carbon`, 'scale'))
    expect(refused).toMatchObject({ status: 422, code: 'infeasible_schedule' })
    expect(refused.problem.detail).toContain('known for objective=carbon&emissions=consumption')
    const forCost = await schedule('objective=cost&emissions=consumption')
    expect(forCost.plan.carbon).toBeNull()
    expect(adviceOf(forCost)).toContain('les émissions ne sont pas connues')
    expect((await schedule('objective=carbon')).plan.carbon?.gCo2PerKwh).toBe(20)
  })
})
