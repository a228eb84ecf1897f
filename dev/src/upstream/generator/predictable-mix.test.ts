import { describe, expect, test } from 'bun:test'
import {
  operatorDirectFactors,
  seedFactorSet,
  toGCo2eqPerKwhByType,
} from '@hexawatt/shared/methodology/emission-factors'
import { type AnalogInputs, computeAnalogForecast } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import type { PublishedSeries } from '@hexawatt/shared/methodology/forecast/axis/filled-past'
import { computeProductionIntensity } from '@hexawatt/shared/methodology/intensity'
import { hourMs } from '@hexawatt/shared/time/instant'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { toHourlyPowerMw } from '../subjects/generation-series.ts'
import { readQuartersOfHour } from '../subjects/quarter-hour.ts'
import { generateConsumptionMw, generateForecastMw } from './forecasts.ts'
import { generateQuarter } from './generate-quarter.ts'
import { generateAuction } from './market.ts'

const lifeCycle = toGCo2eqPerKwhByType(seedFactorSet)
const historyDays = 32
const lastLead = 48

/** Hours of the demo by their start; each is generated once. */
function generatedHours<Value>(generate: (startMs: number) => Value): (startMs: number) => Value {
  const known = new Map<number, Value>()
  return (startMs) => known.getOrInsertComputed(startMs, generate)
}

const slotOf = (startEpochMs: number) => ({
  startEpochMs,
  endEpochMs: startEpochMs + hourMs,
  publishedEpochMs: startEpochMs - 24 * hourMs,
})
const mixOf = generatedHours((startMs) => toHourlyPowerMw(readQuartersOfHour(generateQuarter, startMs)))
const dayAheadOf = generatedHours((startMs) => generateForecastMw(slotOf(startMs), 'D-1'))
const loadOf = generatedHours((startMs) => generateConsumptionMw(slotOf(startMs), 'D-1').get('D-1'))
const priceOf = generatedHours((startMs) => generateAuction(slotOf(startMs)).get('PRICE'))
const intensityOf = generatedHours((startMs) => intensity(Object.fromEntries(mixOf(startMs))))

function intensity(powerMwByType: Readonly<Record<string, number>>): number {
  return computeProductionIntensity(powerMwByType, lifeCycle)?.gCo2eqPerKwh ?? Number.NaN
}

/** What the forecast knows of the demo: generation up to an hour before, prices to the end of tomorrow in Paris, forecasts to the end of today. */
function inputsAt(now: Temporal.Instant): AnalogInputs {
  const fromMs = addParisDays(now, -historyDays).epochMilliseconds
  const knownUntilMs = now.epochMilliseconds - hourMs
  const within = <Value>(untilMs: number, getValue: (startMs: number) => Value | undefined) => ({
    get: (startMs: number) => (startMs >= fromMs && startMs < untilMs ? getValue(startMs) : undefined),
  })
  const published = (days: number, getValue: (startMs: number) => number | undefined): PublishedSeries => {
    const publishedUntilMs = addParisDays(now, days).epochMilliseconds
    return { byHour: within(publishedUntilMs, getValue), publishedUntilMs }
  }
  const windOrSun = (type: string) => published(1, (startMs) => dayAheadOf(startMs).get(`D-1/${type}`))
  const types = [...mixOf(knownUntilMs - hourMs).keys()]
  return {
    generation: {
      mwByType: Object.fromEntries(
        types.map((type) => [type, within(knownUntilMs, (startMs) => mixOf(startMs).get(type))]),
      ),
      knownUntilMs,
    },
    windAndSun: {
      windOnshore: windOrSun('WIND_ONSHORE'),
      windOffshore: windOrSun('WIND_OFFSHORE'),
      solar: windOrSun('SOLAR'),
    },
    weather: null,
    load: published(1, loadOf),
    price: published(2, priceOf),
    factors: { lifeCycle, direct: operatorDirectFactors },
  }
}

/** The newest mix with wind and sun as forecast for the day ahead of each hour: more than is published at the instant. */
function carriedOver(now: Temporal.Instant, startMs: number): number {
  const newest = mixOf(now.epochMilliseconds - 2 * hourMs)
  const weather = [...dayAheadOf(startMs)].map(([series, mw]) => [series.replace('D-1/', ''), mw] as const)
  return intensity(Object.fromEntries([...newest, ...weather]))
}

/** The same hour of the newest day that is known of it. */
function sameHour(now: Temporal.Instant, startMs: number): number {
  let back = startMs - 24 * hourMs
  while (back + hourMs > now.epochMilliseconds - hourMs) back -= 24 * hourMs
  return intensityOf(back)
}

/** Mean absolute error of each method over the issues of a month, one every six hours, gCO2eq/kWh. */
function errorsOfMonth(firstIssue: string): Record<'analog' | 'carryOver' | 'sameHour', number> {
  const sums = { analog: 0, carryOver: 0, sameHour: 0 }
  let hours = 0
  for (let issue = 0; issue < 30 * 4; issue += 1) {
    const now = Temporal.Instant.from(firstIssue).add({ hours: 6 * issue })
    for (const hour of (computeAnalogForecast(inputsAt(now), now, lastLead) ?? []).slice(1)) {
      const realised = intensityOf(hour.startMs)
      sums.analog += Math.abs((hour.carbon.lifeCycle?.gCo2eqPerKwh ?? Number.NaN) - realised)
      sums.carryOver += Math.abs(carriedOver(now, hour.startMs) - realised)
      sums.sameHour += Math.abs(sameHour(now, hour.startMs) - realised)
      hours += 1
    }
  }
  expect(hours).toBe(30 * 4 * lastLead)
  return { analog: sums.analog / hours, carryOver: sums.carryOver / hours, sameHour: sums.sameHour / hours }
}

describe('a month of the demo can be forecast like the real grid', () => {
  test.each(['2026-01-10T00:00:00Z', '2026-04-10T00:00:00Z', '2026-07-10T00:00:00Z'])('from %s', (firstIssue) => {
    const errors = errorsOfMonth(firstIssue)
    expect(errors.analog).toBeLessThan(errors.carryOver)
    expect(errors.analog).toBeLessThan(errors.sameHour)
  })
})
