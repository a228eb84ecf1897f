import { describe, expect, test } from 'bun:test'
import liveObject from './fixtures/tariff-calendar-live-object.json'
import recordWithoutValue from './fixtures/tariff-calendar-record-without-value.json'
import sandboxArray from './fixtures/tariff-calendar-sandbox-array.json'
import { normaliseTariffCalendar } from './tariff-calendar.ts'

const days = (payload: unknown) =>
  normaliseTariffCalendar(payload).measurements.map(({ slotStart, value }) => [slotStart.toString(), value])

const record = { start_date: '2026-03-29T00:00:00+01:00', end_date: '2026-03-30T00:00:00+02:00', value: 'BLUE' }

describe('the tariff calendar', () => {
  test('live: an object, newest first; each colour is a number over its Paris day', () => {
    expect(days(liveObject)).toEqual([
      ['2026-01-13T23:00:00Z', 3],
      ['2026-01-12T23:00:00Z', 2],
      ['2026-01-11T23:00:00Z', 1],
    ])
    const [newest] = normaliseTariffCalendar(liveObject).measurements
    expect(newest?.series).toBe('COLOR')
    expect([newest?.slotEnd, newest?.updatedAt].map(String)).toEqual(['2026-01-14T23:00:00Z', '2026-01-13T09:20:00Z'])
  })

  test('sandbox: an array whose values is an object', () => {
    expect(days(sandboxArray)).toEqual([['2016-03-11T23:00:00Z', 1]])
  })

  test('a record without a value is absent, not blue, and not an error', () => {
    expect(days(recordWithoutValue)).toEqual([['2022-12-26T23:00:00Z', 1]])
    expect(normaliseTariffCalendar(recordWithoutValue).unreadableSlots).toBe(0)
  })

  test('the slot of a day of 23 hours has 23 hours', () => {
    const [day] = normaliseTariffCalendar({ tempo_like_calendars: { values: record } }).measurements
    expect(day?.slotStart.until(day.slotEnd).total('hours')).toBe(23)
  })

  test('a word that is no colour is counted and does not cost the other days', () => {
    const values = [record, { ...record, value: 'GREEN' }, { ...record, value: 'toString' }]
    const { measurements, unreadableSlots } = normaliseTariffCalendar({ tempo_like_calendars: { values } })
    expect([measurements.length, unreadableSlots]).toEqual([1, 2])
  })

  test('a payload in another shape is refused; an empty calendar is not an error', () => {
    expect(() => normaliseTariffCalendar({ values: { '2026-01-01': 'BLUE' } })).toThrow(/agreed shape/)
    expect(() => normaliseTariffCalendar({ tempo_like_calendars: { values: { ...record, value: 'GREEN' } } })).toThrow(
      /can be read/,
    )
    expect(days({ tempo_like_calendars: { values: [] } })).toEqual([])
    expect(days({ tempo_like_calendars: [] })).toEqual([])
  })
})
