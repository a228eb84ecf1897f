import { describe, expect, test } from 'bun:test'
import { loadOf } from './load.ts'

const asked = { energyKWh: null, powerKW: null, durationMinutes: null }

describe('a load runs in whole quarter-hours at equal power, and its energy is exact', () => {
  test('energy and power: 30 kWh at 7.4 kW are 17 quarter-hours at 7.06 kW', () => {
    const load = loadOf({ ...asked, energyKWh: 30, powerKW: 7.4 })
    expect(load?.slots).toBe(17)
    expect(load?.powerKW).toBeCloseTo(120 / 17, 12)
    expect(load?.energyKWh).toBe(30)
  })

  test('a whole number of quarter-hours is not rounded up by binary noise', () => {
    expect(loadOf({ ...asked, energyKWh: 1.85, powerKW: 7.4 })?.slots).toBe(1)
    expect(loadOf({ ...asked, energyKWh: 0.3, powerKW: 0.4 })?.slots).toBe(3)
  })

  test('energy and duration: the power is what it takes', () => {
    expect(loadOf({ ...asked, energyKWh: 2, durationMinutes: 120 })).toEqual({ slots: 8, powerKW: 1, energyKWh: 2 })
  })

  test('power and duration: 20 minutes at 3 kW are two quarter-hours at 2 kW', () => {
    expect(loadOf({ ...asked, powerKW: 3, durationMinutes: 20 })).toEqual({ slots: 2, powerKW: 2, energyKWh: 1 })
  })

  test('the duration alone: 1 kW is reckoned', () => {
    expect(loadOf({ ...asked, durationMinutes: 90 })).toEqual({ slots: 6, powerKW: 1, energyKWh: 1.5 })
  })

  test('all three, or energy or power alone, are no load', () => {
    expect(loadOf({ energyKWh: 1, powerKW: 1, durationMinutes: 60 })).toBeNull()
    expect(loadOf({ ...asked, energyKWh: 1 })).toBeNull()
    expect(loadOf({ ...asked, powerKW: 1 })).toBeNull()
  })
})
