import { describe, expect, test } from 'bun:test'
import { buildWindowQuery, halveWindow, splitAtDay, splitWindow } from './window.ts'

const instant = (text: string) => Temporal.Instant.from(text)
const window = (start: string, end: string) => ({ start: instant(start), end: instant(end) })

describe('windows of the operator', () => {
  test('carry a UTC offset of their own at each bound across the clock change', () => {
    expect(buildWindowQuery(window('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'), 'paris')).toEqual({
      start_date: '2026-03-29T00:00:00+01:00',
      end_date: '2026-03-30T00:00:00+02:00',
    })
  })

  test('are written as Paris midnights in UTC where the resource wants that, and not at all where it takes no window', () => {
    const day = window('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')
    expect(buildWindowQuery(day, 'utc')).toEqual({
      start_date: '2026-03-28T23:00:00Z',
      end_date: '2026-03-29T22:00:00Z',
    })
    expect(buildWindowQuery(day, 'none')).toEqual({})
  })

  test('become the calendar years that they touch where a slot is a year, and an end at New Year touches no further year', () => {
    const years = (start: string, end: string) => Object.values(buildWindowQuery(window(start, end), 'paris-years'))
    expect(years('2026-03-28T23:00:00Z', '2026-04-01T22:00:00Z')).toEqual([
      '2026-01-01T00:00:00+01:00',
      '2027-01-01T00:00:00+01:00',
    ])
    const wholeYear = ['2025-01-01T00:00:00+01:00', '2026-01-01T00:00:00+01:00']
    expect(years('2024-12-31T23:00:00Z', '2025-12-31T23:00:00Z')).toEqual(wholeYear)
    expect(years('2024-12-31T22:59:59Z', '2025-12-31T23:00:01Z')).toEqual([
      '2024-01-01T00:00:00+01:00',
      '2027-01-01T00:00:00+01:00',
    ])
  })

  test('are cut at Paris midnights, without gap or overlap, across the 23-hour day', () => {
    const pieces = splitWindow(window('2026-03-26T23:00:00Z', '2026-04-02T10:30:00Z'), 3)
    expect(pieces.map(({ start, end }) => [start.toString(), end.toString()])).toEqual([
      ['2026-03-26T23:00:00Z', '2026-03-29T22:00:00Z'],
      ['2026-03-29T22:00:00Z', '2026-04-01T22:00:00Z'],
      ['2026-04-01T22:00:00Z', '2026-04-02T10:30:00Z'],
    ])
  })

  test('that are empty ask for nothing', () => {
    expect(splitWindow(window('2026-03-26T23:00:00Z', '2026-03-26T23:00:00Z'), 3)).toEqual([])
  })

  test('are halved at a midnight until they are within one day', () => {
    const halves = halveWindow(window('2026-01-01T23:00:00Z', '2026-01-04T10:00:00Z'))
    expect(halves?.map(({ start, end }) => [start.toString(), end.toString()])).toEqual([
      ['2026-01-01T23:00:00Z', '2026-01-02T23:00:00Z'],
      ['2026-01-02T23:00:00Z', '2026-01-04T10:00:00Z'],
    ])
    expect(halveWindow(window('2026-01-01T23:00:00Z', '2026-01-02T23:00:00Z'))).toBeNull()
  })
})

test('a window is cut at the start of a given day of the year in Paris, and stays whole where that day bounds it or lies outside', () => {
  const cut = (start: string, end: string) =>
    splitAtDay(window(start, end), '09-01').map((piece) => `${piece.start} ${piece.end}`)
  const change = '2026-08-31T22:00:00Z'
  expect(cut('2026-08-29T22:00:00Z', '2026-09-02T22:00:00Z')).toEqual([
    `2026-08-29T22:00:00Z ${change}`,
    `${change} 2026-09-02T22:00:00Z`,
  ])
  for (const [start, end] of [
    ['2026-08-29T22:00:00Z', change],
    [change, '2026-09-02T22:00:00Z'],
    ['2025-12-29T23:00:00Z', '2026-01-02T23:00:00Z'],
  ] as const) {
    expect(cut(start, end)).toEqual([`${start} ${end}`])
  }
  expect(cut('2025-08-30T22:00:00Z', '2026-09-02T22:00:00Z')).toHaveLength(3)
})
