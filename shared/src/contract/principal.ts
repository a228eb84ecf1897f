import * as v from 'valibot'
import { planIds } from './plans.ts'

/** Who asks, as the gateway tells a service. The version lets old and new programs run side by side. */
export const Principal = v.strictObject({
  v: v.literal(1),
  accountId: v.string(),
  keyId: v.string(),
  plan: v.picklist(planIds),
})
export type Principal = v.InferOutput<typeof Principal>

/** Carries the internal token: services refuse whoever does not present it. */
export const internalTokenHeader = 'x-internal-token'
/** Carries the JSON of {@link Principal}. */
export const principalHeader = 'x-hexawatt-principal'
/** Says whether an answer rests on live, demo or replayed data. */
export const dataModeHeader = 'x-data-mode'
/** `degraded` when a source that the answer uses is late or missing. */
export const confidenceHeader = 'x-service-confidence'
