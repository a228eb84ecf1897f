import * as v from 'valibot'
import { DemoLimits, Plan, PlanId } from '../plans.ts'
import { profileNames } from '../profiles.ts'
import { described } from '../values/fields.ts'
import { ScoreWeights } from '../values/score-weights.ts'

export const WeightingProfile = described(
  v.strictObject({
    name: described(v.picklist(profileNames), 'Value of the parameter profile (not case-sensitive).'),
    weights: ScoreWeights,
    description: described(v.string(), 'Purpose of the preset, in French.'),
  }),
  'A preset of weights.',
)

export const ListedPlan = described(
  v.strictObject({ id: described(PlanId, 'Stable identifier of the plan, such as pro.'), ...Plan.entries }),
  'Price, limits and features of a plan. Requests per minute and month are counted per account, over all its keys.',
)

export const ListedDemoLimits = described(
  v.strictObject({
    ...DemoLimits.entries,
    scope: described(
      v.literal('ip'),
      'ip: the limits apply per client address (IPv6: per /64; a /56 and a /48 have 4 and 16 times the limits).',
    ),
  }),
  'Limits of the public demo key.',
)

/** Body of `GET /api/plans`. */
export const PlansResponse = described(
  v.strictObject({
    currency: described(v.literal('EUR'), 'Currency of every price.'),
    plans: described(v.array(ListedPlan), 'Every plan, cheapest first.'),
    demo: ListedDemoLimits,
    profiles: described(v.array(WeightingProfile), 'Every weighting preset, the default first.'),
  }),
  'Every plan with its price, limits and features.',
)
export type PlansResponse = v.InferOutput<typeof PlansResponse>

/** Body of `GET /api/profiles`. */
export const ProfilesResponse = described(
  v.strictObject({
    default: described(v.picklist(profileNames), 'Preset that applies when a request names no weighting.'),
    sumTolerance: described(v.number(), 'Allowed deviation of the sum of four custom weights from 1.'),
    profiles: described(v.array(WeightingProfile), 'Every preset, the default first.'),
  }),
  'The weighting presets, and the rule for custom weights.',
)
export type ProfilesResponse = v.InferOutput<typeof ProfilesResponse>
