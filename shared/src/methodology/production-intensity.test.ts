import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { productionTypes } from '../grid/production-types.ts'
import { computeProductionIntensity } from './intensity.ts'

const factors = { NUCLEAR: 3.7, FOSSIL_GAS: 418, SOLAR: 43.9, HYDRO_PUMPED_STORAGE: 6, HYDRO_WATER_RESERVOIR: 6 }

describe('intensity of production', () => {
  test('is the mean of the factors weighted by power', () => {
    const result = computeProductionIntensity({ NUCLEAR: 30_000, FOSSIL_GAS: 10_000 }, factors)
    expect(result?.gCo2eqPerKwh).toBeCloseTo((30_000 * 3.7 + 10_000 * 418) / 40_000, 10)
    expect(result?.totalMw).toBe(40_000)
  })

  test('does not count totals, exchanges and pumping as generation', () => {
    const result = computeProductionIntensity({ NUCLEAR: 100, TOTAL: 9_000, EXCHANGE: -500, PUMPING: -200 }, factors)
    expect(result?.totalMw).toBe(100)
    expect(result?.mix).toEqual([{ productionType: 'NUCLEAR', powerMw: 100 }])
  })

  test('counts a negative value as 0 MW and keeps its type in the mix', () => {
    const result = computeProductionIntensity({ NUCLEAR: 100, HYDRO_PUMPED_STORAGE: -2_000 }, factors)
    expect(result?.totalMw).toBe(100)
    expect(result?.gCo2eqPerKwh).toBe(3.7)
    expect(result?.mix).toEqual([
      { productionType: 'NUCLEAR', powerMw: 100 },
      { productionType: 'HYDRO_PUMPED_STORAGE', powerMw: 0 },
    ])
  })

  test('is unknown without generation, never 0 g', () => {
    expect(computeProductionIntensity({}, factors)).toBeNull()
    expect(computeProductionIntensity({ NUCLEAR: 0, HYDRO_PUMPED_STORAGE: -10 }, factors)).toBeNull()
  })

  test('gives a type without a factor 700 g and names it', () => {
    const result = computeProductionIntensity({ FUSION: 100, NUCLEAR: 300, ANTIMATTER: 0 }, factors)
    expect(result?.gCo2eqPerKwh).toBe((100 * 700 + 300 * 3.7) / 400)
    expect(result?.unmappedProductionTypes).toEqual(['ANTIMATTER', 'FUSION'])
  })

  test('counts renewables and nuclear as low-carbon; waste and pumped storage are neither', () => {
    const result = computeProductionIntensity(
      { NUCLEAR: 50, SOLAR: 10, BIOMASS: 10, WASTE: 10, HYDRO_PUMPED_STORAGE: 10, FOSSIL_GAS: 10 },
      factors,
    )
    expect(result?.lowCarbonPct).toBeCloseTo(70, 10)
    expect(result?.renewablePct).toBeCloseTo(20, 10)
  })

  test('orders the mix by power, ties by code', () => {
    const result = computeProductionIntensity({ WIND_ONSHORE: 5, BIOMASS: 5, NUCLEAR: 9 }, factors)
    expect(result?.mix.map((entry) => entry.productionType)).toEqual(['NUCLEAR', 'BIOMASS', 'WIND_ONSHORE'])
  })

  test('lies between the smallest and the largest factor for any mix', () => {
    // Power to the kilowatt: below that a double runs out of digits (6e-323 MW times a factor is rounded to nothing).
    const powerMw = fc.integer({ min: -5_000_000, max: 60_000_000 }).map((powerKw) => powerKw / 1_000)
    const mix = fc.dictionary(fc.constantFrom(...productionTypes), powerMw)
    fc.assert(
      fc.property(mix, (powerMwByType) => {
        const result = computeProductionIntensity(powerMwByType, factors)
        if (result === null) return
        expect(result.gCo2eqPerKwh).toBeGreaterThanOrEqual(3.7 - 1e-9)
        expect(result.gCo2eqPerKwh).toBeLessThanOrEqual(700 + 1e-9)
        expect(result.lowCarbonPct).toBeGreaterThanOrEqual(result.renewablePct - 1e-9)
        expect(result.lowCarbonPct).toBeLessThanOrEqual(100 + 1e-9)
      }),
    )
  })
})
