import type { StatusResponse } from '@hexawatt/shared/contract/status'
import { AppError, createStoreUnavailableError } from '@hexawatt/shared/errors/app-error'
import type { Answer } from '@hexawatt/shared/http/answer'
import type { CachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import { statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import type { SnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { createOwnBody } from '../http/representations.ts'

/** How long one read of the snapshot is served, ms: the operation is public, so its cost must not grow with its callers. */
const servedMs = 1_000

/** Time-out of reading the snapshot, ms. */
const readTimeoutMs = 2_000

/** `Retry-After` when there is no status, s. */
const retryAfterSeconds = 5

export type StatusResponseDeps = {
  snapshots: SnapshotReader
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}

/** Makes the handler of `GET /api/status`: the snapshot that svc-ingest writes, read once at a time. */
export function createStatusResponse({ snapshots, monotonicMs }: StatusResponseDeps) {
  let latest: Promise<CachedBody> | null = null
  let servedUntilMs = Number.NEGATIVE_INFINITY

  /** @throws AppError `service_unavailable` when no status was written yet, or the stores are down */
  return function answerStatus(): Promise<CachedBody> {
    if (latest !== null && monotonicMs() < servedUntilMs) return latest
    // Concurrent requests share one read; its failure is served for a second too.
    servedUntilMs = Number.POSITIVE_INFINITY
    latest = readStatus(snapshots).finally(() => {
      servedUntilMs = monotonicMs() + servedMs
    })
    return latest
  }
}

async function readStatus(snapshots: SnapshotReader): Promise<CachedBody> {
  const body = await withTimeout(readTimeoutMs, snapshots.read(statusSnapshot)).catch((error: unknown) => {
    throw createStoreUnavailableError('The stores', error)
  })
  if (body === null) {
    const detail = 'No source has reported its state yet.'
    throw new AppError('service_unavailable', { detail, retryAfterSeconds })
  }
  return createOwnBody(makeStatusAnswer(body))
}

/** `max-age` of the status, s: it is rewritten every minute and after every call of a source, and monitoring needs it soon. */
const statusMaxAgeSeconds = 10

/** The answer with a status. The tag leaves out the ages, which change every second. */
export function makeStatusAnswer(status: StatusResponse): Answer & { body: string } {
  const sources = status.sources.map(({ lagMinutes: _age, ...source }) => source)
  return {
    body: JSON.stringify(status),
    validators: {
      etag: createWeakTag(JSON.stringify([status.mode, sources, status.history])),
      'last-modified': formatHttpDate(Date.parse(status.generatedAt)),
    },
    maxAgeSeconds: statusMaxAgeSeconds,
    scope: 'public',
    mode: status.mode,
  }
}
