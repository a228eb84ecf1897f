import { reuseLast } from '@hexawatt/shared/bounds/reuse'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { weakTag } from '@hexawatt/shared/http/conditional'
import { dataHeaders } from '@hexawatt/shared/http/data-headers'
import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/http/principal'
import type { GatewayResponse } from '../../http/gateway-response.ts'
import { type CachedBody, createCachedBody, present, publicVary } from '../../http/representations.ts'
import type { AdmittedRequest, OwnOperation } from '../../pipeline/run-pipeline.ts'
import type { CurrentDashboard } from './current-dashboard.ts'
import { isDashboardDegraded } from './view/page-parts.ts'

/** `max-age`, s: a new snapshot comes about once a minute, and after every call of a source. */
const maxAgeSeconds = 10

/** `Retry-After` when there is no dashboard, s. */
const retryAfterSeconds = 5

/** Makes the response to `GET /api/dashboard`: the snapshot that svc-ingest writes, encoded once per representation. */
export function createDashboardResponse(current: Pick<CurrentDashboard, 'latest'>) {
  // An unchanged dashboard is the same object.
  const bodyOf = reuseLast(encode)

  /** @throws AppError `service_unavailable` when no dashboard was written yet, or the stores are down */
  return async function answerDashboard({
    context,
    contentType,
  }: AdmittedRequest<OwnOperation>): Promise<GatewayResponse> {
    const dashboard = await current.latest()
    if (dashboard === null) {
      throw new AppError('service_unavailable', { detail: 'Nothing has been computed yet.', retryAfterSeconds })
    }
    return present(context.request, bodyOf(dashboard), contentType)
  }
}

function encode(dashboard: DashboardResponse): CachedBody {
  const text = JSON.stringify(dashboard)
  const headers = {
    ...dataHeaders({
      // Of all bytes: the page shows the instant of the computation.
      etag: weakTag(text),
      lastModifiedMs: Date.parse(dashboard.generatedAt),
      maxAgeSeconds,
      scope: 'public',
    }),
    [dataModeHeader]: dashboard.mode,
    vary: publicVary,
    ...(isDashboardDegraded(dashboard) ? { [confidenceHeader]: 'degraded' } : {}),
  }
  return createCachedBody(headers, new TextEncoder().encode(text))
}
