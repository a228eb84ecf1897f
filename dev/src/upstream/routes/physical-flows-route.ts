import { Elysia } from 'elysia'
import { createSlotAnswer, type OperatorDeps } from '../operator/slot-answer.ts'
import { listAllows, type SlotResource } from '../operator/slot-resource.ts'
import { areaName } from '../subjects/border-flows.ts'

const resource: SlotResource = {
  subject: 'physical_flows',
  path: '/open_api/physical_flow/v1/physical_flows',
  rootName: 'physical_flows',
  errorPrefix: 'PHYSICALFLOW_PHYSFLOWS',
  maxWindowDays: 14,
  latestEnd: 'end_of_paris_day',
  blockKeys: (key) => {
    const [sender = '', receiver = ''] = key.split('>')
    return {
      sender_country_eic_code: sender,
      sender_country_name: areaName(sender),
      receiver_country_eic_code: receiver,
      receiver_country_name: areaName(receiver),
    }
  },
  isAsked: (key, query) => listAllows(query, 'country_eic_code', key.split('>')),
}

/** Hourly flows over each border: two non-negative directional series. */
export function physicalFlowsRoute(deps: OperatorDeps) {
  const answerSlots = createSlotAnswer(resource, deps)
  return new Elysia().get(resource.path, ({ request }) => answerSlots(request))
}
