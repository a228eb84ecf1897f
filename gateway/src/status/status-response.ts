import { dataModeHeader } from '@hexawatt/shared/contract/principal'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { SnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { statusHeaders } from '@hexawatt/shared/snapshot/status-headers'
import { statusSnapshot } from '@hexawatt/shared/snapshot/status-snapshot'
import { withinTime } from '@hexawatt/shared/time/within-time'
import type { GatewayResponse } from '../http/gateway-response.ts'
import { type CachedBody, createCachedBody, present, publicVary } from '../http/representations.ts'
import type { AdmittedRequest, OwnOperation } from '../pipeline/run-pipeline.ts'

/** How long one reading of the snapshot is served, ms: the address is public, so its cost must not grow with its callers. */
const keptMs = 1_000

/** Longest a caller waits for the stores, ms. */
const readTimeoutMs = 2_000

/** Seconds after which a caller asks again when there is no status. */
const retryAfterSeconds = 5

export type StatusResponseDeps = {
  snapshots: SnapshotReader
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}

/** Makes the answer to `GET /api/status`: the snapshot that svc-ingest writes, read at most once at a time. */
export function createStatusResponse({ snapshots, monotonicMs }: StatusResponseDeps) {
  let latest: Promise<CachedBody> | null = null
  let keptUntilMs = Number.NEGATIVE_INFINITY

  function currentStatus(): Promise<CachedBody> {
    if (latest !== null && monotonicMs() < keptUntilMs) return latest
    // Everybody waits for the reading that runs; a failed one is kept like a good one.
    keptUntilMs = Number.POSITIVE_INFINITY
    latest = readStatus(snapshots).finally(() => {
      keptUntilMs = monotonicMs() + keptMs
    })
    return latest
  }

  /** @throws AppError `service_unavailable` when no status was written yet, or the stores are away */
  return async function answerStatus({
    context,
    contentType,
  }: AdmittedRequest<OwnOperation>): Promise<GatewayResponse> {
    return present(context.request, await currentStatus(), contentType)
  }
}

async function readStatus(snapshots: SnapshotReader): Promise<CachedBody> {
  const body = await withinTime(readTimeoutMs, snapshots.read(statusSnapshot)).catch((error: unknown) => {
    throw unavailable('The stores behind this endpoint do not answer at the moment.', error)
  })
  if (body === null) throw unavailable('No source has reported its state yet.')
  const headers = { ...statusHeaders(body), [dataModeHeader]: body.mode, vary: publicVary }
  return createCachedBody(headers, new TextEncoder().encode(JSON.stringify(body)))
}

function unavailable(detail: string, cause?: unknown): AppError {
  return new AppError('service_unavailable', { detail, retryAfterSeconds, cause })
}
