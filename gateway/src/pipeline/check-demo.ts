import { describeFields } from '@hexawatt/shared/contract/describe-fields'
import { isClosedToDemo, type Operation } from '@hexawatt/shared/contract/operations'
import { type PlanTable, planIds } from '@hexawatt/shared/contract/plans'
import { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { type Caller, demoRights } from './caller.ts'

/** The fields of the analytics answer, from its own schema: the refusal of every plan without analytics lists them. */
const responseFields = describeFields(ScoreAnalyticsResponse)

export type CheckDemoDeps = {
  planTable: Pick<PlanTable, 'plans'>
  /** Where an account is had. */
  upgradeUrl: string
}

/** Makes the step that holds the demo key to what it may show: history and analytics need an account. */
export function createCheckDemo({ planTable, upgradeUrl }: CheckDemoDeps) {
  const analyticsNeed = analyticsPlans(planTable)

  /** @throws AppError `plan_capability_required` with `upgradeUrl`, and with `responseFields` for analytics */
  return function checkDemo(operation: Operation, { rights }: Caller): void {
    if (rights !== demoRights || !isClosedToDemo(operation)) return
    const isAnalytics = operation.id === 'getScoreAnalytics'
    const need = isAnalytics ? analyticsNeed : 'a key of a free account does'
    throw new AppError('plan_capability_required', {
      detail: `The demo key does not open ${operation.path}; ${need}.`,
      extras: isAnalytics ? { upgradeUrl, responseFields } : { upgradeUrl },
    })
  }
}
export type CheckDemo = ReturnType<typeof createCheckDemo>

/** What analytics need, as the end of a sentence. */
function analyticsPlans({ plans }: Pick<PlanTable, 'plans'>): string {
  const names = planIds.filter((id) => plans[id].analytics).map((id) => plans[id].name)
  if (names.length === 0) return 'no plan includes analytics'
  return `analytics need a key of the plan ${names.join(' or ')}. responseFields lists what the answer holds`
}
