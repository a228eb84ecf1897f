import * as v from 'valibot'
import { described, FiniteNumber } from './values/fields.ts'
import { maxOutlookHours } from './values/longest-outlook.ts'

/** Id of a plan: a lower-case word. Only the plan table knows which plans exist, so an id from a request or a row must be looked up there. */
export const PlanId = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9]{0,31}$/, 'a lower-case word of at most 32 characters, such as pro'),
)
export type PlanId = v.InferOutput<typeof PlanId>

/** Largest limit per minute that the rate limiter supports. */
export const maxRequestsPerMinute = 60_000

const Count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000_000))

/** Price, limits and features of a plan (docs/develop/decisions.md#plans). Requests per minute and month are counted per account, over all its keys. */
export const Plan = v.strictObject({
  name: described(v.pipe(v.string(), v.nonEmpty()), 'Display name of the plan.'),
  marketingName: described(v.pipe(v.string(), v.nonEmpty()), 'Name of the plan on the pricing page.'),
  priceEurPerMonth: described(v.pipe(FiniteNumber, v.minValue(0)), 'Price, EUR per month.'),
  requestsPerMinute: described(
    v.pipe(Count, v.maxValue(maxRequestsPerMinute)),
    'Requests per minute, counted in a sliding window of 60 seconds. A steady rate of exactly this limit is never refused.',
  ),
  monthlyQuota: described(Count, 'Responses with status 200 included per calendar month (UTC).'),
  monthlyQuotaEnforced: described(
    v.boolean(),
    'True: requests beyond the quota are refused. False: they are served and metered, up to overageCapMultiple times the quota.',
  ),
  overageEurPerRequest: described(
    v.nullable(v.pipe(FiniteNumber, v.minValue(0))),
    'Price of a request beyond the quota, EUR. Null when requests beyond the quota are refused.',
  ),
  overageCapMultiple: described(
    v.nullable(v.pipe(FiniteNumber, v.minValue(1), v.maxValue(1_000))),
    'Cap of the month as a multiple of the quota. Null when requests beyond the quota are refused.',
  ),
  apiKeys: described(v.pipe(Count, v.maxValue(1_000)), 'Maximum number of active API keys per account.'),
  forecastHours: described(
    v.pipe(Count, v.maxValue(maxOutlookHours)),
    'Longest outlook, plan of a load and export, hours. A request for more hours is capped, not refused. The forecast of the score ends after 48 hours in every plan; hours beyond 48 exist only while the service has weather forecasts.',
  ),
  historyDays: described(
    v.pipe(Count, v.maxValue(36_600)),
    'Depth of the history, days. The history starts at 00:00 UTC this number of days before today.',
  ),
  customWeights: described(
    v.boolean(),
    'True when the parameters profile and wPrice, wCarbon, wGrid, wAdequacy are allowed.',
  ),
  analytics: described(v.boolean(), 'True when /v1/score/analytics is allowed.'),
})
export type Plan = v.InferOutput<typeof Plan>

/** Limits of the public demo key, per client address. It has the features of the smallest plan without history and weights. */
export const DemoLimits = v.strictObject({
  requestsPerMinute: described(
    v.pipe(Count, v.maxValue(maxRequestsPerMinute)),
    'Requests per minute, counted in a sliding window of 60 seconds. A steady rate of exactly this limit is never refused.',
  ),
  requestsPerMonth: described(Count, 'Maximum number of responses with status 200 per calendar month (UTC).'),
})
export type DemoLimits = v.InferOutput<typeof DemoLimits>

/** Fields of a plan row that the closed body of `/api/plans` does not show. */
const InternalFields = {
  /** Number of the plan in the Redis counters. It fits in one byte, never changes, and is never reused after a plan was removed. */
  index: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(255)),
  /** Maximum number of alerts per account. */
  alerts: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)),
}

/** A row of the plan table. */
const PlanRow = v.pipe(
  v.strictObject({ ...Plan.entries, ...InternalFields }),
  v.check(
    ({ monthlyQuotaEnforced, overageEurPerRequest, overageCapMultiple }) =>
      monthlyQuotaEnforced === (overageCapMultiple === null) &&
      monthlyQuotaEnforced === (overageEurPerRequest === null),
    'with an enforced quota overageEurPerRequest and overageCapMultiple are null, otherwise both are required',
  ),
)
export type PlanRow = v.InferOutput<typeof PlanRow>

