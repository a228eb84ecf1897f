import { Elysia } from 'elysia'
import { createSlotAnswer, type OperatorDeps } from '../operator/slot-answer.ts'
import { listAllows, type SlotResource } from '../operator/slot-resource.ts'

const resource: SlotResource = {
  subject: 'generation_by_type',
  path: '/open_api/actual_generation/v1/actual_generations_per_production_type',
  rootName: 'actual_generations_per_production_type',
  errorPrefix: 'ACTUALGEN_PRODTYPE',
  maxWindowDays: 155,
  latestEnd: 'now',
  blockKeys: (key) => ({ production_type: key }),
  isAsked: (key, query) => listAllows(query, 'production_type', [key]),
}

/** Hourly generation per production type, `TOTAL` among them. */
export function generationByTypeRoute(deps: OperatorDeps) {
  const answerSlots = createSlotAnswer(resource, deps)
  return new Elysia().get(resource.path, ({ request }) => answerSlots(request))
}
