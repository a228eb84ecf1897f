import { receivedSignals } from '@hexawatt/shared/answers/grid-status'
import type { GridStatusResponse } from '@hexawatt/shared/contract/grid-status'
import { nextDue } from '@hexawatt/shared/grid/feed-calendar'
import { maxAgeSeconds } from '@hexawatt/shared/http/cache-control'
import { weakTag } from '@hexawatt/shared/http/entity-tag'
import { httpDate } from '@hexawatt/shared/http/http-date'
import type { GridStatusSnapshot } from '@hexawatt/shared/snapshot/grid-status-snapshot'
import type { Dated } from '@hexawatt/shared/snapshot/snapshot-age'
import { addParisDays, parisDayStart } from '@hexawatt/shared/time/paris'
import type { AnswerFacts } from '../answers/answer.ts'

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
