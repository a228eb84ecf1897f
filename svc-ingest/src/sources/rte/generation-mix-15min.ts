import { isGeneration, isKnownProductionType } from '@hexawatt/shared/grid/production-types'
import * as v from 'valibot'
import { readMeasurements } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/content.ts'
import { createOperatorFeed } from '../definition/operator-feed.ts'
import { blockMembers, readBlocks, TypeName } from '../definition/operator-payload.ts'
import { splitWind, windTotal } from '../definition/wind-split.ts'

/** Quarter-hourly mix in near real time: stands in when the hourly feed is more than 3 h behind. */
export const generationMix15min = createOperatorFeed({
  id: 'generation_mix_15min',
  holds: 'the same vocabulary, quarter-hourly; `BIOMASS/BIOMASS` and `BIOMASS/BIOGAS` apart',
  api: 'actual_generation',
  path: '/open_api/actual_generation/v1/generation_mix_15min_time_scale',
  maxWindowDays: 14,
  windowFormat: 'paris',
  everyMinutes: 15,
  firstFetchDays: 8,
  revisionDays: 1,
  windowEnd: 'now',
  normalise: normaliseGenerationMix15min,
})

/** A block of `generation_mix_15min_time_scale`; unknown members are ignored. */
const MixBlock = v.object({ production_type: TypeName, production_subtype: TypeName, ...blockMembers })
type MixBlock = v.InferOutput<typeof MixBlock>

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
  WIND: { WIND_ONSHORE: 'WIND_ONSHORE', WIND_OFFSHORE: 'WIND_OFFSHORE', TOTAL: windTotal },
}

/**
 * Series in the vocabulary of the per-type feed. Either subtypes or `TOTAL` are taken, never both; `EXCHANGE`, `PUMPING` and storage are
 * not generation. Wind without a split is `WIND_ONSHORE`, and parts may also come as types of their own; a type that is not known yet is taken by its
 * total.
 *
 * @throws UpstreamError `unusable`
 */
export function normaliseGenerationMix15min(payload: unknown): Normalised {
  const blocks = readBlocks(payload, ['generation_mix_15min_time_scale'], MixBlock)
  const slots = blocks.readable.flatMap((block) => {
    const series = buildSeries(block)
    return series === null ? [] : [{ series, slots: block.values, updatedAt: block.updated_date, span: block }]
  })
  const normalised = readMeasurements(slots, blocks)
  return {
    ...normalised,
    ...splitWind(normalised.measurements),
    newElements: blocks.readable.flatMap(listUnknownName),
  }
}

function buildSeries({ production_type, production_subtype }: MixBlock): string | null {
  if (!isGeneration(production_type)) return null
  const subtypes = seriesBySubtype[production_type]
  if (subtypes === undefined) return production_subtype === total ? production_type : null
  const series = subtypes[production_subtype] ?? production_subtype
  return series === total || !isGeneration(series) ? null : series
}

function listUnknownName({ production_type, production_subtype }: MixBlock): string[] {
  const subtypes = seriesBySubtype[production_type]
  const isKnown =
    subtypes === undefined
      ? isKnownProductionType(production_type)
      : production_subtype === total || production_subtype in subtypes
  return isKnown ? [] : [`production type ${production_type}/${production_subtype}`]
}
