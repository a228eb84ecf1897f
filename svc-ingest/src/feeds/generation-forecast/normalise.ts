import type { ProductionType } from '@hexawatt/shared/grid/production-types'
import type { Normalised } from '../definition/feed.ts'
import { measurementsOf, readPayload } from '../definition/operator-payload.ts'
import { GenerationForecastPayload } from './payload.ts'

/** Forecast types to production types. v2 has one wind type, all onshore; aggregates and demand response are left out. */
const typeByName: ReadonlyMap<string, ProductionType> = new Map([
  ['SOLAR', 'SOLAR'],
  ['WIND', 'WIND_ONSHORE'],
  ['WIND_ONSHORE', 'WIND_ONSHORE'],
  ['WIND_OFFSHORE', 'WIND_OFFSHORE'],
])

/**
 * MW. Series = `<forecast type>/<production type>`, e.g. `D-1/SOLAR`: forecasts of several leads stand beside each other. Several
 * issues of one type (`sub_type`) overlap: all their slots are returned, and the pipeline keeps the greatest `updated_date`.
 *
 * @throws UpstreamError `unusable`
 */
export function normaliseGenerationForecast(payload: unknown): Normalised {
  return measurementsOf(
    readPayload(GenerationForecastPayload, payload).forecasts.flatMap(({ type, production_type, values }) => {
      const productionType = typeByName.get(production_type)
      return productionType === undefined ? [] : [{ series: `${type}/${productionType}`, slots: values }]
    }),
  )
}
