import { describe, expect, test } from 'bun:test'
import { computeConsumptionIntensity } from './intensity.ts'

const production = { gCo2eqPerKwh: 20, totalMw: 50_000 }
const intensities = [
  { country: 'DE', year: 2023, gCo2eqPerKwh: 371.43 },
  { country: 'DE', year: 2024, gCo2eqPerKwh: 342.06 },
  { country: 'IT', year: 2024, gCo2eqPerKwh: 287.75 },
  { country: 'CH', year: 2024, gCo2eqPerKwh: 36.72 },
]

describe('intensity of consumption', () => {
  test('adds what is imported at the yearly intensity of its origin', () => {
    const result = computeConsumptionIntensity(production, { DE: 2_000, CH: 1_000 }, intensities, 2025)
    expect(result?.gCo2eqPerKwh).toBeCloseTo((20 * 50_000 + 2_000 * 342.06 + 1_000 * 36.72) / 53_000, 10)
    expect(result?.unmappedCountries).toEqual([])
  })

  test('subtracts nothing for an export', () => {
    const result = computeConsumptionIntensity(production, { DE: -4_000, CH: 1_000 }, intensities, 2025)
    expect(result?.gCo2eqPerKwh).toBeCloseTo((20 * 50_000 + 1_000 * 36.72) / 51_000, 10)
  })

  test('without imports equals the production intensity to the last bit', () => {
    const odd = { gCo2eqPerKwh: 0.1 + 0.2, totalMw: 1 / 3 }
    expect(computeConsumptionIntensity(odd, { DE: -1, CH: 0 }, intensities, 2025)?.gCo2eqPerKwh).toBe(odd.gCo2eqPerKwh)
  })

  test('uses the latest country intensity that is not after the year of the slot', () => {
    const result = computeConsumptionIntensity({ gCo2eqPerKwh: 0, totalMw: 1 }, { DE: 1 }, intensities, 2023)
    expect(result?.gCo2eqPerKwh).toBeCloseTo(371.43 / 2, 10)
  })

  test('gives an unknown country the highest known neighbour of that year, and names it', () => {
    const result = computeConsumptionIntensity({ gCo2eqPerKwh: 0, totalMw: 1 }, { XK: 1, AL: 2 }, intensities, 2024)
    expect(result?.gCo2eqPerKwh).toBeCloseTo((3 * 342.06) / 4, 10)
    expect(result?.unmappedCountries).toEqual(['AL', 'XK'])
  })

  test('can be lower than the production intensity', () => {
    const result = computeConsumptionIntensity({ gCo2eqPerKwh: 60, totalMw: 1_000 }, { CH: 1_000 }, intensities, 2024)
    expect(result?.gCo2eqPerKwh).toBeLessThan(60)
  })

  test('is unknown without any country intensity, also when nothing is imported', () => {
    expect(computeConsumptionIntensity(production, { DE: 1 }, [], 2025)).toBeNull()
    expect(computeConsumptionIntensity(production, { DE: 1 }, intensities, 2020)).toBeNull()
  })
})
