import { type PlanTable, planIds } from '@hexawatt/shared/contract/plans'
import { PlansResponse, ProfilesResponse } from '@hexawatt/shared/contract/plans-response'
import { profiles, weightSumTolerance } from '@hexawatt/shared/contract/profiles'
import { cacheControl } from '@hexawatt/shared/http/cache-control'
import { weakTag } from '@hexawatt/shared/http/entity-tag'
import * as v from 'valibot'
import type { GatewayResponse } from '../http/gateway-response.ts'
import { createCachedBody, present, publicVary } from '../http/representations.ts'
import type { AdmittedRequest, OwnOperation } from '../pipeline/run-pipeline.ts'

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

/** How long a fixed body is kept by clients, seconds: a restart with another plan table shows within the hour. */
const maxAgeSeconds = 3_600

/** Makes the answer to an operation whose body does not change while the program runs. */
export function createFixedResponse(body: object): (admitted: AdmittedRequest<OwnOperation>) => GatewayResponse {
  const text = JSON.stringify(body)
  const headers = { etag: weakTag(text), 'cache-control': cacheControl(maxAgeSeconds, 'public'), vary: publicVary }
  const kept = createCachedBody(headers, new TextEncoder().encode(text))
  return ({ context, contentType }) => present(context.request, kept, contentType)
}
