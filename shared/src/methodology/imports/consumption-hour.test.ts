import { describe, expect, test } from 'bun:test'
import { computeProductionIntensity } from '../intensity.ts'
import { type ConsumptionInputs, computeConsumptionHour } from './consumption-hour.ts'
import { createNeighbourFactors } from './neighbour-types.ts'

const startMs = Date.parse('2025-03-04T10:00:00Z')
const factors = createNeighbourFactors({ NUCLEAR: 3.7, FOSSIL_GAS: 418, FOSSIL_HARD_COAL: 1060 })
const countryIntensities = [
  { country: 'DE', year: 2024, gCo2eqPerKwh: 342 },
  { country: 'IT', year: 2024, gCo2eqPerKwh: 288 },
]
const german = { lifeCycle: 500, direct: 450 }
const inputs: ConsumptionInputs = {
  startMs,
  mix: { NUCLEAR: 40_000, FOSSIL_GAS: 3_000.1, HYDRO_PUMPED_STORAGE: -1_000, PUMPING: -2_000 },
  netFlowMwByCountry: { BE: -500, CH: -1_000, DE: 2_000, ES: 0, GB: -2_500, IT: -1_500 },
  neighbours: { DE: { complete: new Map([[startMs, german]]), archiveMean: null } },
  countryIntensities,
  factors,
}
const compute = (change: Partial<ConsumptionInputs>) => {
  const hour = computeConsumptionHour({ ...inputs, ...change })
  if (hour === null) throw new Error('the hour has no French generation')
  return hour
}

describe('an hour with imports', () => {
  const productionMw = 43_000.1

  test('weighs production and each net import with its own intensity, by both rules', () => {
    const { intensity, domesticShare } = compute({})
    const [lifeCycleKg, directKg] = [40_000 * 3.7 + 3_000.1 * 418, 3_000.1 * 429]
    expect(intensity.lifeCycle).toBeCloseTo((lifeCycleKg + 2_000 * 500) / (productionMw + 2_000), 10)
    expect(intensity.direct).toBeCloseTo((directKg + 2_000 * 450) / (productionMw + 2_000), 10)
    expect(domesticShare).toBeCloseTo(productionMw / (productionMw + 2_000), 12)
  })

  test('keeps the parts of its sums: imports, imported tonnes and exports', () => {
    const hour = compute({})
    expect(hour).toMatchObject({ startMs, importMw: 2_000, exportsMw: 5_500 })
    expect(hour.productionMw).toBeCloseTo(productionMw, 9)
    expect(hour.importedTonnesPerHour.lifeCycle).toBeCloseTo(1_000, 9)
    expect(hour.importedTonnesPerHour.direct).toBeCloseTo(900, 9)
  })

  test('has the same intensity whatever is exported', () => {
    const others = { ...inputs.netFlowMwByCountry, BE: -4_000, GB: 0 }
    expect(compute({ netFlowMwByCountry: others }).intensity).toEqual(compute({}).intensity)
  })
})

describe('an hour without any import', () => {
  test('has the production intensity to the last bit, also when no neighbour is known', () => {
    const netFlowMwByCountry = { BE: 0, CH: -1, DE: -0.1, ES: 0, GB: -2_500, IT: -1_500 }
    const hour = compute({ netFlowMwByCountry, neighbours: {}, countryIntensities: [] })
    expect(hour.intensity.lifeCycle).toBe(
      computeProductionIntensity(inputs.mix, factors.lifeCycle)?.gCo2eqPerKwh ?? null,
    )
    expect(hour.intensity.direct).toBe(computeProductionIntensity(inputs.mix, factors.direct)?.gCo2eqPerKwh ?? null)
    expect(hour).toMatchObject({ importMw: 0, domesticShare: 1, importedTonnesPerHour: { lifeCycle: 0, direct: 0 } })
  })
})

describe('what is unknown', () => {
  test('an unknown border leaves no sum, even where the others export; their flows and all intensities stay', () => {
    const hour = compute({ netFlowMwByCountry: { ...inputs.netFlowMwByCountry, GB: null } })
    expect(hour).toMatchObject({ importMw: null, exportsMw: null, domesticShare: null })
    expect(hour.intensity).toEqual({ lifeCycle: null, direct: null })
    expect(hour.importedTonnesPerHour).toEqual({ lifeCycle: null, direct: null })
    expect(hour.borders.map(({ netImportMw }) => netImportMw)).toEqual([-500, -1_000, 2_000, 0, null, -1_500])
    expect(hour.borders.every(({ gCo2PerKwhByRule }) => gCo2PerKwhByRule.direct !== null)).toBe(true)
  })

  test('a neighbour whose flow is absent is unknown, not 0', () => {
    const { GB: _absent, ...others } = inputs.netFlowMwByCountry
    expect(compute({ netFlowMwByCountry: others }).intensity.lifeCycle).toBeNull()
  })

  test('an import without any intensity leaves the value unknown and keeps the power', () => {
    const hour = compute({ neighbours: {}, countryIntensities: [] })
    expect(hour).toMatchObject({ importMw: 2_000, intensity: { lifeCycle: null, direct: null } })
    expect(hour.domesticShare).toBeCloseTo(43_000.1 / 45_000.1, 12)
    expect(hour.borders[2]).toMatchObject({ country: 'DE', basis: null, sourceStartMs: null })
  })

  test('without French generation there is no hour', () => {
    expect(computeConsumptionHour({ ...inputs, mix: { PUMPING: -100, NUCLEAR: 0 } })).toBeNull()
  })
})

describe('a further border', () => {
  test('counts with the highest yearly value of the neighbours, under the code for an unknown country', () => {
    const netFlowMwByCountry = { ...inputs.netFlowMwByCountry, '10YXX-CABLE----Z': 300 }
    const hour = compute({ netFlowMwByCountry })
    expect(hour.borders.at(-1)).toEqual({
      country: 'XX',
      netImportMw: 300,
      gCo2PerKwhByRule: { lifeCycle: 342, direct: 342 },
      basis: 'year',
      sourceStartMs: null,
    })
    expect(hour.importMw).toBe(2_300)
    expect(hour.importedTonnesPerHour.direct).toBeCloseTo(900 + 102.6, 9)
  })

  test('counts with its own yearly value when there is one', () => {
    const irish = { country: 'IE', year: 2024, gCo2eqPerKwh: 280 }
    const hour = compute({
      netFlowMwByCountry: { ...inputs.netFlowMwByCountry, IE: 300 },
      countryIntensities: [...countryIntensities, irish],
    })
    expect(hour.borders.at(-1)).toMatchObject({ country: 'IE', gCo2PerKwhByRule: { lifeCycle: 280, direct: 280 } })
  })

  test('leaves the value unknown while its flow is', () => {
    expect(compute({ netFlowMwByCountry: { ...inputs.netFlowMwByCountry, IE: null } }).intensity.direct).toBeNull()
  })
})
