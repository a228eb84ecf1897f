import { seriesBlocks } from '../operator/blocks.ts'
import { listAllows } from '../operator/slot-resource.ts'
import { slotRoute } from '../operator/slot-route-old.ts'

/** The mix by quarter-hour: pairs of type and subtype, with exchanges and pumping beside generation. */
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
      return listAllows(query, 'production_type', [type]) && listAllows(query, 'production_subtype', [subtype])
    },
  }),
  layout: seriesBlocks((key) => {
    const [production_type = key, production_subtype = 'TOTAL'] = key.split('/')
    return { production_type, production_subtype }
  }),
})
