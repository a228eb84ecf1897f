import { expect, test } from 'bun:test'
import { feedFacts, publicationTimes } from '@hexawatt/shared/grid/feed-facts'
import { computeDayAheadKnownUntilMs, computeGenerationKnownUntilMs, dayAheadTimes } from './forecast-inputs.ts'

const knownUntil = (feed: keyof typeof dayAheadTimes, now: string): string =>
  Temporal.Instant.fromEpochMilliseconds(computeDayAheadKnownUntilMs(feed, Temporal.Instant.from(now))).toString()

test('tomorrow’s prices are known from their publication, in Paris time of winter and summer', () => {
  expect(knownUntil('price', '2024-01-10T12:29:59Z')).toBe('2024-01-10T23:00:00Z')
  expect(knownUntil('price', '2024-01-10T12:30:00Z')).toBe('2024-01-11T23:00:00Z')
  expect(knownUntil('price', '2024-07-10T11:29:59Z')).toBe('2024-07-10T22:00:00Z')
  expect(knownUntil('price', '2024-07-10T11:30:00Z')).toBe('2024-07-11T22:00:00Z')
})

test('wind and solar forecasts are published at 18:00, consumption at 19:30', () => {
  expect(knownUntil('generationForecast', '2024-01-10T16:59:00Z')).toBe('2024-01-10T23:00:00Z')
  expect(knownUntil('generationForecast', '2024-01-10T17:00:00Z')).toBe('2024-01-11T23:00:00Z')
  expect(knownUntil('consumption', '2024-01-10T18:29:00Z')).toBe('2024-01-10T23:00:00Z')
  expect(knownUntil('consumption', '2024-01-10T18:30:00Z')).toBe('2024-01-11T23:00:00Z')
})

test('a day of 23 or 25 hours is published completely', () => {
  expect(knownUntil('price', '2024-03-30T12:30:00Z')).toBe('2024-03-31T22:00:00Z')
  expect(knownUntil('price', '2024-10-26T11:30:00Z')).toBe('2024-10-27T23:00:00Z')
})

test('an hour of generation is known one hour after its end', () => {
  const known = (now: string): string =>
    Temporal.Instant.fromEpochMilliseconds(computeGenerationKnownUntilMs(Temporal.Instant.from(now))).toString()
  expect(known('2024-01-10T11:59:59Z')).toBe('2024-01-10T10:00:00Z')
  expect(known('2024-01-10T12:00:00Z')).toBe('2024-01-10T11:00:00Z')
})

test('publication times equal those of the product’s calendar', () => {
  const at = (time: Temporal.PlainTime) => time.toString({ smallestUnit: 'minute' })
  expect(feedFacts.power_exchanges.publication).toEqual({
    kind: 'daily',
    at: at(dayAheadTimes.price),
    daysAhead: 1,
    finalFrom: publicationTimes.auction,
  })
  const { generation_forecast, generation_by_type } = feedFacts
  expect(generation_forecast.publication).toEqual({
    kind: 'daily',
    at: at(dayAheadTimes.generationForecast),
    daysAhead: 1,
  })
  expect(generation_by_type.publication).toEqual({ kind: 'slot', slotMinutes: 60, dueMinutes: 60 })
})
