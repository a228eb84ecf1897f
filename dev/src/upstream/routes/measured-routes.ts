import { seriesBlocks } from '../operator/blocks.ts'
import { listAllows } from '../operator/slot-resource.ts'
import { slotRoute } from '../operator/slot-route-old.ts'
import { areaName } from '../subjects/border-flows.ts'

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
