import { computePlanFigures, type PlanFigures } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import type { PagePlan } from './page-plan.ts'

/** The load in one piece from a start that the reader chose. */
export type StartFigures = {
  /** Index of the first quarter-hour, kept within the outlook. */
  first: number
  startMs: number
  endMs: number
  /** Whether the load ends after the deadline, or runs in quiet hours. */
  isLate: boolean
  isQuiet: boolean
  figures: PlanFigures
}

/** Last quarter-hour at which the load can start within the outlook. */
export function findLastStart({ slots, load }: Pick<PagePlan, 'slots' | 'load'>): number {
  return Math.max(0, slots.length - load.slots)
}

/** The figures of the load, in one piece, from a start on; a start beyond the outlook is moved into it. */
export function computeFigures(plan: PagePlan, startSlot: number): StartFigures {
  const { slots, load, windowSlots, isQuiet, paths } = plan
  const first = Math.min(Math.max(0, Math.round(startSlot)), findLastStart(plan))
  const end = Math.min(first + load.slots, slots.length)
  const startMs = slots[first]?.startMs ?? plan.nowMs
  return {
    first,
    startMs,
    endMs: startMs + load.slots * quarterHourMs,
    isLate: end > windowSlots,
    isQuiet: isQuiet.slice(first, end).some(Boolean),
    figures: computePlanFigures([{ first, slots: end - first }], slots, load, paths),
  }
}
