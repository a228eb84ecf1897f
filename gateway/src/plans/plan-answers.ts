import { type PlanTable, planIds } from '@hexawatt/shared/contract/plans'
import { PlansResponse, ProfilesResponse } from '@hexawatt/shared/contract/plans-response'
import { profiles, weightSumTolerance } from '@hexawatt/shared/contract/profiles'
import * as v from 'valibot'

/** Body of `GET /api/plans`: the very table that is enforced. */
export function plansBody({ plans, demo }: PlanTable): PlansResponse {
  return v.parse(PlansResponse, {
    currency: 'EUR',
    plans: planIds.map((id) => ({ id, ...plans[id] })),
    demo: { ...demo, scope: 'ip' },
    profiles,
  })
}

/** Body of `GET /api/profiles`. */
export function profilesBody(): ProfilesResponse {
  return v.parse(ProfilesResponse, { default: 'national', sumTolerance: weightSumTolerance, profiles })
}
