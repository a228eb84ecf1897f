import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { coreBorderCountries } from '../../grid/borders.ts'
import { emissionRules } from '../forecast/analog-forecast.ts'
import { computeBalanceNetIntensity } from './balance-net.ts'
import { type ConsumptionInputs, computeConsumptionHour } from './consumption-hour.ts'
import { createNeighbourFactors } from './neighbour-types.ts'

const startMs = Date.parse('2026-01-15T18:00:00Z')
const factors = createNeighbourFactors({ NUCLEAR: 3.7, FOSSIL_GAS: 418, FOSSIL_OIL: 730 })
const grams = fc.double({ min: 0, max: 1_100, noNaN: true })
const flowMw = fc.integer({ min: -6_000, max: 6_000 })

/** An hour in which everything is known. */
const knownHour = fc
  .record({
    nuclearMw: fc.integer({ min: 1, max: 60_000 }),
    gasMw: fc.integer({ min: -100, max: 9_000 }),
    borders: fc.array(fc.record({ flowMw, lifeCycle: grams, direct: grams }), { minLength: 6, maxLength: 6 }),
  })
  .map(({ nuclearMw, gasMw, borders }): ConsumptionInputs => {
    const entries = coreBorderCountries.map((country, index) => [country, borders[index]] as const)
    return {
      startMs,
      mix: { NUCLEAR: nuclearMw, FOSSIL_GAS: gasMw },
      netFlowMwByCountry: Object.fromEntries(entries.map(([country, border]) => [country, border?.flowMw ?? null])),
      neighbours: Object.fromEntries(
        entries.map(([country, border]) => {
          const { lifeCycle, direct } = border ?? { lifeCycle: 0, direct: 0 }
          return [country, { complete: new Map([[startMs, { lifeCycle, direct }]]), archiveMean: null }]
        }),
      ),
      countryIntensities: [],
      factors,
    }
  })
const compute = (inputs: ConsumptionInputs) => {
  const hour = computeConsumptionHour(inputs)
  if (hour === null) throw new Error('the hour has no French generation')
  return hour
}
const holds = (check: (inputs: ConsumptionInputs) => void) => fc.assert(fc.property(knownHour, check), { numRuns: 500 })

describe('for any hour in which everything is known', () => {
  test('the intensity over all generation and imports gives exactly their emissions', () => {
    holds((inputs) => {
      const { intensity, productionMw, importMw, productionKgPerHour, importedTonnesPerHour } = compute(inputs)
      for (const rule of emissionRules) {
        const leavingKg = (intensity[rule] ?? Number.NaN) * (productionMw + (importMw ?? Number.NaN))
        const enteringKg = productionKgPerHour[rule] + 1000 * (importedTonnesPerHour[rule] ?? Number.NaN)
        expect(Math.abs(leavingKg - enteringKg)).toBeLessThanOrEqual(1e-9 * Math.max(1, enteringKg))
      }
    })
  })

  test('the intensity lies between that of production and those of the neighbours that import, and so does the one net of the balance', () => {
    holds((inputs) => {
      const hour = compute(inputs)
      for (const rule of emissionRules) {
        const importing = hour.borders.filter(({ netImportMw }) => (netImportMw ?? 0) > 0)
        const sources = [
          hour.productionKgPerHour[rule] / hour.productionMw,
          ...importing.map(({ gCo2PerKwhByRule }) => gCo2PerKwhByRule[rule] ?? Number.NaN),
        ]
        for (const value of [hour.intensity[rule], computeBalanceNetIntensity(hour)[rule]]) {
          expect(value).toBeGreaterThanOrEqual(Math.min(...sources) - 1e-9)
          expect(value).toBeLessThanOrEqual(Math.max(...sources) + 1e-9)
        }
      }
    })
  })

  test('an export border may have any flow and any mix: the intensity stays', () => {
    holds((inputs) => {
      const netFlowMwByCountry = { ...inputs.netFlowMwByCountry, IT: -1 }
      const { IT: _unknown, ...neighbours } = inputs.neighbours
      const other = { ...inputs, netFlowMwByCountry: { ...netFlowMwByCountry, IT: -5_000 }, neighbours }
      expect(compute(other).intensity).toEqual(compute({ ...inputs, netFlowMwByCountry }).intensity)
    })
  })

  test('one unknown border leaves it unknown', () => {
    holds((inputs) => {
      const netFlowMwByCountry = { ...inputs.netFlowMwByCountry, GB: null }
      expect(compute({ ...inputs, netFlowMwByCountry }).intensity).toEqual({ lifeCycle: null, direct: null })
    })
  })
})
