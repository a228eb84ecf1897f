import { describe, expect, test } from 'bun:test'
import { listParisSlots } from '@hexawatt/shared/time/paris-clock'
import { anyTime, findWindow, isReadyBy, listDeadlines } from './ready-by.ts'

/** 48 hours from 18:15 in Paris on. */
const slots = listParisSlots(Date.parse('2026-11-27T17:15:00Z'), 192)

describe('a deadline', () => {
  test('is the next time of day that leaves enough time for the load', () => {
    expect(findWindow(slots, 8, '18:30')).toBe(97)
    expect(findWindow(slots, 8, '07:00')).toBe(51)
    expect(findWindow(slots, 52, '07:00')).toBe(147)
  })

  test('is a time of a day, or the end of the forecast where that comes first', () => {
    expect(findWindow(slots, 8, '2026-11-29T07:00')).toBe(147)
    expect(findWindow(slots, 8, '2026-12-24T07:00')).toBe(192)
    expect(findWindow(slots, 8, anyTime)).toBe(192)
  })

  test('that a change of the clock leaves out is an hour later, and of one that comes twice the first counts, as in the schedule of the API', () => {
    const spring = listParisSlots(Date.parse('2026-03-28T22:00:00Z'), 192)
    const autumn = listParisSlots(Date.parse('2026-10-24T22:00:00Z'), 192)
    for (const readyBy of ['02:30', '2026-03-29T02:30']) expect(findWindow(spring, 8, readyBy)).toBe(14)
    for (const readyBy of ['02:30', '2026-10-25T02:30']) expect(findWindow(autumn, 8, readyBy)).toBe(10)
    // Only the second 02:30 leaves enough time: the next first one is that of the day after.
    expect(findWindow(autumn, 12, '02:30')).toBe(110)
  })

  test('is on offer only where it leaves time to choose in, and is found again by its text', () => {
    const offered = listDeadlines(slots, 8)
    expect(offered.map(({ readyBy }) => readyBy)).toEqual([
      ...['22:00', '07:00', '12:00', '18:00', '2026-11-28T22:00'],
      ...['2026-11-29T07:00', '2026-11-29T12:00', '2026-11-29T18:00'],
    ])
    for (const loadSlots of [1, 8, 60, 191]) {
      for (const { readyBy, slot } of listDeadlines(slots, loadSlots)) {
        expect(findWindow(slots, loadSlots, readyBy)).toBe(slot)
        expect(slot).toBeGreaterThanOrEqual(loadSlots)
      }
    }
  })

  test('of another form is none', () => {
    for (const text of ['', '7', '24:00', '2026-11-29', 'demain']) expect(isReadyBy(text)).toBe(false)
    for (const text of ['07:00', '2026-11-29T07:00', 'any']) expect(isReadyBy(text)).toBe(true)
  })
})
