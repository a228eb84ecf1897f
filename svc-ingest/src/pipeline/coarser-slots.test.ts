import { expect, test } from 'bun:test'
import { coarserReason } from './coarser-slots.ts'
import { judge } from './plausibility.ts'

const start = Temporal.Instant.from('2026-02-03T10:00:00Z')
const slot = (minute: number, minutes: number, value: number, series = 'PRICE') => {
  const slotStart = start.add({ minutes: minute })
  return { series, slotStart, slotEnd: slotStart.add({ minutes }), value, updatedAt: null }
}
const quarters = (...minutes: number[]) => minutes.map((minute) => slot(minute, 15, minute))

const later = start.add({ hours: 3 })
const judged = (rows: Parameters<typeof judge>[1]) => {
  const { accepted, quarantined } = judge('power_exchanges', rows, later)
  return { accepted: accepted.map(({ value }) => value).toSorted((a, b) => a - b), quarantined }
}

test('an hour next to its four quarter-hours is rejected, in every order of the rows', () => {
  const hour = slot(0, 60, 99)
  for (const rows of [
    [hour, ...quarters(0, 15, 30, 45)],
    [...quarters(45, 30, 0, 15), hour],
  ]) {
    expect(judged(rows)).toEqual({
      accepted: [0, 15, 30, 45],
      quarantined: [{ measurement: hour, reason: coarserReason }],
    })
  }
})

test('an hour whose quarter-hours are incomplete is accepted in place of the quarter-hour with the same start, in every order of the rows', () => {
  const hour = slot(0, 60, 99)
  for (const rows of [
    [hour, ...quarters(0, 15, 30)],
    [...quarters(30, 0, 15), hour],
  ]) {
    const { accepted, quarantined } = judged(rows)
    expect(accepted).toEqual([15, 30, 99])
    expect(quarantined.map(({ measurement, reason }) => [measurement.value, reason.slice(0, 14)])).toEqual([
      [0, 'a shorter slot'],
    ])
  }
  expect(judged([hour, ...quarters(15, 15, 15, 15)]).accepted).toEqual([15, 99])
})

test('implausible quarter-hours do not replace the hour that they cover', () => {
  const hour = slot(0, 60, 99)
  const odd = quarters(0, 15, 30, 45).map((quarter) => ({ ...quarter, value: 90_000 }))
  const { accepted, quarantined } = judged([hour, ...odd])
  expect(accepted).toEqual([99])
  expect(quarantined.map(({ measurement }) => measurement)).toEqual(odd)
})

test('half-hours covered by quarter-hours are rejected, and a half-hour with two quarter-hours covers their hour', () => {
  const [half, hour] = [slot(0, 30, 77), slot(0, 60, 99)]
  expect(judged([half, ...quarters(0, 15)]).accepted).toEqual([0, 15])
  expect(judged([hour, half, ...quarters(30, 45)]).accepted).toEqual([30, 45, 77])
})

test('an hour next to quarter-hours of another series or another hour is accepted with them', () => {
  const hour = slot(0, 60, 99)
  const others = quarters(0, 15, 30, 45).map((quarter) => ({ ...quarter, series: 'VOLUME' }))
  for (const rows of [
    [hour, ...quarters(60, 75, 90, 105)],
    [hour, ...others],
  ]) {
    expect(judged(rows).quarantined).toEqual([])
  }
})
