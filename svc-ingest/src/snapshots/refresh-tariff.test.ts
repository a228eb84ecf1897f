import { afterEach, beforeEach, expect, test } from 'bun:test'
import { tariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { type ComputeFixture, createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { refreshTariff } from './refresh-tariff.ts'

let fixture: ComputeFixture

beforeEach(async () => {
  fixture = await createComputeFixture('2026-02-03T09:41:00')
})
afterEach(() => fixture.stop())

/** Stores the colours (by number) of days from a Paris midnight on; null = the publisher left it out. */
async function publish(firstDay: string, ...colors: (number | null)[]): Promise<void> {
  const measurements = colors.flatMap((value, days) => {
    const slotStart = addParisDays(utc(firstDay), days)
    const updatedAt = slotStart.subtract({ hours: 14 })
    return value === null ? [] : [{ series: 'COLOR', slotStart, slotEnd: addParisDays(slotStart, 1), value, updatedAt }]
  })
  await fixture.bring('tariff_calendar', { measurements, newestSlotEnd: addParisDays(utc(firstDay), colors.length) })
}

test('nothing is written before the calendar was received', async () => {
  await refreshTariff(fixture.deps)
  expect(await fixture.snapshot(tariffSnapshot)).toBeNull()
})

test('the answer holds yesterday, today and tomorrow, and the newest date of the publisher', async () => {
  await publish('2026-02-01T00:00:00', 1, 3, 2, 1)
  await refreshTariff(fixture.deps)
  expect(await fixture.snapshot(tariffSnapshot)).toEqual({
    mode: 'demo',
    computedAt: '2026-02-03T09:41:00Z',
    publishedAt: '2026-02-03T09:00:00Z',
    fetchedAt: '2026-02-03T09:41:00Z',
    days: [
      { date: '2026-02-02', color: 'Rouge' },
      { date: '2026-02-03', color: 'Blanc' },
      { date: '2026-02-04', color: 'Bleu' },
    ],
  })
})

test('an unknown colour is left out, even when no other is known', async () => {
  await publish('2026-02-02T00:00:00', 3, null, null)
  await refreshTariff(fixture.deps)
  expect((await fixture.snapshot(tariffSnapshot))?.days).toEqual([{ date: '2026-02-02', color: 'Rouge' }])
  fixture.moveTo('2026-02-05T09:00:00')
  await refreshTariff(fixture.deps)
  expect((await fixture.snapshot(tariffSnapshot))?.days).toEqual([])
})

test('days of 23 and 25 hours are answered like others', async () => {
  await publish('2026-03-28T00:00:00', 1, 2, 3)
  fixture.moveTo('2026-03-29T21:59:00')
  await refreshTariff(fixture.deps)
  const known = await fixture.snapshot(tariffSnapshot)
  expect(known?.days.map(({ date, color }) => `${date} ${color}`)).toEqual([
    '2026-03-28 Bleu',
    '2026-03-29 Blanc',
    '2026-03-30 Rouge',
  ])
})
