import { quarterMs } from '../../subjects/quarter-hour.ts'

/** The instant or length rounded down to a whole quarter-hour, ms: what plants announce. */
export function quarterRounded(ms: number): number {
  return Math.floor(ms / quarterMs) * quarterMs
}
