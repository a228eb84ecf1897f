import * as v from 'valibot'
import { DemoLimits, Plan, PlanId } from '../plans.ts'
import { profileNames } from '../profiles.ts'
import { described } from '../values/fields.ts'
import { ScoreWeights } from '../values/score-weights.ts'

/** A preset of weights, as served. */
export const WeightingProfile = described(
  v.strictObject({
    name: described(v.picklist(profileNames), 'What the parameter profile takes, in any case.'),
    weights: ScoreWeights,
    description: described(v.string(), 'What it is for, in French.'),
  }),
  'A preset of weights.',
)

/** A plan with its id. */
export const ListedPlan = described(
  v.strictObject({ id: described(PlanId, 'Stable name of the plan, such as pro.'), ...Plan.entries }),
  'What a plan costs and allows. Minute and month count per account, over all its keys.',
)

/** Limits of the demo key, and that they hold for each client address. */
export const ListedDemoLimits = described(
  v.strictObject({
    ...DemoLimits.entries,
    scope: described(
      v.literal('ip'),
      'The limits hold for each client address (IPv6: each /64; a /56 and a /48 have 4 and 16 times as much).',
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
  'Every plan with its price, limits and rights.',
)
export type PlansResponse = v.InferOutput<typeof PlansResponse>

/** Body of `GET /api/profiles`. */
export const ProfilesResponse = described(
  v.strictObject({
    default: described(v.picklist(profileNames), 'The preset that holds when no weighting is asked for.'),
    sumTolerance: described(v.number(), 'How far the sum of four own weights may be from 1.'),
    profiles: described(v.array(WeightingProfile), 'Every preset, the default first.'),
  }),
  'The weighting presets, and what own weights must hold to.',
)
export type ProfilesResponse = v.InferOutput<typeof ProfilesResponse>
