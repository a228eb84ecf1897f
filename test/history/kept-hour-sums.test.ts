import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHourDays } from '@hexawatt/svc-history/src/analytics/hour-days.ts'
import { type HistoryFixture, startHistoryFixture } from './testing/history-fixture.ts'
import { flatPoint } from './testing/sample-series.ts'

let fixture: HistoryFixture
beforeAll(async () => {
  fixture = await startHistoryFixture('2025-06-20T12:00:00Z')
  await fixture.addPoints([flatPoint('2025-06-18T10:00:00Z', 500), flatPoint('2025-06-19T10:00:00Z', 600)])
})
afterAll(() => fixture.stop())

test('a day is read again when its revision has changed, and only then; other days are not', async () => {
  const days = createHourDays()
  const loaded = async () =>
    (await days.load(fixture.sql, '2025-06-17', '2025-06-20')).map(({ price, samples }) => [price, samples])
  expect(await loaded()).toEqual([
    [500, 1],
    [600, 1],
  ])
  // Behind the back of the revisions: what is kept does not notice.
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
