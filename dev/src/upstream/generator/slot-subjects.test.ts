import { describe, expect, test } from 'bun:test'
import { type PlannedSlot, planSlots } from '../subjects/slots.ts'
import { toParisCivilDay } from '../subjects/span.ts'
import { type SlotSubject, slotSubjectIds, slotSubjects } from './slot-subjects.ts'

const ms = (text: string): number => Temporal.Instant.from(text).epochMilliseconds
const longAfter = ms('2027-01-01T00:00:00Z')

/** Slots of a family in the Paris day that holds an instant, as of another instant. */
function slotsOf(subject: SlotSubject, name: string, dayOf: string, nowEpochMs: number): PlannedSlot[] {
  const family = slotSubjects[subject].families.find((one) => one.name === name)
  if (family === undefined) throw new RangeError(`${subject} has no family ${name}`)
  const day = toParisCivilDay(ms(dayOf))
  return planSlots(family, { fromEpochMs: day.startEpochMs, untilEpochMs: day.endEpochMs }, nowEpochMs)
}

describe('every family', () => {
  const families = slotSubjectIds.flatMap((subject) =>
    slotSubjects[subject].families.map((family) => ({ subject, family })),
  )
  const clocks = ['2026-01-16T12:59:59Z', '2026-07-13T00:00:00Z', '2026-03-29T01:30:00Z', '2026-10-25T01:00:00Z'].map(
    ms,
  )

  test('shows nothing that is published later than now', () => {
    for (const { family } of families) {
      for (const now of clocks) {
        const aroundNow = { fromEpochMs: now - 12 * 86_400_000, untilEpochMs: now + 12 * 86_400_000 }
        const slots = planSlots(family, aroundNow, now)
        expect(slots.length).toBeGreaterThan(0)
        expect(slots.filter(({ publishedEpochMs }) => publishedEpochMs > now)).toEqual([])
      }
    }
  })

  test('fills the days of 23 and of 25 hours without a hole and without an overlap', () => {
    for (const { subject, family } of families) {
      for (const [dayOf, hours] of [
        ['2026-03-29T12:00:00Z', 23],
        ['2026-10-25T12:00:00Z', 25],
      ] as const) {
        const day = toParisCivilDay(ms(dayOf))
        const starts = new Set(slotsOf(subject, family.name, dayOf, longAfter).map((slot) => slot.startEpochMs))
        const expected = (hours * 3_600_000) / family.slotMs(day)
        expect({ subject, count: starts.size }).toEqual({ subject, count: expected })
      }
    }
  })
})

describe('the hour of publication', () => {
  test.each<[SlotSubject, string, day: string, publishedAt: string]>([
    ['generation_forecast', 'D-1', '2026-07-11T12:00:00Z', '2026-07-10T18:00:00+02:00'],
    ['generation_forecast', 'D-3', '2026-07-11T12:00:00Z', '2026-07-08T18:00:00+02:00'],
    ['consumption', 'D-1', '2026-01-11T12:00:00Z', '2026-01-10T19:00:00+01:00'],
    ['consumption', 'D-2', '2026-01-11T12:00:00Z', '2026-01-09T07:00:00+01:00'],
    ['power_exchanges', 'AUCTION', '2026-07-11T12:00:00Z', '2026-07-10T13:00:00+02:00'],
    ['exchange_schedules', 'DA', '2026-07-11T12:00:00Z', '2026-07-10T15:15:00+02:00'],
    ['exchange_schedules', 'LT', '2026-07-11T12:00:00Z', '2026-07-10T08:30:00+02:00'],
    ['exchange_schedules', 'ID', '2026-07-11T12:00:00Z', '2026-07-12T00:30:00+02:00'],
    ['power_exchanges', 'AUCTION', '2026-03-29T12:00:00Z', '2026-03-28T13:00:00+01:00'],
  ])('%s %s: nothing of the day a second before, all of it from then on', (subject, family, day, publishedAt) => {
    expect(slotsOf(subject, family, day, ms(publishedAt) - 1_000)).toEqual([])
    const slots = slotsOf(subject, family, day, ms(publishedAt))
    expect(slots.at(0)?.startEpochMs).toBe(toParisCivilDay(ms(day)).startEpochMs)
    expect(slots.at(-1)?.endEpochMs).toBe(toParisCivilDay(ms(day)).endEpochMs)
    expect(new Set(slots.map((slot) => slot.publishedEpochMs))).toEqual(new Set([ms(publishedAt)]))
  })

  test('the day-ahead forecast of generation has a second issue in addition to the first', () => {
    const slots = slotsOf('generation_forecast', 'D-1', '2026-07-11T12:00:00Z', ms('2026-07-10T22:00:00+02:00'))
    expect(slots).toHaveLength(2 * 96)
    expect(slots.slice(0, 2).map((slot) => slot.publishedEpochMs)).toEqual([
      ms('2026-07-10T18:00:00+02:00'),
      ms('2026-07-10T22:00:00+02:00'),
    ])
  })

  test('realised consumption comes slot by slot, ten minutes after its end', () => {
    const day = '2026-07-10T12:00:00Z'
    const before = slotsOf('consumption', 'REALISED', day, ms('2026-07-10T12:09:59Z'))
    const after = slotsOf('consumption', 'REALISED', day, ms('2026-07-10T12:10:00Z'))
    expect([before.at(-1)?.endEpochMs, after.at(-1)?.endEpochMs]).toEqual([
      ms('2026-07-10T11:45:00Z'),
      ms('2026-07-10T12:00:00Z'),
    ])
  })
})

