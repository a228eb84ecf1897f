import { expect, test } from 'bun:test'
import { parisDayStart } from '@hexawatt/shared/time/paris'
import { latestWindowEnd, selectWindow } from '../pipeline/select-window.ts'
import { consumption } from './consumption/feed.ts'
import { exchangeSchedules } from './exchange-schedules/feed.ts'
import { generationForecast } from './generation-forecast/feed.ts'

test('after an outage a feed whose newest slot lies ahead is asked for everything since the last poll', () => {
  // The second span holds the day of 23 hours.
  for (const lastPoll of ['2026-02-03T09:00:00Z', '2026-03-27T22:30:00Z'].map((text) => Temporal.Instant.from(text))) {
    for (const feed of [consumption, generationForecast, exchangeSchedules]) {
      const { start, end } = selectWindow(feed, latestWindowEnd(feed, lastPoll), lastPoll.add({ hours: 5 * 24 }))
      expect(start.epochMilliseconds).toBeLessThanOrEqual(parisDayStart(lastPoll).epochMilliseconds)
      expect(Temporal.Instant.compare(end, lastPoll.add({ hours: 5 * 24 }))).toBe(1)
    }
  }
})
