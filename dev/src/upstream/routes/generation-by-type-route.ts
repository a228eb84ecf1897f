import { seriesBlocks } from '../operator/blocks.ts'
import { listAllows } from '../operator/slot-resource.ts'
import { slotRoute } from '../operator/slot-route-old.ts'

/** Hourly generation per production type, `TOTAL` among them. */
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
