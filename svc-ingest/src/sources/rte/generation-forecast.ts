import type { ProductionType } from '@hexawatt/shared/grid/production-types'
import * as v from 'valibot'
import { readMeasurements } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/content.ts'
import { createOperatorFeed } from '../definition/operator-feed.ts'
import { blockMembers, readBlocks, TypeName, Word } from '../definition/operator-payload.ts'

const productionTypes = ['SOLAR', 'WIND_ONSHORE', 'WIND_OFFSHORE'] as const
/** Issued at about 18:00 one, two and three days before the day that they cover, and hourly through that day. */
const forecastTypes = ['D-1', 'ID', 'D-2', 'D-3'] as const

/** Wind and solar forecasts: the projected mix and the adequacy of the coming days. */
export const generationForecast = createOperatorFeed({
  id: 'generation_forecast',
  holds: '`ID`, `D-1`, `D-2` and `D-3` of each type: `D-1/SOLAR`, `ID/WIND_ONSHORE`, …: MW',
  api: 'generation_forecast',
  path: '/open_api/generation_forecast/v3/forecasts',
  maxWindowDays: 21,
  windowFormat: 'paris',
  queries: productionTypes.flatMap((production_type) => forecastTypes.map((type) => ({ production_type, type }))),
  // F04: nothing for that term. F08: nothing for that type of forecast and production (only here: elsewhere it is a mistake).
  absent: { codes: ['F04', 'F08'] },
  everyMinutes: 30,
  firstFetchDays: 8,
  // The newest slot is a forecast, up to four days ahead: after an outage the window must still begin before the last slots
  // that were missed.
  revisionDays: 4,
  windowEnd: { daysAhead: 3 },
  normalise: normaliseGenerationForecast,
})

/** A block of `forecasts`, v3 and v2; `sub_type`, `load_factor` and other members are ignored. */
const ForecastBlock = v.object({ type: Word, production_type: TypeName, ...blockMembers })

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
 * MW. Series = `<forecast type>/<production type>`, e.g. `D-1/SOLAR`: forecasts of several leads are stored next to each other. Several
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
  return { ...readMeasurements(slots, blocks), newElements }
}
