import { describe, expect, test } from 'bun:test'
import { feedFacts } from '@hexawatt/shared/grid/feed-facts'
import { judge } from '../../pipeline/plausibility.ts'
import type { Measurement } from '../definition/content.ts'
import { findAskedWindow } from '../testing/source-fixture.ts'
import v2Wind from './fixtures/generation-forecast-v2-wind.json'
import v3Issues from './fixtures/generation-forecast-v3-issues.json'
import { generationForecast, normaliseGenerationForecast } from './generation-forecast.ts'

const short = ({ series, slotStart, value }: Measurement) => [series, slotStart.toString(), value]

describe('wind and solar forecasts', () => {
  test('are one series per lead, a null is absent, and an aggregate is not a production type', () => {
    const { measurements, unreadableSlots } = normaliseGenerationForecast(v3Issues)
    expect(measurements.filter(({ series }) => !series.startsWith('ID/')).map(short)).toEqual([
      ['D-1/SOLAR', '2026-02-03T11:00:00Z', 9100],
      ['D-2/WIND_ONSHORE', '2026-02-03T11:00:00Z', 6100],
    ])
    expect(unreadableSlots).toBe(0)
  })

  test('come from the newest of overlapping issues of a type, and from older ones where the newest lacks a slot', () => {
    const { measurements } = normaliseGenerationForecast(v3Issues)
    const before = Temporal.Instant.from('2026-02-03T10:00:00Z')
    for (const order of [measurements, measurements.toReversed()]) {
      const { accepted, quarantined } = judge('generation_forecast', order, before)
      const intraday = accepted.filter(({ series }) => series === 'ID/SOLAR').map(({ value }) => value)
      expect(intraday.sort()).toEqual([9350, 9400, 9450])
      expect(quarantined).toEqual([])
    }
  })

  test('with one wind in version 2 are onshore, and slots keep their length across the clock change too', () => {
    const { measurements } = normaliseGenerationForecast(v2Wind)
    expect(measurements.map((m) => [...short(m), m.slotEnd.toString()])).toEqual([
      ['D-1/WIND_ONSHORE', '2016-03-27T00:00:00Z', 3300, '2016-03-27T01:00:00Z'],
      ['D-1/WIND_ONSHORE', '2016-03-27T01:00:00Z', 3250, '2016-03-27T02:00:00Z'],
    ])
  })

  test('of an empty answer are no values, and another form is refused', () => {
    expect(normaliseGenerationForecast({ forecasts: [] }).measurements).toEqual([])
    expect(() => normaliseGenerationForecast({ total_forecast: [] })).toThrow(/agreed shape/)
  })

  test('are accepted up to what the production type can produce', () => {
    const { plausibleRange } = feedFacts.generation_forecast
    expect(plausibleRange('D-1/SOLAR')).toEqual(plausibleRange('ID/SOLAR'))
    expect(plausibleRange('D-1/SOLAR').max).toBeLessThan(40_000)
    expect(plausibleRange('ID/WIND_OFFSHORE').max).toBeLessThan(10_000)
  })

  test('count as fresh by the forecasts for tomorrow, so later days do not hide a missing one', () => {
    expect(feedFacts.generation_forecast.freshSeries?.toSorted()).toEqual([
      'D-1/SOLAR',
      'D-1/WIND_OFFSHORE',
      'D-1/WIND_ONSHORE',
      'ID/SOLAR',
      'ID/WIND_OFFSHORE',
      'ID/WIND_ONSHORE',
    ])
    const now = Temporal.Instant.from('2026-01-13T12:00:00Z')
    expect(findAskedWindow(generationForecast, null, now).end.toString()).toBe('2026-01-16T23:00:00Z')
  })

  test('are requested by pair of production and lead, because the operator may lack one of them', () => {
    const now = Temporal.Instant.from('2026-01-13T12:00:00Z')
    const calls = generationForecast.calls({ now, lastSuccess: now, newestSlotEnd: now })
    const asked = calls.map(({ query: { production_type, type } }) => `${type}/${production_type}`)
    expect(asked.sort()).toEqual([
      'D-1/SOLAR',
      'D-1/WIND_OFFSHORE',
      'D-1/WIND_ONSHORE',
      'D-2/SOLAR',
      'D-2/WIND_OFFSHORE',
      'D-2/WIND_ONSHORE',
      'D-3/SOLAR',
      'D-3/WIND_OFFSHORE',
      'D-3/WIND_ONSHORE',
      'ID/SOLAR',
      'ID/WIND_OFFSHORE',
      'ID/WIND_ONSHORE',
    ])
    expect(generationForecast.absent?.codes).toEqual(['F04', 'F08'])
  })
})
