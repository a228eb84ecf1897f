import { describe, expect, test } from 'bun:test'
import { findNextParisTime, findParisMidnight, formatLength, formatMoment, formatTime } from './paris-time.ts'

const zone = 'Europe/Paris'

/** The same by Temporal, which this platform has: the first instant after `afterMs` of all that Paris could read as this time. */
function byTemporal(hour: number, minute: number, afterMs: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(zone).toPlainDate()
  const instants = [0, 1, 2].flatMap((days) => {
    const reading = today.add({ days }).toPlainDateTime({ hour, minute })
    return (['earlier', 'later'] as const).map((disambiguation) => {
      const zoned = reading.toZonedDateTime(zone, { disambiguation })
      // 'earlier' goes back over a time that is skipped: there, only what comes after the change is meant.
      const isSkipped = !zoned.toPlainDateTime().equals(reading)
      return (isSkipped ? reading.toZonedDateTime(zone) : zoned).epochMilliseconds
    })
  })
  return Math.min(...instants.filter((atMs) => atMs > afterMs))
}

describe('the next time of day in Paris', () => {
  test.each([
    ['in winter', '2026-02-03T18:20:00Z', '2026-02-04T06:00:00Z'],
    ['in summer', '2026-07-03T18:20:00Z', '2026-07-04T05:00:00Z'],
    ['today, when it is still to come', '2026-02-03T05:59:59Z', '2026-02-03T06:00:00Z'],
    ['tomorrow, when it is just now', '2026-02-03T06:00:00Z', '2026-02-04T06:00:00Z'],
    ['over the night in which summer time begins', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z'],
    ['over the night in which it ends', '2026-10-24T22:00:00Z', '2026-10-25T06:00:00Z'],
  ])('is right %s', (_, now, expected) => {
    expect(findNextParisTime({ hour: 7, minute: 0 }, Date.parse(now))).toBe(Date.parse(expected))
  })

  test('that occurs twice is first the earlier, then the later one', () => {
    const twice = (now: string) => new Date(findNextParisTime({ hour: 2, minute: 30 }, Date.parse(now))).toISOString()
    expect(twice('2026-10-24T22:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
    expect(twice('2026-10-25T00:45:00Z')).toBe('2026-10-25T01:30:00.000Z')
  })

  test('equals Temporal at every quarter-hour around both clock changes', () => {
    const differing: string[] = []
    for (const start of ['2026-03-28T00:00:00Z', '2026-10-24T00:00:00Z', '2027-12-31T00:00:00Z']) {
      for (let quarter = 0; quarter < 3 * 96; quarter += 5) {
        const nowMs = Date.parse(start) + quarter * 900_000
        for (const [hour, minute] of [
          [0, 0],
          [1, 59],
          [2, 0],
          [2, 30],
          [3, 0],
          [7, 0],
        ] as const) {
          const [ours, theirs] = [findNextParisTime({ hour, minute }, nowMs), byTemporal(hour, minute, nowMs)]
          if (ours !== theirs) differing.push(`${hour}:${minute} after ${new Date(nowMs).toISOString()}`)
        }
      }
    }
    expect(differing).toEqual([])
  })
})

test('a day begins at midnight in Paris, in winter and summer', () => {
  expect(findParisMidnight(Date.parse('2026-02-03'))).toBe(Date.parse('2026-02-02T23:00:00Z'))
  expect(findParisMidnight(Date.parse('2026-07-03'))).toBe(Date.parse('2026-07-02T22:00:00Z'))
})

test('times and durations are written for people', () => {
  expect(formatMoment(Date.parse('2026-02-04T06:00:00Z'))).toBe('Wed 07:00')
  expect(['2026-02-03T23:05:59Z', '2026-07-03T12:00:00Z'].map((text) => formatTime(Date.parse(text)))).toEqual([
    '00:05',
    '14:00',
  ])
  expect([8.66 * 3_600_000, 3_600_000, 90_000].map(formatLength)).toEqual(['8 h 40 min', '1 h', '2 min'])
})