describe('intraday issues', () => {
  const day = '2026-07-10T12:00:00Z'
  const at = (slots: readonly PlannedSlot[], start: string) =>
    slots.filter((slot) => slot.startEpochMs === ms(start)).map((slot) => slot.publishedEpochMs)

  test('no intraday issue exists before the day has begun', () => {
    expect(slotsOf('consumption', 'ID', day, ms('2026-07-09T21:59:59Z'))).toEqual([])
    expect(slotsOf('consumption', 'ID', day, ms('2026-07-09T22:00:00Z'))).toHaveLength(96)
  })

  test('a future slot is in the issue of the current hour, a slot that has begun in the issue of its own hour', () => {
    const slots = slotsOf('consumption', 'ID', day, ms('2026-07-10T09:40:00Z'))
    expect(at(slots, '2026-07-10T15:00:00Z')).toEqual([ms('2026-07-10T09:00:00Z')])
    expect(at(slots, '2026-07-10T05:30:00Z')).toEqual([ms('2026-07-10T05:00:00Z')])
  })

  test('the issue of the 22nd hour is the last one of a day', () => {
    const slots = slotsOf('consumption', 'ID', '2026-10-25T12:00:00Z', longAfter)
    expect(at(slots, '2026-10-25T22:45:00Z')).toEqual([ms('2026-10-25T20:00:00Z')])
  })
})

describe('weekly issues', () => {
  const published = (now: string, day: string) =>
    new Set(slotsOf('consumption_weekly', 'WEEKLY', day, ms(now)).map((slot) => slot.publishedEpochMs))

  test('a day is in the weekly forecast from nine to three days ahead', () => {
    expect(published('2026-07-08T09:14:59Z', '2026-07-17T12:00:00Z')).toEqual(new Set())
    expect(published('2026-07-08T09:15:00Z', '2026-07-17T12:00:00Z')).toEqual(new Set([ms('2026-07-08T09:15:00Z')]))
    expect(published('2026-07-20T00:00:00Z', '2026-07-17T12:00:00Z')).toEqual(
      new Set([ms('2026-07-13T09:15:00Z'), ms('2026-07-14T09:15:00Z')]),
    )
  })

  test('no issue is published on Saturday and Sunday: the two newest are of Thursday and Friday', () => {
    expect(published('2026-07-12T20:00:00Z', '2026-07-16T12:00:00Z')).toEqual(
      new Set([ms('2026-07-09T09:15:00Z'), ms('2026-07-10T09:15:00Z')]),
    )
  })
})

test('auctions have hourly slots until the end of September 2025, then quarter-hourly slots', () => {
  expect(slotsOf('power_exchanges', 'AUCTION', '2025-09-30T12:00:00Z', longAfter)).toHaveLength(24)
  expect(slotsOf('power_exchanges', 'AUCTION', '2025-10-01T12:00:00Z', longAfter)).toHaveLength(96)
})
