import { describe, expect, test } from 'bun:test'
import { sumPowerByType } from '@hexawatt/shared/methodology/carbon-assessment'
import { seedFactorSet, toGCo2eqPerKwhByType } from '@hexawatt/shared/methodology/emission-factors'
import { computeProductionIntensity } from '@hexawatt/shared/methodology/intensity'
import oneQuarter from './fixtures/generation-mix-15min-one-quarter.json'
import { normaliseGenerationMix15min } from './generation-mix-15min.ts'

const valuesBySeries = (payload: unknown) =>
  Object.fromEntries(normaliseGenerationMix15min(payload).measurements.map(({ series, value }) => [series, value]))

test('subtypes or totals are counted, never both, and exchange and pumping are not generation', () => {
  expect(valuesBySeries(oneQuarter)).toEqual({
    'BIOMASS/BIOGAS': 250,
    'BIOMASS/BIOMASS': 400,
    WASTE: 220,
    FOSSIL_GAS: 2600,
    HYDRO_PUMPED_STORAGE: 90,
    WIND_ONSHORE: 7000,
  })
})

const values = (value: number | null, start = '2026-02-03T00:00:00+01:00') => [
  { start_date: start, end_date: start.replace(':00:00+', ':15:00+'), value },
]
const mixOf = (...blocks: [type: string, subtype: string, value: number | null][]) => ({
  generation_mix_15min_time_scale: blocks.map(([production_type, production_subtype, value]) => {
    return { production_type, production_subtype, values: values(value) }
  }),
})

describe('wind', () => {
  test('is split as soon as the operator splits it', () => {
    const split = mixOf(['WIND', 'TOTAL', 10], ['WIND', 'WIND_ONSHORE', 7], ['WIND', 'WIND_OFFSHORE', 3])
    expect(valuesBySeries(split)).toEqual({ WIND_ONSHORE: 7, WIND_OFFSHORE: 3 })
  })

  test('counts offshore once when the parts come as separate types in addition to the total', () => {
    const both = mixOf(['WIND', 'TOTAL', 10], ['WIND_ONSHORE', 'TOTAL', 7], ['WIND_OFFSHORE', 'TOTAL', 3])
    expect(valuesBySeries(both)).toEqual({ WIND_ONSHORE: 7, WIND_OFFSHORE: 3 })
    const offshoreOnly = mixOf(['WIND', 'TOTAL', 10], ['WIND_OFFSHORE', 'TOTAL', 3])
    expect(valuesBySeries(offshoreOnly)).toEqual({ WIND_ONSHORE: 7, WIND_OFFSHORE: 3 })
    const onshoreOnly = mixOf(['WIND', 'TOTAL', 10], ['WIND_ONSHORE', 'TOTAL', 7])
    expect(valuesBySeries(onshoreOnly)).toEqual({ WIND_ONSHORE: 7, WIND_OFFSHORE: 3 })
  })

  test('has parts that add up to the total, and a note when they do not', () => {
    const missing = normaliseGenerationMix15min(
      mixOf(['WIND', 'TOTAL', 100], ['WIND', 'WIND_ONSHORE', 60], ['WIND', 'WIND_OFFSHORE', 30]),
    )
    expect(missing.measurements.map(({ series, value }) => [series, value])).toEqual([
      ['WIND_ONSHORE', 70],
      ['WIND_OFFSHORE', 30],
    ])
    expect(missing.contradictions).toEqual({ 'wind split': 1 })
  })

  test('is the total in a slot without a split next to slots with a split, which undoes an earlier split of that slot', () => {
    const { measurements } = normaliseGenerationMix15min({
      generation_mix_15min_time_scale: [
        {
          production_type: 'WIND',
          production_subtype: 'TOTAL',
          values: [...values(10), ...values(20, '2026-02-03T01:00:00+01:00')],
        },
        { production_type: 'WIND', production_subtype: 'WIND_ONSHORE', values: values(7) },
        { production_type: 'WIND', production_subtype: 'WIND_OFFSHORE', values: values(3) },
      ],
    })
    expect(measurements.map(({ series, value }) => [series, value])).toEqual([
      ['WIND_ONSHORE', 7],
      ['WIND_OFFSHORE', 3],
      ['WIND_ONSHORE', 20],
      ['WIND_OFFSHORE', 0],
    ])
  })
})

test('an unknown type is counted by its total and reported', () => {
  const normalised = normaliseGenerationMix15min(mixOf(['FUSION', 'TOTAL', 5], ['FUSION', 'FUSION_LARGE', 5]))
  expect(normalised.measurements.map(({ series }) => series)).toEqual(['FUSION'])
  expect(normalised.newElements).toEqual(['production type FUSION/TOTAL', 'production type FUSION/FUSION_LARGE'])
})

test('storage is never counted as generation, whatever its name', () => {
  for (const name of ['ENERGY_STORAGE', 'Energy_Storage', 'BATTERY', 'B25', 'LITHIUM_BATTERIES', 'HEAT_STORAGE']) {
    expect(valuesBySeries(mixOf([name, 'TOTAL', 500], ['NUCLEAR', 'TOTAL', 48_000]))).toEqual({ NUCLEAR: 48_000 })
  }
})

test('the intensity of a mix with 500 MW of storage equals that without it', () => {
  const generation = [
    ['NUCLEAR', 'TOTAL', 48_000],
    ['FOSSIL_GAS', 'TOTAL', 4_000],
    ['SOLAR', 'TOTAL', 1_000],
    ['WIND', 'TOTAL', 6_000],
    ['HYDRO', 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE', 5_000],
    ['HYDRO', 'HYDRO_WATER_RESERVOIR', 2_000],
  ] as const
  const values = valuesBySeries(mixOf(...generation.map(([...block]) => block), ['ENERGY_STORAGE', 'TOTAL', 500]))
  const intensity = computeProductionIntensity(sumPowerByType(values), toGCo2eqPerKwhByType(seedFactorSet))
  expect(intensity?.gCo2eqPerKwh).toBeCloseTo(30.6, 1)
  expect([intensity?.totalMw, intensity?.unmappedProductionTypes]).toEqual([66_000, []])
})

test('a block without a subtype is counted with its reason and the others are kept', () => {
  const odd = { production_type: 'SOLAR', production_subtype: null, values: values(5) }
  const { generation_mix_15min_time_scale: blocks } = mixOf(['NUCLEAR', 'TOTAL', 48_000])
  const normalised = normaliseGenerationMix15min({ generation_mix_15min_time_scale: [odd, ...blocks] })
  expect(normalised.measurements.map(({ series }) => series)).toEqual(['NUCLEAR'])
  expect(normalised.unreadableSlots).toBe(1)
  expect(normalised.reasons).toEqual([expect.stringContaining('production_subtype')])
})
