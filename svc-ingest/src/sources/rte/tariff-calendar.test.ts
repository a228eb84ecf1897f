import { describe, expect, test } from 'bun:test'
import liveObject from './fixtures/tariff-calendar-live-object.json'
import recordWithoutValue from './fixtures/tariff-calendar-record-without-value.json'
import sandboxArray from './fixtures/tariff-calendar-sandbox-array.json'
import { normaliseTariffCalendar } from './tariff-calendar.ts'

const days = (payload: unknown) =>
  normaliseTariffCalendar(payload).measurements.map(({ slotStart, value }) => [slotStart.toString(), value])

const record = { start_date: '2026-03-29T00:00:00+01:00', end_date: '2026-03-30T00:00:00+02:00', value: 'BLUE' }

describe('the tariff calendar', () => {
  test('comes live as an object, newest first, with each colour as a number over its Paris day', () => {
    expect(days(liveObject)).toEqual([
      ['2026-01-13T23:00:00Z', 3],
      ['2026-01-12T23:00:00Z', 2],
      ['2026-01-11T23:00:00Z', 1],
    ])
    const [newest] = normaliseTariffCalendar(liveObject).measurements
    expect(newest?.series).toBe('COLOR')
    expect([newest?.slotEnd, newest?.updatedAt].map(String)).toEqual(['2026-01-14T23:00:00Z', '2026-01-13T09:20:00Z'])
  })

  test('comes from the sandbox as an array whose values are an object', () => {
    expect(days(sandboxArray)).toEqual([['2016-03-11T23:00:00Z', 1]])
  })

  test('has an absent colour, not blue and not an error, for a record without a value', () => {
    expect(days(recordWithoutValue)).toEqual([['2022-12-26T23:00:00Z', 1]])
    expect(normaliseTariffCalendar(recordWithoutValue).unreadableSlots).toBe(0)
  })

  test('has a slot of 23 hours on a day of 23 hours', () => {
    const [day] = normaliseTariffCalendar({ tempo_like_calendars: { values: record } }).measurements
    expect(day?.slotStart.until(day.slotEnd).total('hours')).toBe(23)
  })

  test('counts a word that is not a colour and keeps the other days', () => {
    const values = [record, { ...record, value: 'GREEN' }, { ...record, value: 'toString' }]
    const { measurements, unreadableSlots } = normaliseTariffCalendar({ tempo_like_calendars: { values } })
    expect([measurements.length, unreadableSlots]).toEqual([1, 2])
  })

  test('in another form is refused, and an empty one is no error', () => {
    expect(() => normaliseTariffCalendar({ values: { '2026-01-01': 'BLUE' } })).toThrow(/agreed shape/)
    expect(() => normaliseTariffCalendar({ tempo_like_calendars: { values: { ...record, value: 'GREEN' } } })).toThrow(
      /can be read/,
    )
    expect(days({ tempo_like_calendars: { values: [] } })).toEqual([])
    expect(days({ tempo_like_calendars: [] })).toEqual([])
  })
})
