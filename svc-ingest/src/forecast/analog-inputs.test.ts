import { describe, expect, test } from 'bun:test'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { operatorDirectFactors, seedFactorSet } from '@hexawatt/shared/methodology/emission-factors'
import { analogHistoryDays } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import type { HourlySeries } from '@hexawatt/shared/methodology/hourly-means'
import { hourMs } from '@hexawatt/shared/time/instant'
import {
  type AnalogFeed,
  type AnalogHours,
  analogFeedIds,
  assembleAnalogInputs,
  computeAnalogSpan,
} from './analog-inputs.ts'

/** 13:40 in Paris, the day before the clocks change. */
const at = Temporal.Instant.from('2026-03-28T12:40:00Z')
const ms = (text: string) => Date.parse(text)

/** The hours of a span, each with the same value. */
function hoursOf(from: string, to: string, value: number): HourlySeries {
  const count = (ms(to) - ms(from)) / hourMs
  return new Map(Array.from({ length: count }, (_, index) => [ms(from) + index * hourMs, value]))
}

function assemble(known: Partial<Record<AnalogFeed, Record<string, HourlySeries>>>) {
  const hours: AnalogHours = recordFromEntries(analogFeedIds, (feed) => new Map(Object.entries(known[feed] ?? {})))
  return assembleAnalogInputs(hours, seedFactorSet, at)
}

describe('a published series', () => {
  test('uses for each hour the newest horizon that has it', () => {
    const { windAndSun } = assemble({
      generation_forecast: {
        'D-3/SOLAR': hoursOf('2026-03-27T23:00Z', '2026-03-31T22:00Z', 3),
        'D-2/SOLAR': hoursOf('2026-03-27T23:00Z', '2026-03-30T22:00Z', 2),
        'D-1/SOLAR': hoursOf('2026-03-27T23:00Z', '2026-03-28T23:00Z', 1),
        'ID/SOLAR': hoursOf('2026-03-28T12:00Z', '2026-03-28T23:00Z', 0),
        'D-1/WIND_ONSHORE': hoursOf('2026-03-27T23:00Z', '2026-03-28T23:00Z', 9),
      },
    })
    const values = ['2026-03-28T11:00Z', '2026-03-28T12:00Z', '2026-03-29T12:00Z', '2026-03-31T12:00Z'].map((hour) =>
      windAndSun.solar.byHour.get(ms(hour)),
    )
    expect(values).toEqual([1, 0, 2, 3])
    expect(windAndSun.windOnshore.byHour.get(ms('2026-03-28T12:00Z'))).toBe(9)
  })

  test('counts as published until the end of the last whole Paris day in its rows, 23-hour days too, whatever the clock says', () => {
    const untilOf = (to: string, ...missing: string[]) => {
      const PRICE = new Map(hoursOf('2026-03-01T23:00Z', to, 50))
      for (const hour of missing) PRICE.delete(ms(hour))
      const { publishedUntilMs } = assemble({ power_exchanges: { PRICE } }).price
      return new Date(publishedUntilMs).toISOString()
    }
    expect(untilOf('2026-03-28T23:00Z')).toBe('2026-03-28T23:00:00.000Z')
    expect(untilOf('2026-03-29T22:00Z')).toBe('2026-03-29T22:00:00.000Z')
    expect(untilOf('2026-03-29T21:00Z')).toBe('2026-03-28T23:00:00.000Z')
    expect(untilOf('2026-03-27T12:00Z')).toBe('2026-03-26T23:00:00.000Z')
    // A hole of an earlier day leaves a later whole day published.
    expect(untilOf('2026-03-29T22:00Z', '2026-03-28T05:00Z')).toBe('2026-03-29T22:00:00.000Z')
    expect(untilOf('2026-03-29T22:00Z', '2026-03-29T05:00Z')).toBe('2026-03-28T23:00:00.000Z')
  })

  test('of consumption continues with the weekly forecast, whose day counts as published', () => {
    const { load } = assemble({
      consumption: {
        ID: hoursOf('2026-03-27T23:00Z', '2026-03-28T23:00Z', 1),
        'D-1': hoursOf('2026-03-27T23:00Z', '2026-03-29T22:00Z', 2),
        'D-2': hoursOf('2026-03-27T23:00Z', '2026-03-30T22:00Z', 3),
        REALISED: hoursOf('2026-03-01T23:00Z', '2026-03-28T12:00Z', 99),
      },
      consumption_weekly: { WEEKLY: hoursOf('2026-03-27T23:00Z', '2026-04-02T22:00Z', 4) },
    })
    const days = ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31']
    expect(days.map((day) => load.byHour.get(ms(`${day}T12:00Z`)))).toEqual([undefined, 1, 2, 3, 4])
    expect(load.publishedUntilMs).toBe(ms('2026-03-31T22:00Z'))
  })

  test('that never arrived is empty and counts as published until no day', () => {
    const { price, windAndSun } = assemble({})
    expect(windAndSun.windOffshore.byHour.get(ms('2026-03-28T12:00Z'))).toBeUndefined()
    expect(price.publishedUntilMs).toBe(ms('2026-02-07T23:00Z'))
  })
})

test('both sets of factors come from the reference in force and from the operator', () => {
  const { factors } = assemble({})
  expect(factors.lifeCycle['FOSSIL_GAS']).toBe(418)
  expect(factors.direct).toBe(operatorDirectFactors)
})

describe('the span that is read of a feed', () => {
  const at = Temporal.Instant.from('2026-03-28T10:00:00Z')
  const countDaysBack = (feed: AnalogFeed, hasWeather: boolean) =>
    Math.round((at.epochMilliseconds - computeAnalogSpan(feed, at, hasWeather).startMs) / (24 * 3_600_000))

  test('goes back 93 days for generation and consumption with weather, whose regressions learn from them, else as far as the analog mix', () => {
    for (const feed of ['generation_by_type', 'consumption', 'consumption_weekly'] as const) {
      expect(countDaysBack(feed, true)).toBe(93)
      expect(countDaysBack(feed, false)).toBe(analogHistoryDays)
    }
    for (const feed of ['generation_forecast', 'power_exchanges'] as const)
      expect(countDaysBack(feed, true)).toBe(analogHistoryDays)
  })

  test('of the quarter-hourly mix is two days, and as long as that of hourly generation where it is alone, as in open mode', () => {
    expect(countDaysBack('generation_mix_15min', true)).toBe(2)
    for (const hasWeather of [true, false]) {
      expect(computeAnalogSpan('generation_mix_15min', at, hasWeather, true)).toEqual(
        computeAnalogSpan('generation_by_type', at, hasWeather),
      )
    }
  })

  test('of a published series reaches beyond 74 hours, whatever the hour of the issue', () => {
    const lateAt = Temporal.Instant.from('2026-03-28T22:00:00Z')
    expect(computeAnalogSpan('consumption', lateAt, true).endMs).toBeGreaterThan(
      lateAt.epochMilliseconds + 75 * 3_600_000,
    )
  })
})
