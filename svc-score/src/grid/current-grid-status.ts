import { gridStatus, receivedSignals } from '@hexawatt/shared/answers/grid-status'
import { gridSignalHealth } from '@hexawatt/shared/answers/source-health'
import type { GridStatusResponse } from '@hexawatt/shared/contract/grid-status'
import { insufficientData } from '@hexawatt/shared/errors/insufficient-data'
import { nextDue } from '@hexawatt/shared/grid/feed-calendar'
import { maxAgeSeconds } from '@hexawatt/shared/http/cache-control'
import { weakTag } from '@hexawatt/shared/http/entity-tag'
import { httpDate } from '@hexawatt/shared/http/http-date'
import type { GridStatusSnapshot } from '@hexawatt/shared/snapshot/grid-status-snapshot'
import { type Dated, isFromFuture } from '@hexawatt/shared/snapshot/snapshot-age'
import { addParisDays, parisDayStart } from '@hexawatt/shared/time/paris'
import type { AnswerDeps, AnswerFacts } from '../answers/answer.ts'

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
    throw insufficientData(
      'No grid signal that was published covers today.',
      gridSignalHealth(await latest.status(), now),
    )
  }
  return { body, facts: { mode: known.body.mode, isDegraded: body.stale, ...gridVersion(known, body, now) } }
}

/**
 * The version of the signal: everything but the instant at which it was last fetched, which moves although nothing is new. It is expected
 * to change with the next issue and at the end of the Paris day, when D becomes another day.
 */
export function gridVersion(
  { body: snapshot, computedAtMs }: Dated<GridStatusSnapshot>,
  { fetchedAt: _fetched, ...content }: GridStatusResponse,
  now: Temporal.Instant,
): Pick<AnswerFacts, 'validators' | 'maxAgeSeconds'> {
  const nowMs = now.epochMilliseconds
  const nextIssue = nextDue('grid_signals', receivedSignals(snapshot))
  // That an issue is missing shows at this very instant: no calculation has written it down.
  const changedAtMs = content.stale && !snapshot.isStale ? nowMs : computedAtMs
  return {
    validators: {
      etag: weakTag(JSON.stringify(content)),
      'last-modified': httpDate(Math.max(changedAtMs, parisDayStart(now).epochMilliseconds)),
    },
    maxAgeSeconds: maxAgeSeconds(nowMs, [nextIssue?.epochMilliseconds ?? null, addParisDays(now, 1).epochMilliseconds]),
  }
}
