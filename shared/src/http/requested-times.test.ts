import { expect, test } from 'bun:test'
import { getSchedule } from '../contract/operations/get-schedule.ts'
import { getScoreHistory } from '../contract/operations/get-score-history.ts'
import { resolveTimes } from '../contract/query/requested-time.ts'
import { AppError } from '../errors/app-error.ts'
import { parseQuery } from '../testing/operation-queries.ts'
import { formatIsoExact } from '../time/instant.ts'

function read(at: string, query: string, name: 'earliest' | 'latest' | 'from' | 'to'): string {
  const now = Temporal.Instant.from(at)
  const asked =
    name === 'from' || name === 'to'
      ? resolveTimes(parseQuery(getScoreHistory, query), now)[name]
      : resolveTimes(parseQuery(getSchedule, query), now)[name]
  return formatIsoExact(asked ?? now)
}

test.each([
  ['2026-02-03T17:05:00Z', 'earliest=07:00', 'earliest', '2026-02-04T06:00:00Z'],
  ['2026-02-03T05:59:59Z', 'earliest=07:00', 'earliest', '2026-02-03T06:00:00Z'],
  ['2026-02-03T06:00:00Z', 'earliest=07:00', 'earliest', '2026-02-03T06:00:00Z'],
  ['2026-02-03T17:05:00Z', 'from=07:00', 'from', '2026-02-03T06:00:00Z'],
  ['2026-02-03T06:00:00Z', 'from=07:00', 'from', '2026-02-03T06:00:00Z'],
  ['2026-02-03T05:59:59Z', 'from=07:00', 'from', '2026-02-02T06:00:00Z'],
  ['2026-02-03T23:30:00Z', 'to=00:15', 'to', '2026-02-03T23:15:00Z'],
] as const)(
  'at %s %s means the next such time in Paris, or the last one for a bound of the past',
  (now, query, name, expected) => {
    expect(read(now, query, name)).toBe(expected)
  },
)

test.each([
  ['latest=07:00', '2026-02-04T06:00:00Z'],
  ['earliest=22:00&latest=07:00', '2026-02-04T06:00:00Z'],
  ['earliest=06:00&latest=07:00', '2026-02-04T06:00:00Z'],
  ['earliest=07:00&latest=07:00', '2026-02-05T06:00:00Z'],
  ['earliest=2026-02-10T12:00Z&latest=07:00', '2026-02-11T06:00:00Z'],
  ['earliest=2026-02-10&latest=07:00', '2026-02-10T06:00:00Z'],
  ['earliest=2026-01-01&latest=07:00', '2026-02-04T06:00:00Z'],
])('%s: latest means the first such time after earliest and after now', (query, expected) => {
  expect(read('2026-02-03T17:05:00Z', query, 'latest')).toBe(expected)
})

test('a time that March skips moves forward; a time that October repeats is its first occurrence', () => {
  expect(read('2026-03-28T20:00:00Z', 'earliest=02:30', 'earliest')).toBe('2026-03-29T01:30:00Z')
  expect(read('2026-03-29T10:00:00Z', 'from=02:30', 'from')).toBe('2026-03-29T01:30:00Z')
  expect(read('2026-10-24T20:00:00Z', 'earliest=02:30', 'earliest')).toBe('2026-10-25T00:30:00Z')
  expect(read('2026-10-25T10:00:00Z', 'from=02:30', 'from')).toBe('2026-10-25T00:30:00Z')
  // Between both times of the doubled hour the next one is of the next day.
  expect(read('2026-10-25T01:00:00Z', 'earliest=02:30', 'earliest')).toBe('2026-10-26T01:30:00Z')
})

test('a date means midnight in Paris, in winter and in summer', () => {
  expect(read('2026-02-03T17:05:00Z', 'from=2026-01-15', 'from')).toBe('2026-01-14T23:00:00Z')
  expect(read('2026-02-03T17:05:00Z', 'earliest=2026-07-15', 'earliest')).toBe('2026-07-14T22:00:00Z')
})

test('the refusal lists the accepted forms, writes the plus sign as JSON does, and says how a time of day is read', () => {
  const detailOf = (query: string, name: 'earliest' | 'from'): string => {
    try {
      return read('2026-02-03T17:05:00Z', query, name)
    } catch (error) {
      return error instanceof AppError ? (error.options.detail ?? '') : String(error)
    }
  }
  expect(detailOf('earliest=7h', 'earliest')).toContain('(the next 07:00 in Paris)')
  expect(detailOf('from=7h', 'from')).toContain('(the last 07:00 in Paris)')
  expect(detailOf('from=7h', 'from')).toContain('2025-01-15T13:00+01:00')
  expect(detailOf('from=7h', 'from')).not.toContain('%2B')
})
