import { describe, expect, test } from 'bun:test'
import { loadOf } from './load.ts'

const asked = { energyKWh: null, powerKW: null, durationMinutes: null }

describe('a load runs in whole quarter-hours at equal power, and its energy is exact', () => {
  test('rounds 30 kWh at 7.4 kW up to 17 quarter-hours at 7.06 kW', () => {
    const load = loadOf({ ...asked, energyKWh: 30, powerKW: 7.4 })
    expect(load?.slots).toBe(17)
    expect(load?.powerKW).toBeCloseTo(120 / 17, 12)
    expect(load?.energyKWh).toBe(30)
  })

  test('does not round a whole number of quarter-hours up because of binary noise', () => {
    expect(loadOf({ ...asked, energyKWh: 1.85, powerKW: 7.4 })?.slots).toBe(1)
    expect(loadOf({ ...asked, energyKWh: 0.3, powerKW: 0.4 })?.slots).toBe(3)
  })

  test('derives the power from energy and duration', () => {
    expect(loadOf({ ...asked, energyKWh: 2, durationMinutes: 120 })).toEqual({ slots: 8, powerKW: 1, energyKWh: 2 })
  })

  test('spreads 20 minutes at 3 kW over two quarter-hours at 2 kW', () => {
    expect(loadOf({ ...asked, powerKW: 3, durationMinutes: 20 })).toEqual({ slots: 2, powerKW: 2, energyKWh: 1 })
  })

  test('assumes 1 kW when only the duration is given', () => {
    expect(loadOf({ ...asked, durationMinutes: 90 })).toEqual({ slots: 6, powerKW: 1, energyKWh: 1.5 })
  })

  test('is refused when all three are given, or only energy or only power', () => {
    expect(loadOf({ energyKWh: 1, powerKW: 1, durationMinutes: 60 })).toBeNull()
    expect(loadOf({ ...asked, energyKWh: 1 })).toBeNull()
    expect(loadOf({ ...asked, powerKW: 1 })).toBeNull()
  })
})
