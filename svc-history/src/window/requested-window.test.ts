import { describe, expect, test } from 'bun:test'
import { getScoreHistory } from '@hexawatt/shared/contract/operations/get-score-history'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { parseQuery } from '@hexawatt/shared/testing/operation-queries'
import { formatIsoExact } from '@hexawatt/shared/time/instant'
import { toWindow } from './requested-window.ts'

const now = Temporal.Instant.from('2025-06-15T12:30:00Z')

function windowOf(query: string) {
  const { from, to, granularity } = toWindow(parseQuery(getScoreHistory, query), now)
  return [formatIsoExact(from), formatIsoExact(to), granularity]
}

function refusalOf(query: string) {
  try {
    return windowOf(query)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { code: error.code, detail: error.options.detail }
  }
}

const acceptedForm =
  'accepted is an ISO 8601 date and time with a UTC offset, such as 2025-01-15T12:00:00Z or 2025-01-15T13:00+01:00 (seconds are optional), a date such as 2025-01-15 (00:00 in Paris), or a time of day such as 07:00 (the last 07:00 in Paris).'

describe('a history window', () => {
  test('ends now and begins 24 hours earlier by default', () => {
    expect(windowOf('')).toEqual(['2025-06-14T12:30:00Z', '2025-06-15T12:30:00Z', 'raw'])
    expect(windowOf('to=2025-01-02T00:00Z')).toEqual(['2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z', 'raw'])
    expect(windowOf('from=2025-06-01T00:00Z')[1]).toBe('2025-06-15T12:30:00Z')
  })

  test('is raw up to exactly 31 days and hourly beyond, unless the granularity is given', () => {
    expect(windowOf('from=2025-01-01T00:00:00Z&to=2025-02-01T00:00:00Z')[2]).toBe('raw')
    expect(windowOf('from=2025-01-01T00:00:00Z&to=2025-02-01T00:00:01Z')[2]).toBe('hourly')
    expect(windowOf('from=2025-01-01T00:00Z&to=2025-01-02T00:00Z&granularity=hourly')[2]).toBe('hourly')
    expect(windowOf('from=2024-06-14T12:30Z&granularity=raw')[2]).toBe('raw')
  })
})

describe('window instants', () => {
  test.each([
    ['2025-03-01T00:00:00Z', '2025-03-01T00:00:00Z'],
    ['2025-03-01T00:00Z', '2025-03-01T00:00:00Z'],
    ['2025-03-01T00:00:59.999Z', '2025-03-01T00:00:59.999Z'],
    ['2025-03-01T00:00:59.5Z', '2025-03-01T00:00:59.500Z'],
    ['2025-03-01T00:00:59.000000001Z', '2025-03-01T00:00:59.000000001Z'],
    ['2025-03-01T00:00:59.000Z', '2025-03-01T00:00:59Z'],
    ['2025-03-01', '2025-02-28T23:00:00Z'],
    ['2025-03-01T00:00:00%2B01:00', '2025-02-28T23:00:00Z'],
    ['2025-03-01T00:00:00+01:00', '2025-02-28T23:00:00Z'],
    ['2025-03-01T00:00-05:30', '2025-03-01T05:30:00Z'],
  ])('from=%s means %s', (text, instant) => {
    expect(windowOf(`from=${text}&to=2025-03-02T00:00Z`)[0]).toBe(instant)
  })

  test.each([
    '2025-13-01',
    '2025-13-01T00:00:00Z',
    '2025-02-30T00:00:00Z',
    '2025-02-30',
    '24:00',
    '7:00',
    '07:60',
    '07:00Z',
    '2025-03-01T00:00:00',
    '2025-03-01T00:00:00 UTC',
    '2025-03-01T24:00:00Z',
    '2025-03-01T00:00:60Z',
    '2025-03-01T00Z',
    '2025-03-01T00:00:00+0100',
    '2025-03-01T00:00:00+25:00',
    '20250301T000000Z',
    '0000-01-01T00:00:00Z',
    '%2B002025-03-01T00:00:00Z',
    '1740787200',
    'now',
    '',
    '%20',
  ])('%s is refused with the accepted form', (text) => {
    const received = JSON.stringify(new URLSearchParams(`from=${text}`).get('from'))
    expect(refusalOf(`from=${text}`)).toEqual({
      code: 'invalid_parameter',
      detail: `Query parameter "from" (received ${received}) is not valid; ${acceptedForm}`,
    })
    expect(refusalOf(`to=${text}`)).toMatchObject({ code: 'invalid_parameter' })
  })

  test.each(['day', '', 'Raw', 'constructor'])('granularity=%s is refused with the two accepted words', (text) => {
    expect(refusalOf(`granularity=${text}`)).toEqual({
      code: 'invalid_parameter',
      detail: `Query parameter "granularity" (received "${text}") is not valid; accepted is raw or hourly.`,
    })
  })
})

