import * as v from 'valibot'
import { described, FiniteNumber } from './values/fields.ts'

/** Id of a plan: a lower-case word. Which plans exist is what the plan table says, so that an id from a request or a row must be looked up there. */
export const PlanId = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9]{0,31}$/, 'a lower-case word of at most 32 characters, such as pro'),
)
export type PlanId = v.InferOutput<typeof PlanId>

/** Largest minute limit that the limiter can count. */
export const maxRequestsPerMinute = 60_000

const Count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000_000))

/** What a plan costs and allows (docs/develop/decisions.md#plans). Minute and month count per account, over all its keys. */
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

/** Fields of a row that `/api/plans`, a closed body, does not show. */
const InternalFields = {
  /** Number of the plan where Redis counts by plan. It fits a byte and never changes, and that of a removed plan is never used again. */
  index: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(255)),
  /** Alerts that an account may have. */
  alerts: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)),
}

/** A row of the plan table. */
const PlanRow = v.pipe(
  v.strictObject({ ...Plan.entries, ...InternalFields }),
  v.check(
    ({ monthlyQuotaEnforced, overageEurPerRequest, overageCapMultiple }) =>
      monthlyQuotaEnforced === (overageCapMultiple === null) &&
      monthlyQuotaEnforced === (overageEurPerRequest === null),
    'an enforced quota has neither overageEurPerRequest nor overageCapMultiple (null), any other has both',
  ),
)
export type PlanRow = v.InferOutput<typeof PlanRow>

/** Internal fields of the product's own plans. Plan files of before these fields existed have neither of them. */
const shippedPlanFields = new Map<PlanId, { index: number; alerts: number }>([
  ['decouverte', { index: 1, alerts: 3 }],
  ['pro', { index: 2, alerts: 20 }],
  ['scale', { index: 3, alerts: 100 }],
])

/** Ids that the validation of a record would leave out without a word. */
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
    'decouverte, pro and scale have the indexes 1, 2 and 3, and any other plan has one of 4 to 255',
  ),
  v.check((plans) => {
    const prices = Object.values(plans).map(({ priceEurPerMonth }) => priceEurPerMonth)
    return prices.every((price, i) => price >= (prices[i - 1] ?? 0))
  }, 'plans must not become cheaper in the order of the table: a month is billed at the price of the last of them that the account had'),
)

/** The table that `/api/plans` shows and the gateway enforces; an operator may supply another one. */
export const PlanTable = v.strictObject({
  plans: Plans,
  demo: DemoLimits,
  /** Requests of one client address without a valid key, public endpoints included (docs/develop/decisions.md#anonymous-clients). */
  anonymous: v.strictObject({ requestsPerMinute: v.pipe(Count, v.maxValue(maxRequestsPerMinute)) }),
})
export type PlanTable = v.InferOutput<typeof PlanTable>

/** The product's own table. */
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
      forecastHours: 48,
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
      forecastHours: 48,
      historyDays: 3_660,
      customWeights: true,
      analytics: true,
      alerts: 100,
    },
  },
  demo: { requestsPerMinute: 3, requestsPerMonth: 10 },
  anonymous: { requestsPerMinute: 60 },
} satisfies PlanTable

/** Page about plans and how to get a key; `upgradeUrl` points there unless the operator sets another one. */
export const plansPagePath = '/plans'

/** Most responses with status 200 that a plan serves in a month. */
export function computeMonthlyCap({ monthlyQuota, overageCapMultiple }: Plan): number {
  return Math.floor(monthlyQuota * (overageCapMultiple ?? 1))
}

/** Depth of the deepest plan, days. */
export function findDeepestHistoryDays({ plans }: PlanTable): number {
  return Math.max(...Object.values(plans).map(({ historyDays }) => historyDays))
}
