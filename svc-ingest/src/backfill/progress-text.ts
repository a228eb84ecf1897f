import type { BackfillProgress } from './run-backfill.ts'

/** Characters of the bar. */
const barChars = 24

/** Rate and remaining time of a run; null while nothing has been done by this run. */
export type Pace = { piecesPerSecond: number; etaSeconds: number }

/** How fast this run is; pieces of an earlier run count for nothing. */
export function paceOf({ total, done, resumed }: BackfillProgress, elapsedMs: number): Pace | null {
  const doneNow = done - resumed
  if (doneNow <= 0 || elapsedMs <= 0) return null
  const piecesPerSecond = (doneNow / elapsedMs) * 1_000
  return { piecesPerSecond, etaSeconds: (total - done) / piecesPerSecond }
}

/** One line: bar, done of total, values written, rate and remaining time. */
export function progressText(progress: BackfillProgress, elapsedMs: number): string {
  const { total, done, changedSlots, failed } = progress
  const pace = paceOf(progress, elapsedMs)
  return [
    barText(done, total),
    `${done}/${total} pieces`,
    `${changedSlots} new values`,
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    pace === null ? 'rate unknown' : `${pace.piecesPerSecond.toFixed(1)} pieces/s`,
    pace === null ? 'time left unknown' : `${durationText(pace.etaSeconds)} left`,
  ].join('  ')
}

/** A bar that is filled by what is done. */
export function barText(done: number, total: number): string {
  const filled = Math.floor((total === 0 ? 1 : done / total) * barChars)
  return `[${'#'.repeat(filled)}${'-'.repeat(barChars - filled)}]`
}

/** `1h05m`, `4m10s` or `9s`. */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60]
  if (hours > 0) return `${hours}h${String(minutes).padStart(2, '0')}m`
  return minutes > 0 ? `${minutes}m${String(rest).padStart(2, '0')}s` : `${rest}s`
}