describe('window ranges', () => {
  test.each([
    [
      'from=2025-03-02T00:00Z&to=2025-03-01T00:00Z',
      'from (2025-03-02T00:00:00Z) must be earlier than to (2025-03-01T00:00:00Z).',
    ],
    [
      'from=2025-03-01T00:00Z&to=2025-03-01T01:00%2B01:00',
      'from (2025-03-01T00:00:00Z) must be earlier than to (2025-03-01T00:00:00Z).',
    ],
    ['from=2025-06-15T12:30:01Z', 'from (2025-06-15T12:30:01Z) must be earlier than to (2025-06-15T12:30:00Z).'],
    [
      'from=2025-06-15T12:30:01Z&to=2025-06-20T00:00Z',
      'from (2025-06-15T12:30:01Z) must not be in the future; it is now 2025-06-15T12:30:00Z.',
    ],
    ['to=2025-06-20T00:00Z', 'from (2025-06-19T00:00:00Z) must not be in the future; it is now 2025-06-15T12:30:00Z.'],
  ])('%s is refused', (query, detail) => {
    expect(refusalOf(query)).toEqual({ code: 'invalid_range', detail })
  })

  test('of 366 days are served, and a second more is refused, also over a leap day', () => {
    expect(windowOf('from=2024-01-01T00:00Z&to=2025-01-01T00:00Z')[2]).toBe('hourly')
    expect(refusalOf('from=2024-01-01T00:00:00Z&to=2025-01-01T00:00:01Z')).toEqual({
      code: 'window_too_large',
      detail:
        'From 2024-01-01T00:00:00Z to 2025-01-01T00:00:01Z is longer than 366 days (8784 hours), the longest window of one request.',
    })
    expect(refusalOf('from=2024-06-14T00:00Z&to=2025-06-16T00:00Z')).toMatchObject({ code: 'window_too_large' })
  })

  test('are measured to the nanosecond', () => {
    const length = (days: number, fraction: string) => {
      const to = Temporal.Instant.from('2024-01-01T00:00Z').add({ hours: 24 * days })
      return `from=2024-01-01T00:00:00.000000001Z&to=${formatIsoExact(to).replace('Z', fraction)}`
    }
    expect(windowOf(length(31, '.000000001Z'))[2]).toBe('raw')
    expect(windowOf(length(31, '.000000002Z'))[2]).toBe('hourly')
    expect(windowOf(length(366, '.000000001Z'))[2]).toBe('hourly')
    expect(refusalOf(length(366, '.000000002Z'))).toMatchObject({ code: 'window_too_large' })
  })

  test('may end in the future', () => {
    expect(windowOf('from=2025-06-15T00:00Z&to=2025-07-01T00:00Z')[1]).toBe('2025-07-01T00:00:00Z')
  })

  test('are refused as unreadable first, then as wrong, then as too large', () => {
    expect(refusalOf('from=2025-13-01&to=2020-01-01T00:00Z')).toMatchObject({ code: 'invalid_parameter' })
    expect(refusalOf('from=2030-01-01T00:00Z&to=2040-01-01T00:00Z')).toMatchObject({ code: 'invalid_range' })
  })
})
