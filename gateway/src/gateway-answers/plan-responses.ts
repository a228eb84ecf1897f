import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { PlansResponse, ProfilesResponse } from '@hexawatt/shared/contract/plans/plan-bodies'
import { profiles, weightSumTolerance } from '@hexawatt/shared/contract/profiles'
import type { CachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import { createWeakTag } from '@hexawatt/shared/http/conditional'
import * as v from 'valibot'
import { createOwnBody } from '../http/representations.ts'

/** Body of `GET /api/plans`: the table that is enforced. */
export function makePlansBody({ plans, demo }: PlanTable): PlansResponse {
  return v.parse(PlansResponse, {
    currency: 'EUR',
    plans: Object.entries(plans).map(([id, { index: _, alerts: __, ...plan }]) => ({ id, ...plan })),
    demo: { ...demo, scope: 'ip' },
    profiles,
  })
}

/** Body of `GET /api/profiles`. */
export function makeProfilesBody(): ProfilesResponse {
  return v.parse(ProfilesResponse, { default: 'national', sumTolerance: weightSumTolerance, profiles })
}

/** `max-age` of a fixed body, s: after a restart, another plan table shows within the hour. */
const maxAgeSeconds = 3_600

/** Makes the handler of an operation with a constant body. */
export function createFixedResponse(body: object): () => CachedBody {
  const text = JSON.stringify(body)
  const cached = createOwnBody({
    body: text,
    validators: { etag: createWeakTag(text) },
    maxAgeSeconds,
    scope: 'public',
  })
  return () => cached
}
