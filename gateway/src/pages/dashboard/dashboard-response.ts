import { reuseLast } from '@hexawatt/shared/bounds/reuse'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/contract/principal'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { dataHeaders } from '@hexawatt/shared/http/data-headers'
import { weakTag } from '@hexawatt/shared/http/entity-tag'
import type { GatewayResponse } from '../../http/gateway-response.ts'
import { type CachedBody, createCachedBody, present, publicVary } from '../../http/representations.ts'
import type { AdmittedRequest, OwnOperation } from '../../pipeline/run-pipeline.ts'
import type { CurrentDashboard } from './current-dashboard.ts'
import { isDashboardDegraded } from './view/page-parts.ts'

/** Seconds for which an answer may be kept: it is written anew about once a minute, and after every call of a source. */
const maxAgeSeconds = 10

/** Seconds after which a caller asks again when there is none. */
const retryAfterSeconds = 5

/** Makes the answer to `GET /api/dashboard`: the snapshot that svc-ingest writes, encoded once per form for all callers. */
export function createDashboardResponse(current: Pick<CurrentDashboard, 'latest'>) {
  // The newest dashboard is one object for as long as it says the same.
  const bodyOf = reuseLast(encode)

  /** @throws AppError `service_unavailable` when no dashboard was written yet, or the stores are away */
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
      // Instants too: when it was computed is among what the page shows.
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
