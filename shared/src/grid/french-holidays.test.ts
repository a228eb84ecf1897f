import { describe, expect, test } from 'bun:test'
import { toDate, toDay } from '../time/paris-clock.ts'
import { computeEasterSunday, isDayOfRest, isFrenchHoliday, isFrenchHolidayOn } from './french-holidays.ts'

const date = (text: string) => Temporal.PlainDate.from(text)

describe('French public holidays', () => {
  // Dates of Easter as published by the Observatoire de Paris (IMCCE).
  const easters = ['2020-04-12', '2021-04-04', '2022-04-17', '2023-04-09', '2024-03-31', '2025-04-20', '2026-04-05']
  test.each(easters)('Easter Sunday falls on %s', (text) => {
    expect(toDate(computeEasterSunday(date(text).year)).toString()).toBe(text)
  })

  // service-public.fr, 2024: the eleven holidays.
  const holidaysOf2024 = [
    '2024-01-01',
    '2024-04-01',
    '2024-05-01',
    '2024-05-08',
    '2024-05-09',
    '2024-05-20',
    '2024-07-14',
    '2024-08-15',
    '2024-11-01',
    '2024-11-11',
    '2024-12-25',
  ]
  test('2024 has exactly its eleven holidays', () => {
    const days = Array.from({ length: 366 }, (_, day) => date('2024-01-01').add({ days: day }))
    expect(days.filter(isFrenchHoliday).map(String)).toEqual(holidaysOf2024)
    expect(days.map(String).filter((day) => isFrenchHolidayOn(toDay(day)))).toEqual(holidaysOf2024)
  })

  test('Saturdays, Sundays and holidays are days of rest; an ordinary Friday is not', () => {
    expect(['2024-06-01', '2024-06-02', '2024-05-08', '2024-05-10'].map((text) => isDayOfRest(date(text)))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
