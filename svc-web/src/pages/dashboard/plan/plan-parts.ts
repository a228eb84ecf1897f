import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { Html } from '../../../kit/html.ts'
import type { View } from '../texts/view.ts'
import { answerPart } from './answer-part.ts'
import type { PlanChoice } from './choice.ts'
import { renderOutlook } from './outlook-chart.ts'
import { makePagePlan } from './page-plan.ts'

/** The parts of the page that change with the planner, by the id of their place. */
export function planParts(
  dashboard: DashboardResponse,
  choice: PlanChoice,
  view: View,
): Record<'answer' | 'outlook', Html> {
  const plan = makePagePlan(dashboard, choice)
  return { answer: answerPart(plan, view), outlook: renderOutlook(dashboard.outlook, plan, view) }
}
