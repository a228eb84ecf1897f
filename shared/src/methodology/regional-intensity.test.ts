import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { RegionalPowerMw } from '../grid/regions.ts'
import { seedFactorSet, toGCo2eqPerKwhByType } from './emission-factors.ts'
import { computeRegionalIntensity, regionalTypes } from './regional-intensity.ts'

/** Gas : coal : oil = 6 : 3 : 1, run-of-river : reservoir : storage = 5 : 3 : 2, biomass : waste = 2 : 1. */
const nationalMw = {
  FOSSIL_GAS: 3_000,
  FOSSIL_HARD_COAL: 1_500,
  FOSSIL_OIL: 500,
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 2_500,
  HYDRO_WATER_RESERVOIR: 1_500,
  HYDRO_PUMPED_STORAGE: 1_000,
  BIOMASS: 600,
  WASTE: 300,
}
const basis = { nationalMw, gCo2eqPerKwhByType: toGCo2eqPerKwhByType(seedFactorSet) }

const nothing: RegionalPowerMw = {
  consumption: null,
  thermal: null,
  nuclear: null,
  wind: null,
  solar: null,
  hydro: null,
  bioenergy: null,
  pumping: null,
  charge: null,
  discharge: null,
  exchange: null,
}
/** Hauts-de-France on 25 March 2026 at 03:30, as published, with hydro and bioenergy in figures that divide. */
const hautsDeFrance: RegionalPowerMw = {
  ...nothing,
  consumption: 4_682,
  thermal: 420,
  nuclear: 5_292,
  wind: 3_079,
  solar: 0,
  hydro: 10,
  bioenergy: 90,
  exchange: -4_206,
}
const of = (powerMw: RegionalPowerMw, national: Readonly<Record<string, number>> = nationalMw) =>
  computeRegionalIntensity(powerMw, { ...basis, nationalMw: national }, true)
const mixOf = (powerMw: RegionalPowerMw, national?: Readonly<Record<string, number>>) =>
  Object.fromEntries(of(powerMw, national).mix.map(({ productionType, powerMw: mw }) => [productionType, mw]))

