import type { CurrentDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import { isDashboardDegraded } from '@hexawatt/shared/answers/dashboard/degraded-dashboard'
import { reuseLast } from '@hexawatt/shared/bounds/reuse'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { CachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import { createOwnBody } from '../http/representations.ts'

/** `max-age`, s: a new snapshot comes about once a minute, and after every call of a source. */
const maxAgeSeconds = 10

/** `Retry-After` when there is no dashboard, s. */
const retryAfterSeconds = 5

/** Makes the handler of `GET /api/dashboard`: the snapshot that svc-ingest writes, encoded once per representation. */
export function createDashboardResponse(current: Pick<CurrentDashboard, 'latest'>) {
  // An unchanged dashboard is the same object.
  const bodyOf = reuseLast(encode)

  /** @throws AppError `service_unavailable` when no dashboard was written yet, or the stores are down */
  return async function answerDashboard(): Promise<CachedBody> {
    const dashboard = await current.latest()
    if (dashboard === null) {
      throw new AppError('service_unavailable', { detail: 'Nothing has been computed yet.', retryAfterSeconds })
    }
    return bodyOf(dashboard)
  }
}

function encode(dashboard: DashboardResponse): CachedBody {
  const body = JSON.stringify(dashboard)
  return createOwnBody({
    body,
    // The tag covers all bytes, because the page shows the instant of the computation.
    validators: { etag: createWeakTag(body), 'last-modified': formatHttpDate(Date.parse(dashboard.generatedAt)) },
    maxAgeSeconds,
    scope: 'public',
    mode: dashboard.mode,
    isDegraded: isDashboardDegraded(dashboard),
  })
}
