import { expect, test } from 'bun:test'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'
import { findCarbonLevel, listComparedMonths } from './carbon-level.ts'

const startMs = Date.parse('2026-02-03T16:00:00Z')

/** A body of `GET /api/hours` with the hours before the compared one, the newest first. */
const month = (values: readonly (number | null)[]) => ({
  hours: values.map((_, index) => isoSeconds(Temporal.Instant.fromEpochMilliseconds(startMs - (index + 1) * hourMs))),
  productionGCo2PerKwh: values,
})
const levelOf = (gCo2PerKwh: number, ...months: readonly (number | null)[][]) =>
  findCarbonLevel({ estimatedGCo2PerKwh: gCo2PerKwh }, startMs, months.map(month))

/** 1 to 168 g/kWh in the hours of a week. */
const week = Array.from({ length: 168 }, (_, index) => index + 1)

test('the level is the third of the week before in which the hour lies', () => {
  expect([0, 56, 57, 84, 112, 113, 500].map((value) => levelOf(value, week))).toEqual([
    'low',
    'low',
    'moderate',
    'moderate',
    'moderate',
    'high',
    'high',
  ])
})

test('a week in which every hour is equal is moderate', () => {
  expect(levelOf(20, Array(168).fill(20))).toBe('moderate')
})

test('hours older than a week, the hour itself and later ones do not count', () => {
  const longer = [...week, ...Array(100).fill(500)]
  expect([levelOf(113, week), levelOf(113, longer)]).toEqual(['high', 'high'])
  const body = { hours: [isoSeconds(Temporal.Instant.fromEpochMilliseconds(startMs))], productionGCo2PerKwh: [0] }
  const later = Array.from({ length: 168 }, () => body)
  expect(findCarbonLevel({ estimatedGCo2PerKwh: 56 }, startMs, [month(week), ...later])).toBe('low')
})

test('with fewer than two days of known hours there is no level, and an unknown hour is not 0', () => {
  const known = week.slice(0, 47)
  expect(levelOf(1, known)).toBeNull()
  expect(levelOf(1, [...known, null, null])).toBeNull()
  expect(levelOf(1, [...known, null, 1])).toBe('low')
})

test('the months of the compared hours are asked for, and none that has not begun', () => {
  const months = (now: string) => listComparedMonths(Temporal.Instant.from(now))
  expect(months('2026-02-20T12:00:00Z')).toEqual(['2026-02'])
  expect(months('2026-02-03T12:00:00Z')).toEqual(['2026-01', '2026-02'])
  // In Paris it is half past midnight of the first of February; the newest hour that can be published is of January.
  expect(months('2026-01-31T23:30:00Z')).toEqual(['2026-01'])
  expect(months('2026-02-01T00:00:00Z')).toEqual(['2026-01', '2026-02'])
})
