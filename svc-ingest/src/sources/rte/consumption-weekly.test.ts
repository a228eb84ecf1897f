import { describe, expect, test } from 'bun:test'
import { judge } from '../../pipeline/plausibility.ts'
import { normaliseConsumptionWeekly } from './consumption-weekly.ts'
import twoIssues from './fixtures/consumption-weekly-two-issues.json'

describe('weekly consumption forecasts', () => {
  test('take the date of their block, without its peak, and an empty block has no value', () => {
    const { measurements, unreadableSlots } = normaliseConsumptionWeekly(twoIssues)
    expect(measurements.map((m) => [m.series, m.slotStart.toString(), m.value, m.updatedAt?.toString()])).toEqual([
      ['WEEKLY', '2026-02-09T23:00:00Z', 60400, '2026-02-04T10:15:03Z'],
      ['WEEKLY', '2026-02-09T23:30:00Z', 59900, '2026-02-04T10:15:03Z'],
      ['WEEKLY', '2026-02-09T23:00:00Z', 60100, '2026-02-03T10:14:40Z'],
      ['WEEKLY', '2026-02-09T23:30:00Z', 57500, '2026-02-03T10:14:40Z'],
      ['WEEKLY', '2026-02-10T00:00:00Z', 57200, '2026-02-03T10:14:40Z'],
    ])
    expect(unreadableSlots).toBe(0)
  })

  test('come from the newest of two issues of a day, in either order', () => {
    const { measurements } = normaliseConsumptionWeekly(twoIssues)
    const now = Temporal.Instant.from('2026-02-04T12:00:00Z')
    for (const order of [measurements, measurements.toReversed()]) {
      const values = judge('consumption_weekly', order, now).accepted.map(({ value }) => value)
      expect(values.sort()).toEqual([57200, 59900, 60400])
    }
  })

  test('keep a date of their own, and are read without a date of the block', () => {
    const slot = { start_date: '2026-02-10T00:00:00+01:00', end_date: '2026-02-10T00:30:00+01:00', value: 60_000 }
    const own = { ...slot, updated_date: '2026-02-05T11:15:00+01:00' }
    const weekly_forecasts = [{ updated_date: '2026-02-04T11:15:00+01:00', values: own }, { values: [slot] }]
    const dates = normaliseConsumptionWeekly({ weekly_forecasts }).measurements.map(({ updatedAt }) => updatedAt)
    expect(dates.map((date) => date?.toString() ?? null)).toEqual(['2026-02-05T10:15:00Z', null])
  })

  test('in another form are refused', () => {
    expect(() => normaliseConsumptionWeekly({ short_term: [] })).toThrow(/agreed shape/)
  })
})
