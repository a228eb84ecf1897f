import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { type ComputeFixture, createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { readReceived } from './source-status-store.ts'

let fixture: ComputeFixture

beforeEach(async () => {
  fixture = await createComputeFixture('2026-02-03T10:00:00')
})
afterEach(() => fixture.stop())

async function succeed(at: string, newestSlotEnd: string): Promise<void> {
  fixture.moveTo(`2026-02-03T${at}`)
  await fixture.bring('consumption', { newestSlotEnd: utc(`2026-02-03T${newestSlotEnd}`) })
}

/** Received state of a feed, as times of that day. */
async function receivedAt(at: string, feed: FeedId = 'consumption'): Promise<(string | null)[]> {
  const { lastSuccess, newestSlotEnd } = (await readReceived(fixture.sql, utc(`2026-02-03T${at}`)))[feed]
  return [lastSuccess, newestSlotEnd].map((instant) => instant?.toString().slice(11, 19) ?? null)
}

test('values that arrived after an instant count as not yet received at it', async () => {
  await succeed('11:55:00', '11:45:00')
  await succeed('12:10:04', '12:00:00')
  expect(await receivedAt('12:10:00')).toEqual(['11:55:00', '11:45:00'])
  expect(await receivedAt('12:10:04')).toEqual(['12:10:04', '12:00:00'])
})

test('several successes after a tick keep the last one before it', async () => {
  await succeed('12:00:00', '11:45:00')
  await succeed('12:07:00', '11:50:00')
  for (const at of ['12:10:03', '12:14:00', '12:19:59']) await succeed(at, '12:00:00')
  expect(await receivedAt('12:10:00')).toEqual(['12:07:00', '11:50:00'])
})

test('nothing counts as received before the first success, nor for a feed that was never fetched', async () => {
  await succeed('12:10:03', '12:00:00')
  expect(await receivedAt('12:10:00')).toEqual([null, null])
  expect(await receivedAt('12:11:00', 'imbalance')).toEqual([null, null])
})
