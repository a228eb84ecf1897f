import { Elysia } from 'elysia'
import type { SlotResource } from './slot-resource.ts'
import { createSlotAnswer, type OperatorDeps } from './slot-route.ts'

/** Makes the route of a resource. */
export function slotRoute(resource: SlotResource) {
  return (deps: OperatorDeps) => {
    const answerSlots = createSlotAnswer(resource, deps)
    return new Elysia().get(resource.path, ({ request }) => answerSlots(request))
  }
}
