import { afterEach, describe, expect, test } from 'bun:test'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { loadArchive } from '@hexawatt/svc-ingest/src/backfill/archives.ts'
import { isComplete, readCompleteness, toWindow } from '@hexawatt/svc-ingest/src/backfill/completeness.ts'
import { repairGaps } from '@hexawatt/svc-ingest/src/backfill/repair-gaps.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { type IngestFixture, startIngestFixture } from './testing/ingest-fixture.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const hourly = 'generation_by_type'
const quarterly = 'generation_mix_15min'

let fixture: IngestFixture
afterEach(() => fixture.stop())

/** A system at noon of a day that has stored some days whole, of the hourly and the quarter-hourly feed. */
async function stored(asOf: string, from: string, to: string): Promise<void> {
  fixture = await startIngestFixture(asOf)
  for (const feed of [hourly, quarterly]) {
    await loadArchive(fixture.deps, getSource(feed), toWindow({ from: day(from), to: day(to) }))
  }
}

/** Deletes the stored values of a feed in a span. */
async function lose(feed: FeedId, from: string, to: string): Promise<void> {
  await fixture.sql`
    delete from feed_values
    where feed = ${feed} and slot_start >= ${from}::timestamptz and slot_start < ${to}::timestamptz`
}

/** `present/expected` slots of each day of a feed that is looked at when nothing is said. */
async function slotsByDay(feed: FeedId): Promise<Record<string, string>> {
  const days = await readCompleteness(fixture.sql, feed, { from: null, to: null }, fixture.clock.now())
  return Object.fromEntries(
    days.map(({ day, presentMinutes, expectedMinutes, slotMinutes }) => {
      const unit = slotMinutes ?? 60
      return [day.toString(), `${presentMinutes / unit}/${expectedMinutes / unit}`]
    }),
  )
}

const repair = (...ids: FeedId[]) => repairGaps(fixture.deps, ids)

describe('completeness of a day', () => {
  test('the day in March that loses an hour expects 23 hours and 92 quarter-hours', async () => {
    await stored('2025-04-01T12:00:00Z', '2025-03-29', '2025-04-01')
    expect(await slotsByDay(hourly)).toEqual({ '2025-03-29': '24/24', '2025-03-30': '23/23', '2025-03-31': '24/24' })
    expect(await slotsByDay(quarterly)).toMatchObject({ '2025-03-30': '92/92' })
    expect(await repair(hourly, quarterly)).toMatchObject([{ incompleteDays: 0 }, { incompleteDays: 0 }])
  })

  test('the day in October that repeats an hour expects 25 hours and 100 quarter-hours', async () => {
    await stored('2025-10-28T12:00:00Z', '2025-10-25', '2025-10-28')
    expect(await slotsByDay(hourly)).toEqual({ '2025-10-25': '24/24', '2025-10-26': '25/25', '2025-10-27': '24/24' })
    expect(await slotsByDay(quarterly)).toMatchObject({ '2025-10-26': '100/100' })
  })

  test('a missing one of the repeated hours is found', async () => {
    await stored('2025-10-28T12:00:00Z', '2025-10-25', '2025-10-28')
    await lose(hourly, '2025-10-26T01:00:00Z', '2025-10-26T02:00:00Z')
    expect(await slotsByDay(hourly)).toMatchObject({ '2025-10-26': '24/25' })
  })

  test('a single missing type in one hour is found', async () => {
    await stored('2025-10-28T12:00:00Z', '2025-10-25', '2025-10-28')
    await fixture.sql`
      delete from feed_values
      where feed = ${hourly} and series = 'NUCLEAR' and slot_start = '2025-10-27T10:00:00Z'`
    expect(await slotsByDay(hourly)).toMatchObject({ '2025-10-27': '23/24' })
  })

  test('slots that are not due are not expected: the running day, and yesterday until its last hour is late', async () => {
    await stored('2025-10-28T12:00:00Z', '2025-10-25', '2025-10-28')
    fixture.clock.moveTo('2025-10-28T00:30:00Z')
    expect(Object.keys(await slotsByDay(hourly))).toEqual(['2025-10-25', '2025-10-26'])
    fixture.clock.moveTo('2025-10-28T01:30:00Z')
    expect(Object.keys(await slotsByDay(hourly))).toEqual(['2025-10-25', '2025-10-26', '2025-10-27'])
  })
})

