import type { ProductionType } from '@hexawatt/shared/grid/production-types'
import { measurementsOf } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/feed.ts'
import { readBlocks } from '../definition/operator-payload.ts'
import { ForecastBlock } from './payload.ts'

/** Forecast types to production types. v2 has one wind type, all onshore; aggregates and demand response are left out. */
const typeByName: ReadonlyMap<string, ProductionType> = new Map([
  ['SOLAR', 'SOLAR'],
  ['WIND', 'WIND_ONSHORE'],
  ['WIND_ONSHORE', 'WIND_ONSHORE'],
  ['WIND_OFFSHORE', 'WIND_OFFSHORE'],
])
/** Sums over several types, and demand response, which are not stored. */
const isAggregate = (name: string): boolean => /^(AGGREGATED|MDSE)/.test(name)

/**
 * MW. Series = `<forecast type>/<production type>`, e.g. `D-1/SOLAR`: forecasts of several leads stand beside each other. Several
 * issues of one type (`sub_type`) overlap: all their slots are returned, and the pipeline keeps the greatest `updated_date`.
 *
 * @throws UpstreamError `unusable`
 */
export function normaliseGenerationForecast(payload: unknown): Normalised {
  const blocks = readBlocks(payload, ['forecasts'], ForecastBlock)
  const slots = blocks.readable.flatMap((block) => {
    const productionType = typeByName.get(block.production_type)
    if (productionType === undefined) return []
    const series = `${block.type}/${productionType}`
    return [{ series, slots: block.values, updatedAt: block.updated_date, span: block }]
  })
  const newElements = blocks.readable
    .filter(({ production_type: name }) => !typeByName.has(name) && !isAggregate(name))
    .map(({ production_type }) => `production type ${production_type}`)
  return { ...measurementsOf(slots, blocks), newElements }
}
