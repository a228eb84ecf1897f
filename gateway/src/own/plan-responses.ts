import { PlansResponse, type PlanTable, ProfilesResponse, planIds } from '@hexawatt/shared/contract/plans'
import { profiles, weightSumTolerance } from '@hexawatt/shared/contract/profiles'
import type { CachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import { weakTag } from '@hexawatt/shared/http/conditional'
import * as v from 'valibot'
import { createOwnBody } from '../http/representations.ts'

/** Body of `GET /api/plans`: the table that is enforced. */
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

/** `max-age` of a fixed body, s: a restart with another plan table shows within the hour. */
const maxAgeSeconds = 3_600

/** Makes the handler of an operation with a constant body. */
export function createFixedResponse(body: object): () => CachedBody {
  const text = JSON.stringify(body)
  const cached = createOwnBody({ body: text, validators: { etag: weakTag(text) }, maxAgeSeconds, scope: 'public' })
  return () => cached
}
