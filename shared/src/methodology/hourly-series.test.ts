import { expect, test } from 'bun:test'
import { computeHourlyMeans, findCompleteHourAt, groupByHour, type SlotValue } from './hourly-means.ts'
import { toMs } from './score/testing/sample-inputs.ts'

function slot(series: string, start: string, minutes: number, value: number): SlotValue {
  const slotStart = Temporal.Instant.from(start)
  return { series, slotStart, slotEnd: slotStart.add({ minutes }), value }
}

test('an hourly slot is its own mean; shorter slots are averaged by their length', () => {
  const means = computeHourlyMeans([
    slot('A', '2026-02-03T10:00:00Z', 60, 7),
    slot('A', '2026-02-03T11:00:00Z', 30, 10),
    slot('A', '2026-02-03T11:30:00Z', 15, 20),
    slot('A', '2026-02-03T11:45:00Z', 15, 40),
  ])
  expect([...(means.get('A') ?? [])]).toEqual([
    [toMs('2026-02-03T10:00:00Z'), 7],
    [toMs('2026-02-03T11:00:00Z'), 20],
  ])
})

test('an hour with a missing minute is absent, never the mean of the rest', () => {
  const quarters = [0, 15, 30].map((minute) => slot('A', `2026-02-03T10:${String(minute).padStart(2, '0')}:00Z`, 15, 8))
  expect(computeHourlyMeans(quarters).get('A')?.size).toBe(0)
})

test('series do not mix, and 0 is a value', () => {
  const means = computeHourlyMeans([slot('A', '2026-02-03T10:00:00Z', 60, 0), slot('B', '2026-02-03T10:00:00Z', 60, 5)])
  expect(means.get('A')?.get(toMs('2026-02-03T10:00:00Z'))).toBe(0)
  expect(means.get('B')?.get(toMs('2026-02-03T10:00:00Z'))).toBe(5)
  expect(computeHourlyMeans([]).size).toBe(0)
})

test('the repeated hour of autumn is two hours', () => {
  const hours = [slot('A', '2024-10-27T00:00:00Z', 60, 1), slot('A', '2024-10-27T01:00:00Z', 60, 3)]
  expect([...(computeHourlyMeans(hours).get('A')?.values() ?? [])]).toEqual([1, 3])
})

test('the order of rows changes only the order of hours', () => {
  const quarter = (hour: number, minute: number, value: number) =>
    slot('A', `2026-02-03T${hour}:${String(minute).padStart(2, '0')}:00Z`, 15, value)
  const rows = [
    ...[quarter(11, 0, 1), slot('A', '2026-02-03T10:00:00Z', 60, 7), quarter(12, 0, 5), quarter(11, 15, 2)],
    ...[quarter(11, 30, 3), slot('A', '2026-02-03T13:00:00Z', 60, 9), quarter(11, 45, 6), quarter(12, 15, 5)],
  ]
  expect([...(computeHourlyMeans(rows).get('A') ?? [])]).toEqual([
    [toMs('2026-02-03T11:00:00Z'), 3],
    [toMs('2026-02-03T10:00:00Z'), 7],
    [toMs('2026-02-03T13:00:00Z'), 9],
  ])
})

test('an hourly value next to only some of its quarter-hours is kept, in every order of rows', () => {
  const hour = slot('A', '2026-02-03T10:00:00Z', 60, 7)
  const next = slot('A', '2026-02-03T11:00:00Z', 60, 8)
  const quarter = slot('A', '2026-02-03T10:30:00Z', 15, 9)
  for (const rows of [
    [hour, quarter, next],
    [hour, next, quarter],
    [quarter, next, hour],
    [hour, next, quarter, next],
  ]) {
    expect(computeHourlyMeans(rows).get('A')?.get(toMs('2026-02-03T10:00:00Z'))).toBe(7)
  }
})

test('overlapping slots that do not cover the hour leave it absent', () => {
  const halves = [0, 15, 30].map((minute) => slot('A', `2026-02-03T10:${String(minute).padStart(2, '0')}:00Z`, 30, 8))
  const quarter = slot('A', '2026-02-03T10:00:00Z', 15, 8)
  expect(computeHourlyMeans([...halves.slice(0, 2), quarter]).get('A')?.size).toBe(0)
  expect(computeHourlyMeans(halves).get('A')?.get(toMs('2026-02-03T10:00:00Z'))).toBe(8)
})

test('quarter-hours that cover an hour replace its hourly value', () => {
  const quarter = (minute: number, value: number) =>
    slot('A', `2026-02-03T10:${String(minute).padStart(2, '0')}:00Z`, 15, value)
  const hour = slot('A', '2026-02-03T10:00:00Z', 60, 100)
  const half = slot('A', '2026-02-03T10:30:00Z', 30, 5)
  const startMs = toMs('2026-02-03T10:00:00Z')
  const meansOf = (rows: SlotValue[]) => [
    computeHourlyMeans(rows).get('A')?.get(startMs) ?? null,
    findCompleteHourAt(groupByHour(rows), startMs)?.meanBySeries['A'] ?? null,
  ]
  const finer = [quarter(0, 1), quarter(15, 2), quarter(30, 3), quarter(45, 6)]
  for (const rows of [
    [hour, ...finer],
    [...finer, hour],
    [half, ...finer],
    [hour, half, ...finer],
  ]) {
    expect(meansOf(rows)).toEqual([3, 3])
  }
  // The hour took the place of the first quarter-hour: 105 of 60 minutes.
  expect(meansOf([hour, ...finer.slice(1)])).toEqual([100, 100])
  expect(meansOf([half, ...finer.slice(1)])).toEqual([null, null])
  // Quarter-hours of a part of the half-hour: the half-hour holds for all of it.
  const firstHalf = slot('A', '2026-02-03T10:00:00Z', 30, 5)
  expect(meansOf([firstHalf, ...finer.slice(1)])).toEqual([4.75, 4.75])
})

test('slots that overlap and leave a gap do not cover the hour, even if their lengths add up to it', () => {
  const startMs = toMs('2026-02-03T10:00:00Z')
  const at = (minute: number, minutes: number) =>
    slot('A', `2026-02-03T10:${String(minute).padStart(2, '0')}:00Z`, minutes, 8)
  for (const rows of [
    [at(0, 30), at(15, 15), at(30, 15)],
    [at(0, 30), at(15, 30)],
  ]) {
    expect(computeHourlyMeans(rows).get('A')?.size).toBe(0)
    expect(findCompleteHourAt(groupByHour(rows), startMs)).toBeNull()
  }
})