describe('the repair of gaps', () => {
  test('the repair asks for the days that lack slots and stores what an undisturbed system has', async () => {
    await stored('2025-10-28T12:00:00Z', '2025-10-25', '2025-10-28')
    const whole = await fixture.storedValues()
    await lose(hourly, '2025-10-26T01:00:00Z', '2025-10-26T03:00:00Z')
    await lose(quarterly, '2025-10-26T23:00:00Z', '2025-10-28T00:00:00Z')
    expect(await repair(hourly, quarterly)).toMatchObject([
      { feed: hourly, incompleteDays: 1, askedDays: 1, failure: null },
      { feed: quarterly, incompleteDays: 1, askedDays: 1, failure: null },
    ])
    expect(await fixture.storedValues()).toBe(whole)
    expect(await repair(hourly, quarterly)).toMatchObject([{ incompleteDays: 0 }, { incompleteDays: 0 }])
    expect([...(await fixture.sql`select feed from gap_attempts`)]).toEqual([])
  })

  test('the repair stops asking for slots that the publisher never had', async () => {
    fixture = await startIngestFixture('2025-10-28T12:00:00Z')
    fixture.faults.set([{ kind: 'absent_slots', subject: hourly, productionType: 'NUCLEAR', newerThanHours: 16 }])
    for (const feed of [hourly]) {
      await loadArchive(fixture.deps, getSource(feed), toWindow({ from: day('2025-10-25'), to: day('2025-10-28') }))
    }
    const asked: number[] = []
    for (let run = 0; run < 30; run++) {
      const [outcome] = await repair(hourly)
      expect(outcome?.incompleteDays).toBe(1)
      asked.push(outcome?.askedDays ?? Number.NaN)
      await fixture.sql`update gap_attempts set last_attempt_at = last_attempt_at - interval '1 day'`
    }
    // At once, then after 1, 2, 4 and 8 days, then never again.
    expect(asked.flatMap((days, run) => (days > 0 ? [run] : []))).toEqual([0, 1, 3, 7, 15])
  })

  test('a failing upstream counts as no attempt, and the repair continues with the next feed', async () => {
    await stored('2025-10-28T12:00:00Z', '2025-10-25', '2025-10-28')
    await lose(hourly, '2025-10-26T01:00:00Z', '2025-10-26T03:00:00Z')
    await lose(quarterly, '2025-10-26T01:00:00Z', '2025-10-26T03:00:00Z')
    fixture.faults.set([{ kind: 'unavailable_503', subject: hourly }])
    expect(await repair(hourly, quarterly)).toMatchObject([
      { feed: hourly, askedDays: 0, failure: expect.stringContaining('503') },
      { feed: quarterly, askedDays: 1, failure: null },
    ])
    expect([...(await fixture.sql`select feed from gap_attempts`)]).toEqual([{ feed: quarterly }])
    fixture.faults.clear()
    expect(await repair(hourly)).toMatchObject([{ feed: hourly, askedDays: 1, failure: null }])
  })

  test('slots before the first stored one are left to the backfill', async () => {
    await stored('2025-10-28T12:00:00Z', '2025-10-27', '2025-10-28')
    expect(await slotsByDay(hourly)).toEqual({ '2025-10-27': '24/24' })
    const wanted = { from: day('2025-10-25'), to: null }
    const days = await readCompleteness(fixture.sql, hourly, wanted, fixture.clock.now())
    expect(days.map(isComplete)).toEqual([false, false, true])
  })
})
