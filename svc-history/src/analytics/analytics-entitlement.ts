import { describeFields } from '@hexawatt/shared/contract/describe-fields'
import type { Principal } from '@hexawatt/shared/contract/principal'
import { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { AppError } from '@hexawatt/shared/errors/app-error'

/** The fields of the answer, from the schema that the answer itself is held to: an integration can be prepared before the plan. */
const responseFields = describeFields(ScoreAnalyticsResponse)

/** @throws AppError `plan_capability_required` with `responseFields` when the plan has no analytics */
export function requireAnalytics({ plan, entitlements }: Principal): void {
  if (entitlements.analytics) return
  throw new AppError('plan_capability_required', {
    detail: `Analytics are not part of the plan ${plan}; /api/plans lists the plans that have them. responseFields lists what the answer holds.`,
    extras: { responseFields },
  })
}
