import { expect, test } from 'bun:test'
import { powerExchanges } from '../feeds/power-exchanges/feed.ts'
import { coarserReason, splitCoarser } from './coarser-slots.ts'
import { judge } from './plausibility.ts'

const start = Temporal.Instant.from('2026-02-03T10:00:00Z')
const slot = (minute: number, minutes: number, value: number, series = 'PRICE') => {
  const slotStart = start.add({ minutes: minute })
  return { series, slotStart, slotEnd: slotStart.add({ minutes }), value, updatedAt: null }
}
const quarters = (...minutes: number[]) => minutes.map((minute) => slot(minute, 15, minute))

test('an hour beside its quarter-hours is set aside, in whatever order they come', () => {
  const hour = slot(0, 60, 99)
  for (const rows of [
    [hour, ...quarters(0, 15, 30, 45)],
    [...quarters(45, 30, 0, 15), hour],
  ]) {
    expect(splitCoarser(rows).coarser).toEqual([{ measurement: hour, reason: coarserReason }])
    const { accepted, quarantined } = judge(powerExchanges, rows, start)
    expect(accepted.map(({ value }) => value).toSorted((a, b) => a - b)).toEqual([0, 15, 30, 45])
    expect(quarantined).toHaveLength(1)
  }
})

test('an hour whose quarter-hours are incomplete stays, and so does one next to quarter-hours of another series or hour', () => {
  const hour = slot(0, 60, 99)
  expect(splitCoarser([hour, ...quarters(0, 15, 30)]).coarser).toEqual([])
  expect(splitCoarser([hour, ...quarters(15, 15, 15, 15)]).coarser).toEqual([])
  expect(splitCoarser([hour, ...quarters(60, 75, 90, 105)]).coarser).toEqual([])
  const others = quarters(0, 15, 30, 45).map((quarter) => ({ ...quarter, series: 'VOLUME' }))
  expect(splitCoarser([hour, ...others]).coarser).toEqual([])
})
