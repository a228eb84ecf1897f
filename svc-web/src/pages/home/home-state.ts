import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { listParisSlots } from '@hexawatt/shared/time/paris-clock'
import { type Answer, composeAnswer } from './answer/compose-answer.ts'
import { findPageNow } from './plan/page-now.ts'
import { makePagePlan, type PagePlan } from './plan/page-plan.ts'
import type { ChoiceReading } from './plan/read-choice.ts'
import type { View } from './texts/view.ts'
import { listTenseSpans } from './today/grid-tension.ts'

/** What the page shows. */
export type HomeState = {
  dashboard: DashboardResponse
  reading: ChoiceReading
  /** Contracts in force. */
  table: ContractTable
  /** Start that the reader moved the frame to, ms; null = the best one. */
  startMs: number | null
}

/** The plan of a state, and the answer that it gives; `start` is the quarter-hour that the reader moved the frame to. */
export type HomePlan = { plan: PagePlan | null; start: number | null; answer: Answer }

/** Plans the choice of a state. */
export function planHome(state: HomeState, view: View): HomePlan {
  const { dashboard, reading, table } = state
  return answerAt(state, makePagePlan(dashboard, reading.choice, table), view)
}

/** The answer of a plan for the start that the reader moved the frame to. */
export function answerAt({ dashboard, reading, startMs }: HomeState, plan: PagePlan | null, view: View): HomePlan {
  const start = findStart(plan, startMs)
  const asked = {
    appliance: reading.choice.appliance,
    nowMs: findPageNow(dashboard),
    tense: listTenseSpans(dashboard.signals),
  }
  return { plan, start, answer: composeAnswer(plan, start, asked, view) }
}

/** The quarter-hour of a start; null once it has begun, for the best one, and for a plan in pieces, whose frames cannot be moved. */
function findStart(plan: PagePlan | null, startMs: number | null): number | null {
  const firstMs = plan?.slots[0]?.startMs
  if (!plan || firstMs === undefined || startMs === null || startMs < firstMs) return null
  if (plan.result.isFeasible && plan.result.plan.segments.length > 1) return null
  return Math.round((startMs - firstMs) / quarterHourMs)
}

/** The day of the data in Paris. */
export function findToday({ dashboard }: Pick<HomeState, 'dashboard'>): string {
  return listParisSlots(findPageNow(dashboard), 1)[0]?.date ?? ''
}
