import type { GridSignalStatus } from '@hexawatt/shared/grid/public-signals'
import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import type { Html } from '../../../kit/html.ts'
import { applianceIcons } from '../plan/appliance-icons.ts'
import type { ColorDay } from '../plan/color-days.ts'
import type { PagePlan } from '../plan/page-plan.ts'
import { findLastStart } from '../plan/start-figures.ts'
import type { FrameWords } from './picture/frame.ts'
import { createPriceKinds } from './price/price-kinds.ts'
import type { PriceKind } from './price/price-steps.ts'
import { type DaySignals, type HourlyInputs, listSlotSignals, type Span } from './window/hours.ts'
import type { LandscapeView } from './window/landscape-view.ts'

/** What the landscape shows. */
export type LandscapeInput = {
  plan: PagePlan
  /** Start of the frame, as a slot of the plan; null = at the plan. */
  frameStart: number | null
  /** Forecast power by quarter-hour, MW; empty or null where it is unknown. */
  solarMw: readonly (number | null)[]
  windMw: readonly (number | null)[]
  signals: readonly DaySignals[]
  colors: readonly ColorDay[]
  /** The sentence that the slider says at a start. */
  sayStart: (start: number) => string
  view: LandscapeView
}

/** The inputs by quarter-hour, with the place of the frame. */
export type Landscape = HourlyInputs & {
  slots: readonly PlanSlot[]
  signals: readonly (GridSignalStatus | null)[]
  isQuiet: readonly boolean[]
  findPriceKind: (slot: PlanSlot) => PriceKind
  nowMs: number
  /** Sign of the appliance. */
  icon: Html
  today: string
  /** Pieces of the plan, or the frame that the reader moved; empty where no plan is possible. */
  pieces: readonly Span[]
  isMoved: boolean
  slider: { lastStart: number; words: FrameWords } | null
  view: LandscapeView
}

export function prepareLandscape(input: LandscapeInput): Landscape {
  const { plan, solarMw, windMw, signals, colors, view } = input
  const { slots, isQuiet, nowMs, today } = plan
  return {
    ...{ slots, isQuiet, nowMs, today, solarMw, windMw, view },
    signals: listSlotSignals(slots, signals),
    icon: applianceIcons[plan.choice.appliance],
    findPriceKind: createPriceKinds(plan, colors),
    ...placePlan(input),
  }
}

/** Pieces of the plan or place of the moved frame, and its slider: a plan in several pieces cannot be moved. */
export function placePlan({
  plan,
  frameStart,
  sayStart,
  view,
}: LandscapeInput): Pick<Landscape, 'pieces' | 'isMoved' | 'slider'> {
  const { result, load } = plan
  const best = result.isFeasible ? result.plan.segments : []
  const canMove = best.length === 1
  const isMoved = canMove && frameStart !== null && frameStart !== best[0]?.first
  const pieces = isMoved ? [{ first: frameStart, slots: load.slots }] : best
  const [first] = pieces
  if (!canMove || first === undefined) return { pieces, isMoved, slider: null }
  const words = { label: view.texts.frame.label, sentence: sayStart(first.first) }
  return { pieces, isMoved, slider: { lastStart: findLastStart(plan), words } }
}
