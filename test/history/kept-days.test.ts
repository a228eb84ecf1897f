import { expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createHourDays } from '@hexawatt/svc-history/src/analytics/hour-days.ts'
import { createScoreDays } from '@hexawatt/svc-history/src/analytics/score-days.ts'
import { readDayRevisions } from '@hexawatt/svc-history/src/points/day-revision-store.ts'
import { startHistoryFixture } from './testing/history-fixture.ts'
import { flatPoint } from './testing/sample-series.ts'

const fixture = stopAtEnd(await startHistoryFixture('2025-06-20T12:00:00Z'))
await fixture.addPoints([flatPoint('2025-06-18T10:00:00Z', 500), flatPoint('2025-06-19T10:00:00Z', 600)])

const revisions = () => readDayRevisions(fixture.sql, '2025-06-17', '2025-06-20')

test('hour sums of a day are read again only if its revision has changed; other days are not', async () => {
  const days = createHourDays()
  const loaded = async () =>
    (await days.load(fixture.sql, await revisions()))
      .flatMap(({ scores }) => scores)
      .map(({ price, samples }) => [price, samples])
  expect(await loaded()).toEqual([
    [500, 1],
    [600, 1],
  ])
  // Changed without a revision: the cache must not notice.
  await fixture.sql`update score_hours set price_score_tenths = 1`
  expect(await loaded()).toEqual([
    [500, 1],
    [600, 1],
  ])
  await fixture.addPoints([flatPoint('2025-06-19T10:10:00Z', 700)])
  expect(await loaded()).toEqual([
    [500, 1],
    [1_300, 2],
  ])
})

test('sub-scores of a day are read again only if its revision has changed; other days are not', async () => {
  const days = createScoreDays()
  const loaded = async () =>
    (await days.load(fixture.sql, await revisions())).map(({ times, tenths }) => [times.length, [...tenths.slice(-4)]])
  expect(await loaded()).toEqual([
    [1, [500, 500, 500, 500]],
    [2, [700, 700, 700, 700]],
  ])
  await fixture.sql`update score_points set price_score_tenths = 1`
  await fixture.addPoints([flatPoint('2025-06-19T10:20:00Z', 800)])
  expect(await loaded()).toEqual([
    [1, [500, 500, 500, 500]],
    [3, [800, 800, 800, 800]],
  ])
})
