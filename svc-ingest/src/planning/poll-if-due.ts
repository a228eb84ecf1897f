import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { Fetched } from '../poll/fetch-and-store.ts'
import { type PollSourceDeps, pollSource } from '../poll/poll-source.ts'
import type { Source } from '../sources/definition/source.ts'
import { computeNextPoll } from './next-poll.ts'
import { type PollNeed, readPollNeed } from './poll-need.ts'

/**
 * Why a poll is asked for: by plan, by the start of a program, or by the end of a pause that the publisher asked for.
 */
export const pollReasons = ['planned', 'start', 'after pause'] as const
export type PollReason = (typeof pollReasons)[number]

type PollIfDueDeps = PollSourceDeps & { mode: DataMode }

/** A start does not poll a dataset that was polled with success this recently, minutes. */
const freshForMinutes = 10
/** The state is read a moment after the poll was planned for, and by another clock, ms. */
const jitterMs = 1_000

/**
 * Polls a dataset of an open publisher when a feed needs it and a planned time has passed since the last attempt; at a start when the stored data are not
 * fresh.
 *
 * @returns null when it was not polled
 * @throws UpstreamError as the poll does
 */
export async function pollIfDue(
  deps: PollIfDueDeps,
  source: Source,
  reason: PollReason,
  signal?: AbortSignal,
): Promise<Fetched | null> {
  const now = deps.clock.now()
  const need = await readPollNeed(deps, source, now)
  if (!need.isWanted) return null
  if (!(reason === 'start' ? isOutdated(need, now) : isDue(source, need, now))) return null
  return pollSource(deps, source, need.feeds, signal)
}

/** Whether a source is to be polled now by its rhythm. */
export function isDue({ rhythm }: Source, { state }: PollNeed, now: Temporal.Instant): boolean {
  const soon = now.add({ milliseconds: jitterMs })
  return Temporal.Instant.compare(computeNextPoll(rhythm, state, soon), soon) <= 0
}

function isOutdated({ lastSuccess }: PollNeed, now: Temporal.Instant): boolean {
  return lastSuccess === null || now.since(lastSuccess).total('minutes') > freshForMinutes
}
