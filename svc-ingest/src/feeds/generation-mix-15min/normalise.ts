import { nonGenerationTypes } from '@hexawatt/shared/grid/production-types'
import type { Normalised } from '../definition/feed.ts'
import { measurementsOf, readPayload } from '../definition/operator-payload.ts'
import { GenerationMix15minPayload, type MixBlock } from './payload.ts'

const total = 'TOTAL'

/**
 * Types whose subtypes are stored instead of their total: the subtypes carry different factors, or (wind) a split that came
 * after 2017. Biomass and biogas stay apart as parts of BIOMASS, so that a missing part makes the whole incomplete.
 */
const seriesBySubtype: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  BIOENERGY: { BIOMASS: 'BIOMASS/BIOMASS', BIOGAS: 'BIOMASS/BIOGAS', WASTE: 'WASTE' },
  HYDRO: {
    HYDRO_PUMPED_STORAGE: 'HYDRO_PUMPED_STORAGE',
    HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE',
    HYDRO_WATER_RESERVOIR: 'HYDRO_WATER_RESERVOIR',
  },
  WIND: { WIND_ONSHORE: 'WIND_ONSHORE', WIND_OFFSHORE: 'WIND_OFFSHORE' },
}

/**
 * Series in the vocabulary of the per-type feed. Either subtypes or `TOTAL` are taken, never both; `EXCHANGE` and `PUMPING` are
 * not generation. Wind without a split is `WIND_ONSHORE`; a type that is not known yet is taken by its total.
 */
export function normaliseGenerationMix15min(payload: unknown): Normalised {
  const blocks = readPayload(GenerationMix15minPayload, payload).generation_mix_15min_time_scale
  const hasWindSplit = blocks.some(({ production_type, production_subtype }) => {
    return production_type === 'WIND' && production_subtype !== total
  })
  return measurementsOf(
    blocks.flatMap((block) => {
      const series = seriesOf(block, hasWindSplit)
      return series === null ? [] : [{ series, slots: block.values }]
    }),
  )
}

function seriesOf({ production_type, production_subtype }: MixBlock, hasWindSplit: boolean): string | null {
  if (nonGenerationTypes.has(production_type)) return null
  const subtypes = seriesBySubtype[production_type]
  const isUnsplitWind = production_type === 'WIND' && !hasWindSplit
  if (subtypes === undefined || isUnsplitWind) {
    if (production_subtype !== total) return null
    return isUnsplitWind ? 'WIND_ONSHORE' : production_type
  }
  if (production_subtype === total) return null
  return subtypes[production_subtype] ?? production_subtype
}
