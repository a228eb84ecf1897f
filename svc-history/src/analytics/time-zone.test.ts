import { describe, expect, test } from 'bun:test'
import { getScoreAnalytics } from '@hexawatt/shared/contract/operations/get-score-analytics'
import { parseQuery } from '@hexawatt/shared/testing/operation-queries'
import { areWholeHours, splitAtOffsetChanges, toLocalHour } from './time-zone.ts'

const read = (query: string): string => parseQuery(getScoreAnalytics, query).timezone

describe('the time zone parameter', () => {
  test('is UTC by default', () => {
    expect(read('')).toBe('UTC')
  })

  test('accepts any IANA zone in any case, also old names and fixed zones', () => {
    for (const name of ['Europe/Paris', 'Asia/Kathmandu', 'America/Argentina/Buenos_Aires', 'EST5EDT', 'Etc/GMT-14']) {
      expect(read(`timezone=${encodeURIComponent(name)}`)).toBe(name)
      expect(read(`timezone=${encodeURIComponent(name.toLowerCase())}`)).toBe(name)
    }
    expect(read('timezone=Etc/GMT+5')).toBe('Etc/GMT+5')
  })

  test('refuses anything else with the accepted form', () => {
    const wrong = [
      'Mars/Base',
      '%2B02:00',
      '+02:00',
      '-0530',
      'Z',
      '',
      '2025-01-01T00:00[Europe/Paris]',
      'x'.repeat(65),
    ]
    for (const value of wrong) {
      expect(() => read(`timezone=${value}`)).toThrow(
        /"timezone" .* is not valid; accepted is the name of an IANA time zone, such as UTC or Europe\/Paris/,
      )
    }
  })
})

const at = (text: string): Temporal.Instant => Temporal.Instant.from(text)
const spans = (from: string, end: string, zone: string) =>
  splitAtOffsetChanges(at(from), at(end), zone).map((span) => [
    span.from.toString(),
    span.end.toString(),
    span.offsetSeconds,
  ])

describe('spans of one offset', () => {
  test('split a year only where the clock changes', () => {
    expect(spans('2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'Europe/Paris')).toEqual([
      ['2025-01-01T00:00:00Z', '2025-03-30T01:00:00Z', 3_600],
      ['2025-03-30T01:00:00Z', '2025-10-26T01:00:00Z', 7_200],
      ['2025-10-26T01:00:00Z', '2026-01-01T00:00:00Z', 3_600],
    ])
    expect(spans('2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'Asia/Kolkata')).toHaveLength(1)
  })

  test('are never empty when a window begins or ends at a change', () => {
    expect(spans('2025-03-30T01:00:00Z', '2025-03-30T02:00:00Z', 'Europe/Paris')).toHaveLength(1)
    expect(spans('2025-03-30T00:00:00Z', '2025-03-30T01:00:00Z', 'Europe/Paris')).toHaveLength(1)
  })

  test('of an empty window are none', () => {
    expect(spans('2025-03-30T01:00:00Z', '2025-03-30T01:00:00Z', 'Europe/Paris')).toEqual([])
    expect(spans('2025-03-30T02:00:00Z', '2025-03-30T01:00:00Z', 'Europe/Paris')).toEqual([])
  })
})

describe('local hours are whole UTC hours', () => {
  const areWhole = (zone: string, from = '2025-01-01T00:10:00Z', end = '2026-01-01T00:00:00Z'): boolean =>
    areWholeHours(splitAtOffsetChanges(at(from), at(end), zone))

  test('if every offset is a whole number of hours', () => {
    expect(['UTC', 'Europe/Paris', 'America/New_York', 'Pacific/Kiritimati'].map((zone) => areWhole(zone))).toEqual(
      Array(4).fill(true),
    )
    expect(['Asia/Kolkata', 'Asia/Kathmandu', 'Pacific/Chatham'].map((zone) => areWhole(zone))).toEqual(
      Array(3).fill(false),
    )
  })

  test('in only half a year of a zone that changes by half an hour', () => {
    expect(areWhole('Australia/Lord_Howe', '2025-11-01T00:00:00Z', '2025-12-01T00:00:00Z')).toBe(true)
    expect(areWhole('Australia/Lord_Howe', '2025-05-01T00:00:00Z', '2025-06-01T00:00:00Z')).toBe(false)
    expect(areWhole('Australia/Lord_Howe', '2025-10-04T15:00:00Z', '2025-12-01T00:00:00Z')).toBe(false)
  })

  test('unless a clock changes within an hour', () => {
    // Gaza began summer time of 2014 at one minute past midnight.
    expect(areWhole('Asia/Gaza', '2014-10-01T00:00:00Z', '2014-11-01T00:00:00Z')).toBe(true)
    expect(areWhole('Antarctica/Casey', '2020-10-03T00:00:00Z', '2020-10-05T00:00:00Z')).toBe(false)
  })
})

test('the local hour is from 0 to 23 east and west of UTC', () => {
  const seconds = at('2025-01-15T23:30:00Z').epochMilliseconds / 1_000
  expect([3_600, 0, -12 * 3_600, 5.75 * 3_600].map((offset) => toLocalHour(seconds, offset))).toEqual([0, 23, 11, 5])
})
