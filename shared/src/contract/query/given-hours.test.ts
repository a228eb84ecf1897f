import { describe, expect, test } from 'bun:test'
import { maxOffPeakRanges, maxQuietRanges, measureHours, readGivenHours } from './given-hours.ts'

const read = (text: string) => {
  const hours = readGivenHours(text, maxOffPeakRanges)
  return hours?.ranges.map(({ fromMinute, toMinute }) => [fromMinute, toMinute]) ?? null
}
const measured = (text: string) => measureHours(readGivenHours(text, maxOffPeakRanges)?.ranges ?? [])

describe('hours of the day', () => {
  const night = [[22 * 60 + 30, 6 * 60 + 30]]
  test.each([
    '22:30-06:30',
    '22:30-6:30',
    '22h30-6h30',
    '22H30-6H30',
    '22 h 30 - 6 h 30',
    ' 22h30 – 06h30 ',
    '22\u00a0h\u00a030-6h30',
    '22:30-6h30',
  ])('%p are read in both notations, with spaces', (text) => expect(read(text)).toEqual(night))

  test.each([
    'HC (1H30-7H30;12H30-14H30)',
    'HC (1H30-7H30 ; 12h30-14h30)',
    'hc : 1h30-7h30, 12h30-14h30',
    'Heures creuses : 1h30-7h30 / 12h30-14h30',
    '1h30 à 7h30 et 12h30 à 14h30',
    'de 1 h 30 à 7 h 30 et de 12 h 30 à 14 h 30',
    '(1:30—7:30;12:30—14:30)',
    '1h30‑7h30 ; 12h30−14h30',
  ])('%p are read as contracts and meters print them', (text) =>
    expect(read(text)).toEqual([
      [90, 450],
      [750, 870],
    ]),
  )

  test('have up to three ranges to the minute, which may cross midnight and end at 24:00', () => {
    expect(read('2h06-7h06, 12h36-15h36')).toEqual([
      [126, 426],
      [756, 936],
    ])
    expect(read('23h-6h,12:00-13:00 , 14h-15h')).toEqual([
      [1380, 360],
      [720, 780],
      [840, 900],
    ])
    expect(read('22:00-24:00')).toEqual([[1320, 0]])
    expect(read('0h-24h')).toEqual([[0, 0]])
  })

  test.each([
    '',
    '22:00',
    '22-06',
    '22:00-06:00,',
    '22:00/06:00',
    'HC',
    'HC (22h30-6h30',
    '22h30à6h30',
    'HP (6h30-22h30)',
    '22h30-6h30;',
    '2200-0600',
    '22:60-06:00',
    '25:00-06:00',
    '24:00-06:00',
    '22:00-24:01',
    '22:0-6:00',
    '22h3-6h',
    '122:00-06:00',
    '2 2:00-06:00',
    '22:00-06:00 12:00-14:00',
    '1h-2h,3h-4h,5h-6h,7h-8h',
  ])('%p are refused', (text) => expect(read(text)).toBeNull())

  test('of quiet have at most two ranges', () => {
    expect(readGivenHours('22:00-07:00,12:00-14:00', maxQuietRanges)?.ranges).toHaveLength(2)
    expect(readGivenHours('22:00-07:00,12:00-14:00,15:00-16:00', maxQuietRanges)).toBeNull()
  })

  test('drop an empty range, and say that there was one', () => {
    expect(readGivenHours('22:00-22:00', maxOffPeakRanges)).toEqual({ ranges: [], hasEmptyRange: true })
    expect(readGivenHours('0h-0h,22h-6h', maxOffPeakRanges)).toEqual({
      ranges: [{ fromMinute: 1320, toMinute: 360 }],
      hasEmptyRange: true,
    })
    expect(readGivenHours('22h-6h', maxOffPeakRanges)?.hasEmptyRange).toBe(false)
  })

  test('are measured by the minutes that they cover, and overlaps are seen across midnight', () => {
    expect(measured('22:38-06:38')).toEqual({ coveredMinutes: 480, isOverlapping: false })
    expect(measured('2h06-7h06,12h36-15h36')).toEqual({ coveredMinutes: 480, isOverlapping: false })
    expect(measured('22:00-06:00,05:00-07:00')).toEqual({ coveredMinutes: 540, isOverlapping: true })
    expect(measured('22:00-02:00,01:59-06:00')).toEqual({ coveredMinutes: 480, isOverlapping: true })
    expect(measured('00:00-24:00')).toEqual({ coveredMinutes: 1440, isOverlapping: false })
    expect(measured('22:00-22:00')).toEqual({ coveredMinutes: 0, isOverlapping: false })
  })
})
