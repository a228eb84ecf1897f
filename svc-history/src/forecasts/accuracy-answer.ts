import { composeAccuracyBody } from '@hexawatt/shared/answers/accuracy-body'
import type { AccuracyResponse } from '@hexawatt/shared/contract/forecast/accuracy'
import type { Answer } from '@hexawatt/shared/http/answer'
import { computeMaxAgeSeconds } from '@hexawatt/shared/http/cache-lifetime'
import { createWeakTag, formatHttpDate } from '@hexawatt/shared/http/conditional'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { accuracySnapshot } from '@hexawatt/shared/snapshot/kinds'
import { readSnapshotRow } from '@hexawatt/shared/snapshot/snapshot-store'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs, isoSeconds, minuteMs } from '@hexawatt/shared/time/instant'
import { createSharedRead } from '../window/shared-read.ts'
import { createFirstSeen } from '../window/window-version.ts'

export type AccuracyDeps = {
  sql: Sql
  clock: Clock
  /** Time for the age of the cached scoreboard; real time when not given. */
  monotonicMs?: () => number
}

/** The scoreboard while nothing has been measured. */
const nothingMeasured = composeAccuracyBody({ computedAt: null, measuredSince: null, methodologyVersion: null }, [])

/** Creates the answer to `GET /api/accuracy`: the scoreboard that svc-ingest wrote, without figures until it has written one. */
export function createAccuracyAnswer({ sql, clock, monotonicMs = () => performance.now() }: AccuracyDeps) {
  const firstSeenMs = createFirstSeen(clock)
  const keptScoreboard = createSharedRead(
    () => Promise.all([readSnapshotRow(sql, accuracySnapshot), readDataMode(sql)]),
    monotonicMs,
  )

  /** @throws AppError `service_unavailable` */
  return async function answerAccuracy(): Promise<Answer<AccuracyResponse>> {
    const [scoreboard, mode] = await keptScoreboard()
    const now = clock.now()
    const body = scoreboard !== null && isPresent(scoreboard, now) ? scoreboard : nothingMeasured
    const etag = createWeakTag(JSON.stringify([mode, body]))
    return {
      body,
      validators: { etag, 'last-modified': formatHttpDate(firstSeenMs(etag)) },
      maxAgeSeconds: computeMaxAgeSeconds(now.epochMilliseconds, [computeNextMs(body)]),
      scope: 'public',
      mode,
    }
  }
}

/** Whether a scoreboard is not of a later instant, which an earlier replay left. */
function isPresent({ computedAt }: AccuracyResponse, now: Temporal.Instant): boolean {
  return computedAt !== null && computedAt <= isoSeconds(now)
}

/** When the next scoreboard is written, ms: an hour after this one, with time for the writing. */
function computeNextMs({ computedAt }: AccuracyResponse): number | null {
  return computedAt === null ? null : Date.parse(computedAt) + hourMs + minuteMs
}