describe('the intensity of a region', () => {
  test('splits thermal power, hydro and bioenergy by the national shares, and counts wind as onshore', () => {
    expect(mixOf(hautsDeFrance)).toEqual({
      BIOMASS: 60,
      FOSSIL_GAS: 252,
      FOSSIL_HARD_COAL: 126,
      FOSSIL_OIL: 42,
      HYDRO_PUMPED_STORAGE: 2,
      HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 5,
      HYDRO_WATER_RESERVOIR: 3,
      NUCLEAR: 5_292,
      SOLAR: 0,
      WASTE: 30,
      WIND_ONSHORE: 3_079,
    })
  })

  test('is the power-weighted mean of the factors, life-cycle and direct: the example of docs/methodology/carbon.md', () => {
    const { gCo2eqPerKwh, directGCo2PerKwh, totalGenerationMw } = of(hautsDeFrance)
    // By hand: 252·418 + 126·1060 + 42·730 + 5292·3.7 + 3079·14.1 + 10·6 + 60·230 + 30·494 = 361 230.3
    expect(totalGenerationMw).toBe(8_891)
    expect(gCo2eqPerKwh).toBeCloseTo(361_230.3 / 8_891, 10)
    // 252·429 + 126·986 + 42·777 + 90·494 = 309 438
    expect(directGCo2PerKwh).toBeCloseTo(309_438 / 8_891, 10)
  })

  test('counts a plant’s own consumption as 0 MW', () => {
    const night = of({ ...hautsDeFrance, solar: -3, thermal: -2 })
    expect(night.totalGenerationMw).toBe(8_471)
    expect(night.mix.every(({ powerMw }) => powerMw !== null && powerMw >= 0)).toBe(true)
  })

  test('is unknown when a figure is unknown, never 0; the rest of the mix stays', () => {
    const { mix, ...rest } = of({ ...hautsDeFrance, nuclear: null })
    expect(rest).toEqual({ gCo2eqPerKwh: null, directGCo2PerKwh: null, totalGenerationMw: null })
    expect(mix.find(({ productionType }) => productionType === 'NUCLEAR')?.powerMw).toBeNull()
    expect(mix.find(({ productionType }) => productionType === 'WIND_ONSHORE')?.powerMw).toBe(3_079)
  })

  test('takes an absent nuclear figure as 0 in a region without a nuclear plant', () => {
    const brittany = computeRegionalIntensity({ ...hautsDeFrance, nuclear: null }, basis, false)
    expect(brittany.totalGenerationMw).toBe(3_599)
    expect(brittany.gCo2eqPerKwh).not.toBeNull()
  })

  test('without the national shares of a figure leaves its types unknown but keeps its sum', () => {
    for (const national of [{}, { ...nationalMw, FOSSIL_GAS: 0, FOSSIL_HARD_COAL: -2, FOSSIL_OIL: 0 }]) {
      const { gCo2eqPerKwh, totalGenerationMw } = of(hautsDeFrance, national)
      expect([gCo2eqPerKwh, totalGenerationMw]).toEqual([null, 8_891])
    }
    expect(mixOf(hautsDeFrance, {})).toMatchObject({ FOSSIL_GAS: null, HYDRO_PUMPED_STORAGE: null, NUCLEAR: 5_292 })
  })

  test('needs no split for a figure of 0', () => {
    const solarOnly = { ...hautsDeFrance, thermal: 0, hydro: 0, bioenergy: 0 }
    expect(of(solarOnly, {}).gCo2eqPerKwh).toBeCloseTo((5_292 * 3.7 + 3_079 * 14.1) / 8_371, 10)
  })

  test('is unknown when nothing is produced, never 0 g', () => {
    const idle = { ...nothing, thermal: 0, nuclear: 0, wind: 0, solar: -1, hydro: 0, bioenergy: 0 }
    expect(of(idle)).toMatchObject({ gCo2eqPerKwh: null, directGCo2PerKwh: null, totalGenerationMw: 0 })
    expect(of(nothing).mix.map(({ powerMw }) => powerMw)).toEqual(regionalTypes.map(() => null))
  })

  test('splits without loss or gain, and lies between the smallest and the largest factor', () => {
    const mw = fc.integer({ min: 0, max: 15_000 })
    const power = fc.record({ thermal: mw, nuclear: mw, wind: mw, solar: mw, hydro: mw, bioenergy: mw })
    fc.assert(
      fc.property(power, (produced) => {
        const { mix, totalGenerationMw, gCo2eqPerKwh } = of({ ...nothing, ...produced })
        const sum = mix.reduce((whole, { powerMw }) => whole + (powerMw ?? Number.NaN), 0)
        expect(sum).toBeCloseTo(totalGenerationMw ?? Number.NaN, 6)
        expect(gCo2eqPerKwh === null).toBe(totalGenerationMw === 0)
        if (gCo2eqPerKwh === null) return
        expect(gCo2eqPerKwh).toBeGreaterThanOrEqual(3.7 - 1e-9)
        expect(gCo2eqPerKwh).toBeLessThanOrEqual(1060 + 1e-9)
      }),
    )
  })

  test('adds up over all regions to the national mix by type, and averages to the national intensity', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(parts, (weights) => {
        const whole = weights.reduce((sum, weight) => sum + weight, 0)
        const each = weights.map((weight) =>
          of({
            ...nothing,
            thermal: (5_000 * weight) / whole,
            nuclear: (40_000 * weight) / whole,
            wind: 0,
            solar: 0,
            hydro: (5_000 * weight) / whole,
            bioenergy: (900 * weight) / whole,
          }),
        )
        for (const [type, nationalPowerMw] of Object.entries(nationalMw)) {
          const sum = each.reduce(
            (mw, { mix }) => mw + (mix.find((one) => one.productionType === type)?.powerMw ?? 0),
            0,
          )
          expect(sum).toBeCloseTo(nationalPowerMw, 6)
        }
        const grams = each.reduce((sum, one) => sum + (one.gCo2eqPerKwh ?? 0) * (one.totalGenerationMw ?? 0), 0)
        const national = 3_000 * 418 + 1_500 * 1060 + 500 * 730 + 5_000 * 6 + 600 * 230 + 300 * 494 + 40_000 * 3.7
        expect(grams / 50_900).toBeCloseTo(national / 50_900, 6)
      }),
    )
  })
})
