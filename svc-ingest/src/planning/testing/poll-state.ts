import type { Rhythm } from '../../sources/definition/rhythm.ts'
import { computeNextPoll, type PollState } from '../next-poll.ts'

/** The state of a source that was called before, with success, and of which nothing special is known. */
export const calmState: PollState = {
  lastPollAt: Temporal.Instant.from('1970-01-01T00:00:00Z'),
  isUnanswered: false,
  consecutiveFailures: 0,
  nextPublicationAt: null,
  newestAnswer: null,
  hasBegunToStandIn: false,
  isQuotaLow: false,
}

/** Whether a source in this state, else calm, is polled at an instant. */
export function isPolledAt(rhythm: Rhythm, state: Partial<PollState>, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(computeNextPoll(rhythm, { ...calmState, ...state }, now), now) <= 0
}
