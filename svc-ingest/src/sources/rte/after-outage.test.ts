import { expect, test } from 'bun:test'
import { parisDayStart } from '@hexawatt/shared/time/paris'
import { findAskedWindow } from '../testing/source-fixture.ts'
import { consumption } from './consumption.ts'
import { exchangeSchedules } from './exchange-schedules.ts'
import { generationForecast } from './generation-forecast.ts'

test('after an outage a feed with forecasts ahead is asked for everything since the last poll', () => {
  // The second span holds the day of 23 hours.
  for (const lastPoll of ['2026-02-03T09:00:00Z', '2026-03-27T22:30:00Z'].map((text) => Temporal.Instant.from(text))) {
    for (const feed of [consumption, generationForecast, exchangeSchedules]) {
      // The newest slot lies as far ahead as the feed publishes.
      const newestSlotEnd = findAskedWindow(feed, null, lastPoll).end
      const { start, end } = findAskedWindow(feed, newestSlotEnd, lastPoll.add({ hours: 5 * 24 }))
      expect(start.epochMilliseconds).toBeLessThanOrEqual(parisDayStart(lastPoll).epochMilliseconds)
      expect(Temporal.Instant.compare(end, lastPoll.add({ hours: 5 * 24 }))).toBe(1)
    }
  }
})
