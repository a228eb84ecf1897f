/** Plan ids, cheapest first. */
export const planIds = ['decouverte', 'pro', 'scale'] as const
export type PlanId = (typeof planIds)[number]

/** What a plan allows (decisions §2). */
export type Plan = {
  /** Active keys an account may hold at once (two on Pro so that a key can be rotated). */
  apiKeys: number
  /** Longest forecast that is served, hours; asking for more is capped. */
  forecastHours: number
  /** Whether `profile` and `w*` may be used. */
  customWeights: boolean
}

/** The one table of plans. */
export const planTable: Readonly<Record<PlanId, Plan>> = {
  decouverte: { apiKeys: 1, forecastHours: 6, customWeights: false },
  pro: { apiKeys: 2, forecastHours: 48, customWeights: true },
  scale: { apiKeys: 5, forecastHours: 48, customWeights: true },
}
