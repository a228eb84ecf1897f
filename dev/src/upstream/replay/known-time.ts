import { quarterMs } from '../subjects/quarter-hour.ts'
import type { PlannedSlot } from '../subjects/slots.ts'

type Bounds = Pick<PlannedSlot, 'startEpochMs' | 'endEpochMs'>

/** Remembers by the quarter-hour for which time there is a value, whatever the length of the slots. */
export function createKnownTime() {
  const quarters = new Set<number>()
  return {
    /** Whether a part of the slot is known. */
    holds({ startEpochMs, endEpochMs }: Bounds): boolean {
      for (let quarter = startEpochMs; quarter < endEpochMs; quarter += quarterMs) {
        if (quarters.has(quarter)) return true
      }
      return false
    },
    add({ startEpochMs, endEpochMs }: Bounds): void {
      for (let quarter = startEpochMs; quarter < endEpochMs; quarter += quarterMs) quarters.add(quarter)
    },
  }
}
