import { Elysia } from 'elysia'
import { createSlotAnswer, type OperatorDeps } from '../operator/slot-answer.ts'
import { listAllows, type SlotResource } from '../operator/slot-resource.ts'

const resource: SlotResource = {
  subject: 'generation_mix_15min',
  path: '/open_api/actual_generation/v1/generation_mix_15min_time_scale',
  rootName: 'generation_mix_15min_time_scale',
  errorPrefix: 'ACTUALGEN_MIX15MIN',
  maxWindowDays: 14,
  latestEnd: 'end_of_paris_day',
  blockKeys: (key) => {
    const [production_type = key, production_subtype = 'TOTAL'] = key.split('/')
    return { production_type, production_subtype }
  },
  isAsked: (key, query) => {
    const [type = key, subtype = 'TOTAL'] = key.split('/')
    return listAllows(query, 'production_type', [type]) && listAllows(query, 'production_subtype', [subtype])
  },
}

/** The mix by quarter-hour: pairs of type and subtype, with exchanges and pumping beside generation. */
export function generationMixRoute(deps: OperatorDeps) {
  const answerSlots = createSlotAnswer(resource, deps)
  return new Elysia().get(resource.path, ({ request }) => answerSlots(request))
}
