import { gridStatus } from '@hexawatt/shared/answers/grid-status'
import type { GridStatusResponse } from '@hexawatt/shared/contract/grid-status'
import { insufficientData, type SourceHealth } from '@hexawatt/shared/errors/insufficient-data'
import { confidencePct } from '@hexawatt/shared/methodology/availability'
import { availabilityOfStatus } from '@hexawatt/shared/methodology/availability-of-status'
import { isFromFuture } from '@hexawatt/shared/snapshot/snapshot-age'
import type { AnswerFacts } from '../answers/answer.ts'
import type { AnswerDeps } from '../answers/answer-deps.ts'
import type { LatestSnapshots } from '../sources/latest-snapshots.ts'
import { gridVersion } from './grid-version.ts'

/**
 * The signal of today and the days after it.
 *
 * @throws AppError `insufficient_data` when nothing that was published covers today
 */
export async function currentGridStatus({
  latest,
  clock,
}: AnswerDeps): Promise<{ body: GridStatusResponse; facts: AnswerFacts }> {
  const now = clock.now()
  const known = await latest.gridStatus()
  const body = known === null || isFromFuture(known, now.epochMilliseconds) ? null : gridStatus(known.body, now)
  if (known === null || body === null) {
    throw insufficientData('No grid signal that was published covers today.', await healthOfSignal(latest, now))
  }
  return { body, facts: { mode: known.body.mode, isDegraded: body.stale, ...gridVersion(known, body, now) } }
}

async function healthOfSignal(latest: LatestSnapshots, now: Temporal.Instant): Promise<SourceHealth> {
  const { grid_signals } = availabilityOfStatus(['grid_signals'], await latest.status(), now)
  return { confidence: confidencePct({ grid_signals }), sourceAvailability: { grid_signals: grid_signals > 0 } }
}
