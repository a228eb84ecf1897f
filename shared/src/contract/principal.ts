import * as v from 'valibot'
import { deepestHistoryDays, type PlanId, type PlanTable, planIds } from './plans.ts'

/** Who asks and what it may do, as the gateway tells a service. The version lets old and new programs run side by side. */
export const Principal = v.strictObject({
  v: v.literal(2),
  accountId: v.string(),
  keyId: v.string(),
  plan: v.picklist(planIds),
  entitlements: v.strictObject({
    forecastHours: v.pipe(v.number(), v.integer()),
    customWeights: v.boolean(),
    historyDays: v.pipe(v.number(), v.integer()),
    analytics: v.boolean(),
    /** Depth that the deepest plan would have: what lies beyond one's own is refused only when that plan would deliver it. */
    deepestHistoryDays: v.pipe(v.number(), v.integer()),
  }),
})
export type Principal = v.InferOutput<typeof Principal>

/** The principal of a key: what its plan allows is decided here, once, and not again in the services. */
export function principalOf(key: { accountId: string; keyId: string; plan: PlanId }, table: PlanTable): Principal {
  const { forecastHours, customWeights, historyDays, analytics } = table.plans[key.plan]
  return {
    v: 2,
    ...key,
    entitlements: {
      forecastHours,
      customWeights,
      historyDays,
      analytics,
      deepestHistoryDays: deepestHistoryDays(table),
    },
  }
}

/** Carries the internal token: services refuse whoever does not present it. */
export const internalTokenHeader = 'x-internal-token'
/** Carries the JSON of {@link Principal}. */
export const principalHeader = 'x-hexawatt-principal'
/** Says whether an answer rests on live, demo or replayed data. */
export const dataModeHeader = 'x-data-mode'
/** `degraded` when a source that the answer uses is late or missing. */
export const confidenceHeader = 'x-service-confidence'
