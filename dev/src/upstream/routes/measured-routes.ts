import { seriesBlocks } from '../operator/blocks.ts'
import { listAllows } from '../operator/query.ts'
import { slotRoute } from '../operator/slot-route.ts'
import { areaName } from '../subjects/border-flows.ts'
import { batteryType } from '../subjects/generation-series.ts'

/** Hourly generation per production type, including `TOTAL`. */
export const generationByTypeRoute = slotRoute({
  subject: 'generation_by_type',
  path: '/open_api/actual_generation/v1/actual_generations_per_production_type',
  rootName: 'actual_generations_per_production_type',
  errorPrefix: 'ACTUALGEN_PRODTYPE',
  maxWindowDays: 155,
  latestEnd: 'now',
  readFilter: (query) => ({ holdsSeries: (key) => listAllows(query, 'production_type', [key]) }),
  layout: seriesBlocks((key) => ({ production_type: key })),
})

/** The mix by quarter-hour: pairs of type and subtype, including exchanges and pumping. */
export const generationMixRoute = slotRoute({
  subject: 'generation_mix_15min',
  path: '/open_api/actual_generation/v1/generation_mix_15min_time_scale',
  rootName: 'generation_mix_15min_time_scale',
  errorPrefix: 'ACTUALGEN_MIX15MIN',
  maxWindowDays: 14,
  latestEnd: { daysAhead: 0 },
  readFilter: (query) => ({
    holdsSeries(key) {
      const [type = key, subtype = 'TOTAL'] = key.split('/')
      if (type === batteryType) return false
      return listAllows(query, 'production_type', [type]) && listAllows(query, 'production_subtype', [subtype])
    },
  }),
  layout: seriesBlocks((key) => {
    const [production_type = key, production_subtype = 'TOTAL'] = key.split('/')
    return { production_type, production_subtype }
  }),
})

/** Hourly flows over each border: two non-negative directional series. */
export const physicalFlowsRoute = slotRoute({
  subject: 'physical_flows',
  path: '/open_api/physical_flow/v1/physical_flows',
  rootName: 'physical_flows',
  errorPrefix: 'PHYSICALFLOW_PHYSFLOWS',
  maxWindowDays: 14,
  latestEnd: { daysAhead: 0 },
  readFilter: (query) => ({ holdsSeries: (key) => listAllows(query, 'country_eic_code', key.split('>')) }),
  layout: seriesBlocks((key) => {
    const [sender = '', receiver = ''] = key.split('>')
    return {
      sender_country_eic_code: sender,
      sender_country_name: areaName(sender),
      receiver_country_eic_code: receiver,
      receiver_country_name: areaName(receiver),
    }
  }),
})
