/** Plan ids, cheapest first. */
export const planIds = ['decouverte', 'pro', 'scale'] as const
export type PlanId = (typeof planIds)[number]

/** Active keys an account may hold at once, by plan (two on Pro so that a key can be rotated). */
export const apiKeysPerPlan: Readonly<Record<PlanId, number>> = { decouverte: 1, pro: 2, scale: 5 }
