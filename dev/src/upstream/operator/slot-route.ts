import { Elysia } from 'elysia'
import { createSlotAnswer, type OperatorDeps } from './slot-answer.ts'
import type { SlotResource } from './slot-resource.ts'

/** Makes the route of a resource. */
export function slotRoute(resource: SlotResource) {
  return (deps: OperatorDeps) => {
    const answerSlots = createSlotAnswer(resource, deps)
    return new Elysia().get(resource.path, ({ request }) => answerSlots(request))
  }
}
