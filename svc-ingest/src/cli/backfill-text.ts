import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { BackfillPlan } from '../backfill/backfill-plan.ts'
import type { BackfillOutcome, BackfillProgress, FailedPiece } from '../backfill/run-backfill.ts'
import { isOpenSource } from '../sources/registry.ts'

/** Characters of the bar. */
const barChars = 24

/** Rate and remaining time of a run. */
export type Pace = { piecesPerSecond: number; etaSeconds: number }

/** Pace of this run, without the pieces of an earlier one; null while it has done none. */
function computePace({ total, done, resumed }: BackfillProgress, elapsedMs: number): Pace | null {
  const doneNow = done - resumed
  if (doneNow <= 0 || elapsedMs <= 0) return null
  const piecesPerSecond = (doneNow / elapsedMs) * 1_000
  return { piecesPerSecond, etaSeconds: (total - done) / piecesPerSecond }
}

/** One line: bar, done of total, new values, rate and remaining time. */
export function formatProgress(progress: BackfillProgress, elapsedMs: number): string {
  const { total, done, changedSlots, failed } = progress
  const pace = computePace(progress, elapsedMs)
  return [
    formatBar(done, total),
    `${done}/${total} pieces`,
    `${changedSlots} new values`,
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    pace === null ? 'rate unknown' : `${pace.piecesPerSecond.toFixed(1)} pieces/s`,
    pace === null ? 'time left unknown' : `${formatDuration(pace.etaSeconds)} left`,
  ].join('  ')
}

/** A progress bar. */
export function formatBar(done: number, total: number): string {
  const filled = Math.floor((total === 0 ? 1 : done / total) * barChars)
  return `[${'#'.repeat(filled)}${'-'.repeat(barChars - filled)}]`
}

/** `1h05m`, `4m10s` or `9s`. */
export function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60]
  if (hours > 0) return `${hours}h${String(minutes).padStart(2, '0')}m`
  return minutes > 0 ? `${minutes}m${String(rest).padStart(2, '0')}s` : `${rest}s`
}

/** Most failures that are printed. */
const maxShownFailures = 10

/** Announces a load. */
export function formatPlan({ pieces, withoutHistory }: BackfillPlan, mode: DataMode): string {
  const isOpen = pieces.some(({ source }) => isOpenSource(source))
  const sources = new Set(pieces.map(({ source }) => source.id))
  return [
    `Loading ${pieces.length} pieces of ${sources.size} ${isOpen ? 'open datasets' : 'feeds'} (${mode} data).`,
    ...(withoutHistory.length === 0
      ? []
      : [
          `Not loaded: ${withoutHistory.join(', ')} (${isOpen ? 'no open archive' : 'only the newest issue is published'}).`,
        ]),
  ].join('\n')
}

/** Result of a load: loaded pieces, failures, and how to continue. */
export function formatOutcome(
  outcome: BackfillOutcome,
  elapsedSeconds: number,
  isInterrupted: boolean,
  command: string,
): string {
  const { done, total, resumed, changedSlots, failed, complete } = outcome
  const earlier = resumed > 0 ? `, ${resumed} of them by an earlier run` : ''
  const head = `${done} of ${total} pieces are done${earlier}; ${changedSlots} new values in ${formatDuration(elapsedSeconds)}.`
  if (complete) return head
  const reason = isInterrupted ? 'Interrupted.' : `${failed.length} pieces failed.`
  return [
    `${reason} ${head}`,
    ...failed.slice(0, maxShownFailures).map(formatFailure),
    ...(failed.length > maxShownFailures ? [`  … and ${failed.length - maxShownFailures} more`] : []),
    `To continue: ${command}`,
  ].join('\n')
}

function formatFailure({ piece: { source, window }, reason }: FailedPiece): string {
  return `  ${source.id} ${isoSeconds(window.start)} to ${isoSeconds(window.end)}: ${reason}`
}
