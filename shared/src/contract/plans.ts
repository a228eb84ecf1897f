import * as v from 'valibot'
import { profileNames } from './profiles.ts'
import { described, FiniteNumber } from './values/fields.ts'
import { ScoreWeights } from './values/score-weights.ts'

/** Plan ids, cheapest first. */
export const planIds = ['decouverte', 'pro', 'scale'] as const
export type PlanId = (typeof planIds)[number]

/** Largest minute limit that the limiter can count. */
export const maxRequestsPerMinute = 60_000

const Count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000_000))

/** What a plan costs and allows (decisions §2). Minute and month count per account, over all its keys. */
export const Plan = v.strictObject({
  name: described(v.pipe(v.string(), v.nonEmpty()), 'Name of the plan.'),
  marketingName: described(v.pipe(v.string(), v.nonEmpty()), 'Name of the plan in the pricing text.'),
  priceEurPerMonth: described(v.pipe(FiniteNumber, v.minValue(0)), 'Price, EUR per month.'),
  requestsPerMinute: described(
    v.pipe(Count, v.maxValue(maxRequestsPerMinute)),
    'Requests a minute, in a sliding window of 60 seconds: a steady rate of just so many is never refused.',
  ),
  monthlyQuota: described(Count, 'Answers with status 200 that the plan includes in a calendar month, UTC.'),
  monthlyQuotaEnforced: described(
    v.boolean(),
    'True: nothing is served beyond the quota. False: it is served and metered, up to overageCapMultiple times the quota.',
  ),
  overageEurPerRequest: described(
    v.nullable(v.pipe(FiniteNumber, v.minValue(0))),
    'Price of a request beyond the quota, EUR; null where none is served.',
  ),
  overageCapMultiple: described(
    v.nullable(v.pipe(FiniteNumber, v.minValue(1), v.maxValue(1_000))),
    'How many times the quota is served at most; null where nothing is served beyond it.',
  ),
  apiKeys: described(v.pipe(Count, v.maxValue(1_000)), 'Active keys that an account may hold at once.'),
  forecastHours: described(
    v.pipe(Count, v.maxValue(48)),
    'Longest forecast that is served, hours; asking for more is capped, not refused.',
  ),
  historyDays: described(
    v.pipe(Count, v.maxValue(36_600)),
    'Depth of the history, days: it begins at 00:00 UTC so many days before today.',
  ),
  customWeights: described(v.boolean(), 'Whether profile and own weights may be used.'),
  analytics: described(v.boolean(), 'Whether analytics may be used.'),
})
export type Plan = v.InferOutput<typeof Plan>

/** Limits of the public demo key, per client address. Its rights are those of the smallest plan without history and weights. */
export const DemoLimits = v.strictObject({
  requestsPerMinute: described(
    v.pipe(Count, v.maxValue(maxRequestsPerMinute)),
    'Requests a minute, in a sliding window of 60 seconds: a steady rate of just so many is never refused.',
  ),
  requestsPerMonth: described(Count, 'Most answers with status 200 in a calendar month, UTC.'),
})
export type DemoLimits = v.InferOutput<typeof DemoLimits>

const ConsistentPlan = v.pipe(
  Plan,
  v.check(
    ({ monthlyQuotaEnforced, overageEurPerRequest, overageCapMultiple }) =>
      monthlyQuotaEnforced === (overageCapMultiple === null) &&
      monthlyQuotaEnforced === (overageEurPerRequest === null),
    'an enforced quota has neither overageEurPerRequest nor overageCapMultiple (null), any other has both',
  ),
)

const ConsistentPlans = v.pipe(
  v.strictObject({ decouverte: ConsistentPlan, pro: ConsistentPlan, scale: ConsistentPlan }),
  v.check(
    ({ decouverte, pro, scale }) =>
      decouverte.priceEurPerMonth <= pro.priceEurPerMonth && pro.priceEurPerMonth <= scale.priceEurPerMonth,
    'decouverte, pro and scale must not become cheaper in this order: a month is billed at the price of the last one that the account had',
  ),
)

/** The table that `/api/plans` shows and the gateway enforces; an operator may supply another one. */
export const PlanTable = v.strictObject({
  plans: ConsistentPlans,
  demo: DemoLimits,
  /** Requests of one client address without a valid key, public endpoints included (decisions §2). */
  anonymous: v.strictObject({ requestsPerMinute: v.pipe(Count, v.maxValue(maxRequestsPerMinute)) }),
})
export type PlanTable = v.InferOutput<typeof PlanTable>

/** The table of decisions §2. */
export const defaultPlanTable: PlanTable = {
  plans: {
    decouverte: {
      name: 'Decouverte',
      marketingName: 'Starter',
      priceEurPerMonth: 0,
      requestsPerMinute: 10,
      monthlyQuota: 3_000,
      monthlyQuotaEnforced: true,
      overageEurPerRequest: null,
      overageCapMultiple: null,
      apiKeys: 1,
      forecastHours: 48,
      historyDays: 7,
      customWeights: false,
      analytics: false,
    },
    pro: {
      name: 'Pro',
      marketingName: 'Pro',
      priceEurPerMonth: 99,
      requestsPerMinute: 60,
      monthlyQuota: 30_000,
      monthlyQuotaEnforced: false,
      overageEurPerRequest: 0.001,
      overageCapMultiple: 3,
      apiKeys: 2,
      forecastHours: 48,
      historyDays: 31,
      customWeights: true,
      analytics: true,
    },
    scale: {
      name: 'Scale',
      marketingName: 'Scale',
      priceEurPerMonth: 499,
      requestsPerMinute: 200,
      monthlyQuota: 150_000,
      monthlyQuotaEnforced: false,
      overageEurPerRequest: 0.0005,
      overageCapMultiple: 3,
      apiKeys: 5,
      forecastHours: 48,
      historyDays: 3_660,
      customWeights: true,
      analytics: true,
    },
  },
  demo: { requestsPerMinute: 3, requestsPerMonth: 10 },
  anonymous: { requestsPerMinute: 60 },
}

/** Page about plans and how to get a key; `upgradeUrl` points there unless the operator sets another one. */
export const plansPagePath = '/plans'

/** Most responses with status 200 that a plan serves in a month. */
export function monthlyCap({ monthlyQuota, overageCapMultiple }: Plan): number {
  return Math.floor(monthlyQuota * (overageCapMultiple ?? 1))
}

/** Depth of the deepest plan, days. */
export function deepestHistoryDays({ plans }: PlanTable): number {
  return Math.max(...planIds.map((id) => plans[id].historyDays))
}

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
  v.strictObject({ id: described(v.picklist(planIds), 'Stable name of the plan.'), ...Plan.entries }),
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

/** Body of `GET /api/plans` (decisions §2). */
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
