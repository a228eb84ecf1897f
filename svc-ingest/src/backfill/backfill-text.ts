import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { BackfillPlan } from './backfill-plan.ts'
import { durationText } from './progress-text.ts'
import type { BackfillOutcome, FailedPiece } from './run-backfill.ts'

/** Failures that are written out. */
const maxShownFailures = 10

/** What is about to be loaded. */
export function planText({ pieces, withoutHistory }: BackfillPlan, mode: DataMode): string {
  const feeds = new Set(pieces.map(({ feed }) => feed.id))
  return [
    `Loading ${pieces.length} pieces of ${feeds.size} feeds (${mode} data).`,
    ...(withoutHistory.length === 0
      ? []
      : [`Not loaded: ${withoutHistory.map(({ id }) => id).join(', ')} (only the newest issue is published).`]),
  ].join('\n')
}

/** What was loaded, what failed, and how to go on. */
export function outcomeText(
  outcome: BackfillOutcome,
  elapsedSeconds: number,
  isInterrupted: boolean,
  command: string,
): string {
  const { done, total, resumed, changedSlots, failed, complete } = outcome
  const earlier = resumed > 0 ? `, ${resumed} of them by an earlier run` : ''
  const head = `${done} of ${total} pieces are done${earlier}; ${changedSlots} new values in ${durationText(elapsedSeconds)}.`
  if (complete) return head
  const reason = isInterrupted ? 'Interrupted.' : `${failed.length} pieces failed.`
  return [
    `${reason} ${head}`,
    ...failed.slice(0, maxShownFailures).map(failureText),
    ...(failed.length > maxShownFailures ? [`  … and ${failed.length - maxShownFailures} more`] : []),
    `To go on: ${command}`,
  ].join('\n')
}

function failureText({ piece: { feed, window }, reason }: FailedPiece): string {
  return `  ${feed.id} ${isoSeconds(window.start)} to ${isoSeconds(window.end)}: ${reason}`
}
