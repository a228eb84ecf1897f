import { describe, expect, test } from 'bun:test'
import { recordFromEntries } from '../../../bounds/record-from-entries.ts'
import { hourMs } from '../../../time/instant.ts'
import { addParisDays } from '../../../time/paris.ts'
import { type ForecastQuantity, forecastQuantities } from '../forecast-issue.ts'
import { computeNextBandAlphas, findJudgedTargets, type JudgedHour, noBandState } from './learn-bands.ts'

/** Every hour came true as 10, outside of its band. */
function judge(previousAt: Temporal.Instant, issuedAt: Temporal.Instant, hoursMs: readonly number[]) {
  const bands = recordFromEntries(forecastQuantities, () => ({ low: 0, high: 1 }))
  const judged = hoursMs.map((targetMs): JudgedHour => ({ lead: 1, targetMs, bands }))
  const realised = new Map(hoursMs.map((startMs) => [startMs, recordFromEntries(forecastQuantities, () => 10)]))
  return computeNextBandAlphas(noBandState, findJudgedTargets(previousAt, issuedAt), judged, realised)
}

describe('the hours whose bands decide on α', () => {
  // Days of 23 and of 24 hours in Paris.
  const midnights = [0, 1, 2].map((days) => addParisDays(Temporal.Instant.from('2026-03-28T23:00:00Z'), days))
  const hours = Array.from({ length: 80 }, (_, hour) => Date.parse('2026-03-28T00:00Z') + hour * hourMs)

  test('are each judged once, on the day on which they become known: of consumption three hours later than of production', () => {
    const [first, second, third] = midnights
    if (first === undefined || second === undefined || third === undefined) throw new Error('no days')
    const daysOf = (quantity: ForecastQuantity) =>
      [
        [first, second],
        [second, third],
      ].map(([from, to]) => hours.filter((targetMs) => from && to && judge(from, to, [targetMs])[quantity][0] !== 0))
    const [ofProduction, ofConsumption] = [daysOf('carbon'), daysOf('directConsumptionCarbon')]
    expect(ofProduction.map((day) => day.length)).toEqual([23, 24])
    expect(ofConsumption.map((day) => day.length)).toEqual([23, 24])
    expect(ofProduction[0]?.[0]).toBe(first.epochMilliseconds - 2 * hourMs)
    expect(ofConsumption[0]?.[0]).toBe(first.epochMilliseconds - 5 * hourMs)
    expect(ofConsumption[1]?.[0]).toBe((ofConsumption[0]?.at(-1) ?? 0) + hourMs)
  })

  test('are none within a day: α stays', () => {
    const [first] = midnights
    if (first === undefined) throw new Error('no day')
    expect(judge(first, first.add({ hours: 20 }), hours).consumptionCarbon.every((alpha) => alpha === 0)).toBe(true)
  })
})
