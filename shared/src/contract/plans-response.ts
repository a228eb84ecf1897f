import * as v from 'valibot'
import { DemoLimits, Plan, planIds } from './plans.ts'
import { profileNames } from './profiles.ts'
import { ScoreWeights } from './score.ts'

/** A preset of weights, as it is shown. */
const ShownProfile = v.strictObject({ name: v.picklist(profileNames), weights: ScoreWeights, description: v.string() })

/** Body of `GET /api/plans` (decisions §2). */
export const PlansResponse = v.strictObject({
  currency: v.literal('EUR'),
  plans: v.array(v.strictObject({ id: v.picklist(planIds), ...Plan.entries })),
  demo: v.strictObject({ ...DemoLimits.entries, scope: v.literal('ip') }),
  profiles: v.array(ShownProfile),
})
export type PlansResponse = v.InferOutput<typeof PlansResponse>

/** Body of `GET /api/profiles`. */
export const ProfilesResponse = v.strictObject({
  default: v.picklist(profileNames),
  /** How far a sum of four own weights may be from 1. */
  sumTolerance: v.number(),
  profiles: v.array(ShownProfile),
})
export type ProfilesResponse = v.InferOutput<typeof ProfilesResponse>
