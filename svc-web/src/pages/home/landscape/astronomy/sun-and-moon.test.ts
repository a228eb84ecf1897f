import { describe, expect, test } from 'bun:test'
import { computeParisOffsetMs } from '@hexawatt/shared/time/paris-clock'
import { computeLitShare, computeMoonPhase, makeMoonPath } from './moon.ts'
import { findSunTimes, middleOfFrance } from './sun.ts'

const minuteMs = 60_000
const paris = { latitude: 48.857, longitude: 2.352 }
const london = { latitude: 51.507, longitude: -0.128 }

/** Minutes between a computed instant and a published clock time with its offset from UTC. */
const minutesFrom = (atMs: number, published: string) => Math.abs(atMs - Date.parse(published)) / minuteMs

describe('the sun', () => {
  test.each([
    // Winter solstice, clocks one hour ahead of UTC.
    ['2025-12-21', paris, '2025-12-21T08:41+01:00', '2025-12-21T16:56+01:00'],
    ['2025-12-26', paris, '2025-12-26T08:43+01:00', '2025-12-26T16:59+01:00'],
    // Summer solstice, clocks two hours ahead.
    ['2024-06-21', paris, '2024-06-21T05:47+02:00', '2024-06-21T21:58+02:00'],
    ['2023-06-24', paris, '2023-06-24T05:48+02:00', '2023-06-24T21:58+02:00'],
    ['2024-06-21', london, '2024-06-21T04:43+01:00', '2024-06-21T21:21+01:00'],
    ['2024-12-21', london, '2024-12-21T08:03+00:00', '2024-12-21T15:53+00:00'],
    // A table by latitude has the times of the place itself.
    ['2002-01-01', { latitude: 46, longitude: 0 }, '2002-01-01T07:42Z', '2002-01-01T16:25Z'],
    // Equinox.
    ['2024-03-20', london, '2024-03-20T06:03+00:00', '2024-03-20T18:14+00:00'],
  ])('rises and sets on %s as almanacs say, within two minutes', (date, place, rise, set) => {
    const { riseMs, setMs } = findSunTimes(date, place)
    expect([minutesFrom(riseMs, rise) <= 2, minutesFrom(setMs, set) <= 2]).toEqual([true, true])
  })

  test('follows the clocks of Paris: on the day of the change in March it rises an hour later on the clock than the day before', () => {
    const shown = (date: string) => {
      const { riseMs } = findSunTimes(date)
      return (riseMs + computeParisOffsetMs(riseMs) - Date.parse(`${date}T00:00:00Z`)) / minuteMs
    }
    expect(shown('2026-03-29') - shown('2026-03-28')).toBeWithin(56, 60)
    expect(shown('2026-10-25') - shown('2026-10-24')).toBeWithin(-60, -56)
  })

  test('is up for 8.5 hours in the middle of France at the winter solstice, and for 15.8 at the summer solstice', () => {
    const hours = (date: string) => {
      const { riseMs, setMs } = findSunTimes(date, middleOfFrance)
      return (setMs - riseMs) / (60 * minuteMs)
    }
    expect(hours('2026-12-21')).toBeCloseTo(8.5, 0)
    expect(hours('2026-06-21')).toBeCloseTo(15.8, 1)
  })
})

describe('the moon', () => {
  test.each([
    // Eclipses: new and full moons to the minute.
    ['2024-04-08T18:21Z', 0],
    ['2026-08-12T17:37Z', 0],
    ['2025-03-14T06:55Z', 0.5],
    ['2026-03-03T11:38Z', 0.5],
    ['2026-11-24T14:53Z', 0.5],
  ])('has at %s the phase %d that almanacs say, within three hours', (instant, phase) => {
    const distance = Math.abs(((computeMoonPhase(Date.parse(instant)) - phase + 1.5) % 1) - 0.5)
    expect(distance * 29.53 * 24).toBeLessThan(3)
  })

  test('is drawn lit on the right while it grows, and on the left while it wanes', () => {
    const [growing, waning] = [0.125, 0.875].map(makeMoonPath)
    expect([growing, waning]).toEqual(['M0-1A1 1 0 0 1 0 1A0.71 1 0 0 0 0-1Z', 'M0-1A1 1 0 0 0 0 1A0.71 1 0 0 1 0-1Z'])
    expect([0, 0.25, 0.5, 0.75].map((phase) => Math.round(100 * computeLitShare(phase)))).toEqual([0, 50, 100, 50])
  })
})
