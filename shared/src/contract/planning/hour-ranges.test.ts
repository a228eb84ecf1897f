import { describe, expect, test } from 'bun:test'
import { parseHourRanges } from './hour-ranges.ts'

describe('hours of a price table', () => {
  test('are ranges to the minute, may cross midnight and may end at 24:00', () => {
    expect(parseHourRanges('22:38-06:38,12:00-24:00')).toEqual([
      { fromMinute: 1_358, toMinute: 398 },
      { fromMinute: 720, toMinute: 0 },
    ])
  })

  test.each(['', '22-6', '22:00-22:00', '24:00-06:00', '22:60-06:00', '1:00-2:00', '00:00-24:00', '01:00-02:00,'])(
    'are refused when malformed: %p',
    (text) => expect(parseHourRanges(text)).toBeNull(),
  )
})
