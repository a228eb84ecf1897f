import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { AppError } from '../errors/app-error.ts'
import { isoExact } from '../time/instant.ts'
import { parseQuery, queryText, readInstant } from './query-parameters.ts'

describe('a query', () => {
  test('begins behind the first question mark, and is empty without one', () => {
    expect(queryText('http://127.0.0.1:1/v1/score?a=?b')).toBe('a=?b')
    expect(queryText('http://127.0.0.1:1/v1/score?')).toBe('')
    expect(queryText('http://127.0.0.1:1/v1/score')).toBe('')
  })

  test('is taken apart exactly as the standard says, whether something in it is encoded or not', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '=', '&', '%', '+', '2', '0', 'é'), maxLength: 24 })
    fc.assert(
      fc.property(text, (query) => {
        const standard = [...new URLSearchParams(query)]
        const first = new Map(standard.toReversed())
        const repeated = standard.find(([name], index) => standard.findIndex(([other]) => other === name) < index)
        const parsed = parseQuery(query)
        expect(Object.fromEntries(parsed.values)).toEqual(Object.fromEntries(first))
        expect(parsed.repeated).toBe(repeated?.[0] ?? null)
      }),
      { numRuns: 3_000 },
    )
  })
})

function read(now: string, query: string, name: string): string {
  return isoExact(readInstant(parseQuery(query), name, Temporal.Instant.from(now)) ?? Temporal.Instant.from(now))
}

test.each([
  ['2026-02-03T17:05:00Z', 'earliest=07:00', 'earliest', '2026-02-04T06:00:00Z'],
  ['2026-02-03T05:59:59Z', 'earliest=07:00', 'earliest', '2026-02-03T06:00:00Z'],
  ['2026-02-03T06:00:00Z', 'earliest=07:00', 'earliest', '2026-02-03T06:00:00Z'],
  ['2026-02-03T17:05:00Z', 'from=07:00', 'from', '2026-02-03T06:00:00Z'],
  ['2026-02-03T06:00:00Z', 'from=07:00', 'from', '2026-02-03T06:00:00Z'],
  ['2026-02-03T05:59:59Z', 'from=07:00', 'from', '2026-02-02T06:00:00Z'],
  ['2026-02-03T23:30:00Z', 'to=00:15', 'to', '2026-02-03T23:15:00Z'],
])('at %s %s is the next such time in Paris, and a bound of the past the last one', (now, query, name, expected) => {
  expect(read(now, query, name)).toBe(expected)
})

test.each([
  ['latest=07:00', '2026-02-04T06:00:00Z'],
  ['earliest=22:00&latest=07:00', '2026-02-04T06:00:00Z'],
  ['earliest=06:00&latest=07:00', '2026-02-04T06:00:00Z'],
  ['earliest=07:00&latest=07:00', '2026-02-05T06:00:00Z'],
  ['earliest=2026-02-10T12:00Z&latest=07:00', '2026-02-11T06:00:00Z'],
  ['earliest=2026-02-10&latest=07:00', '2026-02-10T06:00:00Z'],
  ['earliest=2026-01-01&latest=07:00', '2026-02-04T06:00:00Z'],
])('%s: latest is the first such time after earliest and now', (query, expected) => {
  expect(read('2026-02-03T17:05:00Z', query, 'latest')).toBe(expected)
})

test('a time that March skips moves forward, and the hour that October repeats is its first', () => {
  expect(read('2026-03-28T20:00:00Z', 'earliest=02:30', 'earliest')).toBe('2026-03-29T01:30:00Z')
  expect(read('2026-03-29T10:00:00Z', 'from=02:30', 'from')).toBe('2026-03-29T01:30:00Z')
  expect(read('2026-10-24T20:00:00Z', 'earliest=02:30', 'earliest')).toBe('2026-10-25T00:30:00Z')
  expect(read('2026-10-25T10:00:00Z', 'from=02:30', 'from')).toBe('2026-10-25T00:30:00Z')
  // Between both times of the doubled hour the next one is of the next day.
  expect(read('2026-10-25T01:00:00Z', 'earliest=02:30', 'earliest')).toBe('2026-10-26T01:30:00Z')
})

test('a date is its midnight in Paris, in winter and in summer', () => {
  expect(read('2026-02-03T17:05:00Z', 'from=2026-01-15', 'from')).toBe('2026-01-14T23:00:00Z')
  expect(read('2026-02-03T17:05:00Z', 'earliest=2026-07-15', 'earliest')).toBe('2026-07-14T22:00:00Z')
})

test('the refusal says which forms are accepted, with a plus as JSON writes it, and how a time of day is read', () => {
  const detailOf = (query: string, name: string): string => {
    try {
      return read('2026-02-03T17:05:00Z', query, name)
    } catch (error) {
      return error instanceof AppError ? (error.options.detail ?? '') : String(error)
    }
  }
  expect(detailOf('earliest=7h', 'earliest')).toContain('(the next such time in Paris)')
  expect(detailOf('from=7h', 'from')).toContain('(the last such time in Paris)')
  expect(detailOf('from=7h', 'from')).toContain('2025-01-15T13:00+01:00')
  expect(detailOf('from=7h', 'from')).not.toContain('%2B')
})
