import { computeSaving, isWorthwhile } from '@hexawatt/shared/methodology/schedule/plan-comparison'
import { computePlanFigures, type PlanFigures } from '@hexawatt/shared/methodology/schedule/plan-figures'
import type { PagePlan } from '../plan/page-plan.ts'

/** A start with its figures. */
export type Start = { startMs: number; figures: PlanFigures }

const noPaths = { cost: null, carbon: null, score: null }

/** The start before the deadline, outside of quiet hours, with the least emissions; null where it hardly emits less than the given figures. */
export function findCleanerStart(
  { slots, windowSlots, load, isQuiet }: Pick<PagePlan, 'slots' | 'windowSlots' | 'load' | 'isQuiet'>,
  than: PlanFigures,
): Start | null {
  let best: Start | null = null
  for (let first = 0; first + load.slots <= windowSlots; first++) {
    if (isQuiet.slice(first, first + load.slots).some(Boolean)) continue
    const figures = computePlanFigures([{ first, slots: load.slots }], slots, load, noPaths)
    const least = best?.figures.carbon?.gCo2eq ?? Number.POSITIVE_INFINITY
    if ((figures.carbon?.gCo2eq ?? least) < least) best = { startMs: slots[first]?.startMs ?? 0, figures }
  }
  return best !== null && isWorthwhile(computeSaving(best.figures, than, 'carbon'), 'carbon') ? best : null
}