/** Internal fields of the shipped plans: plan files that are older than these fields do not have them. */
const shippedPlanFields = new Map<PlanId, { index: number; alerts: number }>([
  ['decouverte', { index: 1, alerts: 3 }],
  ['pro', { index: 2, alerts: 20 }],
  ['scale', { index: 3, alerts: 100 }],
])

/** Ids that valibot's `record` would drop silently. */
const reservedIds = ['__proto__', 'constructor', 'prototype']

/** Rows by id, cheapest first: the order of the table is the order of the plans. */
const Plans = v.pipe(
  v.unknown(),
  v.check(
    (rows) => !reservedIds.some((id) => Object.hasOwn(Object(rows), id)),
    `no plan may have one of the ids ${reservedIds.join(', ')}`,
  ),
  v.record(v.string(), v.looseObject({})),
  v.transform((rows) =>
    Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, { ...shippedPlanFields.get(id), ...row }])),
  ),
  v.record(PlanId, PlanRow),
  v.check((plans) => Object.keys(plans).length > 0, 'at least one plan'),
  v.check((plans) => {
    const indexes = Object.values(plans).map(({ index }) => index)
    return new Set(indexes).size === indexes.length
  }, 'no two plans may have the same index'),
  v.check(
    (plans) =>
      Object.entries(plans).every(([id, { index }]) => {
        const own = shippedPlanFields.get(id)
        return own === undefined ? index > shippedPlanFields.size : index === own.index
      }),
    'decouverte, pro and scale have the indexes 1, 2 and 3; every other plan has an index from 4 to 255',
  ),
  v.check((plans) => {
    const prices = Object.values(plans).map(({ priceEurPerMonth }) => priceEurPerMonth)
    return prices.every((price, i) => price >= (prices[i - 1] ?? 0))
  }, 'plans must be sorted by ascending price: a month is billed at the price of the last plan in this order that the account had'),
)

/** The plan table that `/api/plans` shows and the gateway enforces; an operator can replace it. */
export const PlanTable = v.strictObject({
  plans: Plans,
  demo: DemoLimits,
  /** Requests of one client address without a valid key, public endpoints included (docs/develop/decisions.md#anonymous-clients). */
  anonymous: v.strictObject({ requestsPerMinute: v.pipe(Count, v.maxValue(maxRequestsPerMinute)) }),
})
export type PlanTable = v.InferOutput<typeof PlanTable>

/** The shipped plan table. */
export const defaultPlanTable = {
  plans: {
    decouverte: {
      index: 1,
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
      alerts: 3,
    },
    pro: {
      index: 2,
      name: 'Pro',
      marketingName: 'Pro',
      priceEurPerMonth: 99,
      requestsPerMinute: 60,
      monthlyQuota: 30_000,
      monthlyQuotaEnforced: false,
      overageEurPerRequest: 0.001,
      overageCapMultiple: 3,
      apiKeys: 2,
      forecastHours: 72,
      historyDays: 31,
      customWeights: true,
      analytics: true,
      alerts: 20,
    },
    scale: {
      index: 3,
      name: 'Scale',
      marketingName: 'Scale',
      priceEurPerMonth: 499,
      requestsPerMinute: 200,
      monthlyQuota: 150_000,
      monthlyQuotaEnforced: false,
      overageEurPerRequest: 0.0005,
      overageCapMultiple: 3,
      apiKeys: 5,
      forecastHours: 72,
      historyDays: 3_660,
      customWeights: true,
      analytics: true,
      alerts: 100,
    },
  },
  demo: { requestsPerMinute: 3, requestsPerMonth: 10 },
  anonymous: { requestsPerMinute: 60 },
} satisfies PlanTable

/** Page about plans and API keys; `upgradeUrl` points to it unless the operator configures another page. */
export const plansPagePath = '/plans'

/** Maximum number of responses with status 200 per month, overage included. */
export function computeMonthlyCap({ monthlyQuota, overageCapMultiple }: Plan): number {
  return Math.floor(monthlyQuota * (overageCapMultiple ?? 1))
}

/** Depth of the deepest plan, days. */
export function findDeepestHistoryDays({ plans }: PlanTable): number {
  return Math.max(...Object.values(plans).map(({ historyDays }) => historyDays))
}
