import { expect, test } from 'bun:test'
import { parisMidnight } from '@hexawatt/shared/time/paris'
import { buildYearCurve } from './year-curve.ts'

const hourMs = 3_600_000
const toMs = (day: string): number => parisMidnight(Temporal.PlainDate.from(day)).epochMilliseconds

/** Energy of each hour of a civil day in Paris. */
function dayOf(loadKwh: readonly number[], day: string): number[] {
  const { startsMs, energyKwh } = buildYearCurve(loadKwh, toMs('2025-01-01'), toMs('2026-01-01'))
  const next = Temporal.PlainDate.from(day).add({ days: 1 }).toString()
  return [...energyKwh].filter((_, index) => (startsMs[index] ?? 0) >= toMs(day) && (startsMs[index] ?? 0) < toMs(next))
}

const day = Array.from({ length: 24 }, (_, hour) => hour)
const week = Array.from({ length: 168 }, (_, hour) => hour)

test('an average day is repeated on the clock of Paris: the skipped hour is left out, the doubled one counts twice', () => {
  expect(dayOf(day, '2025-06-10')).toEqual(day)
  expect(dayOf(day, '2025-03-30')).toEqual(day.filter((hour) => hour !== 2))
  expect(dayOf(day, '2025-10-26')).toEqual([0, 1, 2, 2, ...day.slice(3)])
})

test('an average week begins on Monday', () => {
  expect(dayOf(week, '2025-06-09')).toEqual(week.slice(0, 24))
  expect(dayOf(week, '2025-06-15')).toEqual(week.slice(144))
})

test('a year has every hour once, in a row', () => {
  const { startsMs, minutes } = buildYearCurve(day, toMs('2024-01-01'), toMs('2025-01-01'))
  expect([startsMs.length, minutes.every((count) => count === 60)]).toEqual([8_784, true])
  expect([startsMs[0], startsMs.at(-1)]).toEqual([toMs('2024-01-01'), toMs('2025-01-01') - hourMs])
})
